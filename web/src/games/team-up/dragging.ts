/** Dragging a box from the tray onto the pallet, solid or flat. */

import { useEffect, useRef, useState } from "preact/hooks";
import { cellOf, colourOf, kindOf, type Cell } from "./geometry";
import type { Placing } from "./placing";

/** Where the solid pallet is met under a point of the window; null: beside it. */
export interface Target {
  current: { at(x: number, y: number): Cell | null } | null;
}

export interface Floating {
  colour: string;
  kind: string;
  x: number;
  y: number;
}

const BEGINS = 8; // pixels: less is a tap

export function useDrag(placing: Placing, target: Target) {
  const [floating, float] = useState<Floating | null>(null);
  const now = useRef(placing);
  now.current = placing;
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);

  const begin = (down: PointerEvent, box: string): void => {
    if (down.button !== 0) return;
    let dragged = false;
    let over = false;

    const move = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      if (!dragged && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < BEGINS) return;
      if (!dragged) {
        dragged = true;
        if (now.current.box !== box) now.current.pick(box);
      }
      over = aimed(event.clientX, event.clientY, now.current, target);
      float(over ? null : { colour: colourOf(box), kind: kindOf(box), x: event.clientX, y: event.clientY });
    };
    const up = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      stop();
      if (!dragged) return;
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      if (over && event.type === "pointerup") now.current.confirm();
    };
    const stop = (): void => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      end.current = null;
      float(null);
    };
    end.current?.();
    end.current = stop;
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  };
  return { floating, begin };
}

/** The click that ends a drag is none. */
function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** Hold the box over what is under the pointer; whether that is the pallet. */
function aimed(x: number, y: number, placing: Placing, target: Target): boolean {
  const under = document.elementFromPoint(x, y);
  const cell = under?.closest<HTMLElement>("[data-cell]")?.dataset.cell;
  if (cell) {
    placing.aim(cellOf(cell));
    return true;
  }
  const point = under?.closest("[data-solid]") ? (target.current?.at(x, y) ?? null) : null;
  if (point) placing.hover(point);
  return point !== null;
}
