/**
 * What can be carried says what it is (`data-drag`), where it can go says what it takes
 * (`data-drop`); a copy of it follows the pointer.
 */

import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useDrag } from "../../ui/drag";

export interface Drop {
  /** What is carried: `data-drag`. */
  what: string;
  /** Where it was let go: `data-drop`. */
  onto: string;
  /** The element it was let go over. */
  over: Element;
}

export interface Carrying {
  /** The elements that go along with what is carried. */
  along(what: string): Element[];
  /** Where this may be dropped. */
  takes(what: string, onto: string): boolean;
  drop(drop: Drop): void;
}

/** For `onPointerDown` of the board. */
export function useCarrying(board: RefObject<HTMLElement | null>, carrying: Carrying): (event: PointerEvent) => void {
  const drag = useDrag();
  const now = useRef(carrying);
  now.current = carrying;
  return (event) => {
    const what = (event.target as Element).closest<HTMLElement>("[data-drag]")?.dataset.drag;
    if (what === undefined) return;
    let ghost: HTMLElement | null = null;
    drag(event, {
      begin() {
        ghost = copyOf(now.current.along(what));
        for (const place of board.current?.querySelectorAll<HTMLElement>("[data-drop]") ?? []) {
          if (now.current.takes(what, place.dataset.drop!)) place.dataset.takes = "";
        }
      },
      move({ x, y }) {
        ghost!.style.transform = `translate(${x}px, ${y}px)`;
      },
      drop({ over, place }) {
        if (over && place) now.current.drop({ what, onto: place.dataset.drop!, over });
      },
      end() {
        ghost?.remove();
        for (const place of board.current?.querySelectorAll("[data-takes]") ?? []) place.removeAttribute("data-takes");
      },
    });
  };
}

/** A copy of these cards that lies above everything. */
function copyOf(elements: readonly Element[]): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "tp-ghost";
  for (const element of elements) {
    const copy = element.cloneNode(true) as HTMLElement;
    copy.removeAttribute("id");
    copy.style.setProperty("--tp-w", `${element.getBoundingClientRect().width}px`);
    ghost.append(copy);
  }
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  document.body.append(ghost);
  return ghost;
}
