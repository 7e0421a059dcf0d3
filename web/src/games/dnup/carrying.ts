/** Cards of the hand are carried to the table, and a set on the table to the hand. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { useDrag } from "../../ui/drag";

/** Milliseconds for which what was dropped waits there for the server's answer. */
const WAITS = 1500;

export interface Carried {
  /** What follows the pointer, found when it is lifted. */
  lift(): HTMLElement[];
  /** Whether it was accepted: then it stays where it was dropped until the table changes. */
  drop(on: string): boolean;
  /** It is back, or has gone. */
  end?(): void;
}

export interface Carrying {
  /** For `onPointerDown` of what can be carried. */
  grab(event: PointerEvent, carried: Carried): void;
  /** Put back whatever still waits. */
  settle(): void;
}

export function useCarrying(): Carrying {
  const drag = useDrag();
  const waiting = useRef<(() => void) | null>(null);
  const carrying = useMemo((): Carrying => {
    const settle = (): void => {
      const back = waiting.current;
      waiting.current = null;
      back?.();
    };
    return {
      settle,
      grab(event, carried) {
        let nodes: HTMLElement[] = [];
        let accepted = false;
        const back = (): void => {
          for (const node of nodes) {
            node.style.removeProperty("translate");
            node.classList.remove("dn-dragged");
          }
          carried.end?.();
        };
        drag(event, {
          begin() {
            settle();
            nodes = carried.lift();
          },
          move({ dx, dy }) {
            for (const node of nodes) {
              node.classList.add("dn-dragged"); // a card that is drawn anew has lost it
              node.style.setProperty("translate", `${dx}px ${dy}px`);
            }
          },
          drop({ place }) {
            const on = place?.dataset.drop;
            accepted = on !== undefined && carried.drop(on);
          },
          end() {
            if (!accepted) return back();
            waiting.current = back;
            setTimeout(() => waiting.current === back && settle(), WAITS);
          },
        });
      },
    };
  }, []);
  useEffect(() => carrying.settle, []);
  return carrying;
}

/** A set as it is carried: a copy above everything, while its cards wait where they lie. */
export function lifted(root: HTMLElement, set: HTMLElement): HTMLElement {
  const copy = set.cloneNode(true) as HTMLElement;
  const from = set.getBoundingClientRect();
  const layer = root.querySelector(".dn-flights") ?? root;
  const around = layer.getBoundingClientRect();
  const card = set.querySelector<HTMLElement>(".dn-card");
  copy.classList.add("dn-carried");
  copy.style.left = `${from.left - around.left}px`;
  copy.style.top = `${from.top - around.top}px`;
  copy.style.setProperty("--dn-w", `${card?.offsetWidth ?? 44}px`);
  layer.append(copy);
  set.classList.add("dn-lifted");
  return copy;
}
