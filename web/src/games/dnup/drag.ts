/**
 * Dragging by mouse, pen or finger: cards of the hand to the table, a set on the table to the hand.
 * What is dragged follows the pointer; where it may be dropped carries `data-drop`.
 */

import { useEffect, useMemo, useRef } from "preact/hooks";

/** So far a pointer moves before a press becomes a drag. */
const FAR = 7;
/** A card that was dropped waits there for the server's answer, but not for ever. */
const WAITS = 1500;

export interface Load {
  /** What follows the pointer, found when the drag begins. */
  nodes(): HTMLElement[];
  begin?(): void;
  /** Whether it was accepted: then it stays where it was dropped until the table changes. */
  drop(on: string): boolean;
  /** It is back, or has gone. */
  end?(): void;
}

interface Drag {
  load: Load;
  pointer: number;
  x: number;
  y: number;
  moving: HTMLElement[] | null;
  over: Element | null;
}

export interface Dragging {
  /** For `onPointerDown` of what can be dragged. */
  grab(event: PointerEvent, load: Load): void;
  /** Whether this click is only the end of a drag. */
  wasDrag(): boolean;
  /** Put back whatever still waits. */
  settle(): void;
}

export function useDrag(): Dragging {
  const drag = useRef<Drag | null>(null);
  const waiting = useRef<Drag | null>(null);
  const ended = useRef(0);

  const dragging = useMemo((): Dragging => {
    const back = ({ moving, load }: Drag): void => {
      for (const node of moving ?? []) {
        node.style.removeProperty("translate");
        node.classList.remove("dn-dragged");
      }
      load.end?.();
    };
    const settle = (): void => {
      if (waiting.current) back(waiting.current);
      waiting.current = null;
    };
    const target = (event: PointerEvent): Element | null =>
      document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null;

    const move = (event: PointerEvent): void => {
      const now = drag.current;
      if (!now || event.pointerId !== now.pointer) return;
      const dx = event.clientX - now.x;
      const dy = event.clientY - now.y;
      if (!now.moving) {
        if (Math.hypot(dx, dy) < FAR) return;
        now.load.begin?.();
        now.moving = [];
      }
      if (now.moving.length === 0) now.moving = now.load.nodes();
      for (const node of now.moving) {
        node.classList.add("dn-dragged");
        node.style.setProperty("translate", `${dx}px ${dy}px`);
      }
      const over = target(event);
      if (over !== now.over) {
        now.over?.classList.remove("dn-over");
        over?.classList.add("dn-over");
        now.over = over;
      }
    };
    const end = (event: PointerEvent): void => {
      const now = drag.current;
      if (!now || event.pointerId !== now.pointer) return;
      drag.current = null;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!now.moving) return;
      ended.current = Date.now();
      now.over?.classList.remove("dn-over");
      const on = event.type === "pointerup" ? target(event)?.getAttribute("data-drop") : null;
      if (on && now.load.drop(on)) {
        waiting.current = now;
        setTimeout(() => waiting.current === now && settle(), WAITS);
      } else {
        back(now);
      }
    };
    return {
      grab(event, load) {
        if (event.button !== 0 || drag.current) return;
        drag.current = { load, pointer: event.pointerId, x: event.clientX, y: event.clientY, moving: null, over: null };
        addEventListener("pointermove", move);
        addEventListener("pointerup", end);
        addEventListener("pointercancel", end);
      },
      wasDrag: () => Date.now() - ended.current < 80,
      settle,
    };
  }, []);

  useEffect(() => () => dragging.settle(), [dragging]);
  return dragging;
}

/** A set as it is dragged: a copy above everything, while its cards wait where they lie. */
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
