/**
 * Dragging with mouse, pen or finger. What can be dragged says what it is (`data-drag`), where it
 * can go says what it takes (`data-drop`); a copy of it follows the pointer.
 */

import { useEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

export interface Drop {
  /** What is dragged: `data-drag`. */
  what: string;
  /** Where it was let go: `data-drop`. */
  onto: string;
  /** The element it was let go over. */
  over: Element;
}

export interface Dragging {
  /** The elements that go along with what is dragged. */
  along(what: string): Element[];
  /** Where this may be dropped. */
  takes(what: string, onto: string): boolean;
  drop(drop: Drop): void;
}

const STARTS = 7; // pixels: less is a press

interface Going {
  what: string;
  x: number;
  y: number;
  id: number;
  ghost: HTMLElement | null;
  target: Element | null;
}

export function useDrag(board: RefObject<HTMLElement | null>, dragging: Dragging): void {
  const now = useRef(dragging);
  now.current = dragging;
  useEffect(() => {
    const root = board.current;
    if (!root) return;
    let going: Going | null = null;

    const begin = (event: PointerEvent): void => {
      const source = (event.target as Element).closest<HTMLElement>("[data-drag]");
      if (!source || event.button !== 0 || going) return;
      going = {
        what: source.dataset["drag"]!,
        x: event.clientX,
        y: event.clientY,
        id: event.pointerId,
        ghost: null,
        target: null,
      };
    };

    const lift = (one: Going): HTMLElement => {
      const ghost = document.createElement("div");
      ghost.className = "tp-ghost";
      for (const element of now.current.along(one.what)) {
        const box = element.getBoundingClientRect();
        const copy = element.cloneNode(true) as HTMLElement;
        copy.removeAttribute("id");
        copy.style.setProperty("--tp-w", `${box.width}px`);
        ghost.append(copy);
      }
      ghost.setAttribute("aria-hidden", "true");
      ghost.inert = true;
      document.body.append(ghost);
      root.dataset["dragging"] = "";
      for (const place of root.querySelectorAll<HTMLElement>("[data-drop]")) {
        if (now.current.takes(one.what, place.dataset["drop"]!)) place.dataset["takes"] = "";
      }
      return ghost;
    };

    const under = (event: PointerEvent): Element | null =>
      document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null;

    const go = (event: PointerEvent): void => {
      if (!going || event.pointerId !== going.id) return;
      if (!going.ghost) {
        if (Math.hypot(event.clientX - going.x, event.clientY - going.y) < STARTS) return;
        going.ghost = lift(going);
        root.setPointerCapture(event.pointerId);
      }
      event.preventDefault();
      going.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
      const target = under(event);
      if (target === going.target) return;
      going.target?.removeAttribute("data-over");
      target?.setAttribute("data-over", "");
      going.target = target;
    };

    const settle = (): Going | null => {
      const one = going;
      going = null;
      one?.ghost?.remove();
      one?.target?.removeAttribute("data-over");
      delete root.dataset["dragging"];
      for (const place of root.querySelectorAll("[data-takes]")) place.removeAttribute("data-takes");
      return one;
    };

    const end = (event: PointerEvent): void => {
      if (!going || event.pointerId !== going.id) return;
      const over = document.elementFromPoint(event.clientX, event.clientY);
      const place = over?.closest<HTMLElement>("[data-drop]");
      const one = settle();
      if (!one?.ghost) return;
      // The press that a drag began with is none.
      root.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => root.removeEventListener("click", swallow, { capture: true }), 0);
      if (over && place) {
        now.current.drop({ what: one.what, onto: place.dataset["drop"]!, over });
      }
    };
    const swallow = (event: Event): void => {
      event.stopPropagation();
      event.preventDefault();
    };

    root.addEventListener("pointerdown", begin);
    addEventListener("pointermove", go, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", settle);
    return () => {
      settle();
      root.removeEventListener("pointerdown", begin);
      removeEventListener("pointermove", go);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", settle);
    };
  }, []);
}
