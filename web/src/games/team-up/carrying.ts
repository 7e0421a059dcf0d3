/** A box is carried from the tray onto the pallet, solid or flat. */

import { useRef, useState } from "preact/hooks";
import { useDrag, type Point } from "../../ui/drag";
import { cellOf, colourOf, kindOf, type Cell } from "./geometry";
import type { Placing } from "./placing";

/** Where the solid pallet is met under a point of the window; null: beside it. */
export interface Target {
  current: { at(x: number, y: number): Cell | null } | null;
}

/** A box that is not over the pallet yet. */
export interface Floating {
  colour: string;
  kind: string;
  x: number;
  y: number;
}

export function useCarrying(placing: Placing, target: Target) {
  const drag = useDrag();
  const [floating, float] = useState<Floating | null>(null);
  const now = useRef(placing);
  now.current = placing;

  const grab = (event: PointerEvent, box: string): void => {
    let above = false;
    drag(event, {
      begin() {
        if (now.current.box !== box) now.current.pick(box);
      },
      move(at) {
        above = aimed(at, now.current, target);
        float(above ? null : { colour: colourOf(box), kind: kindOf(box), x: at.x, y: at.y });
      },
      drop() {
        if (above) now.current.confirm();
      },
      end: () => float(null),
    });
  };
  return { floating, grab };
}

/** Hold the box over what is under the pointer; whether that is the pallet. */
function aimed({ x, y, over }: Point, placing: Placing, target: Target): boolean {
  const cell = over?.closest<HTMLElement>("[data-cell]")?.dataset.cell;
  if (cell) {
    placing.aim(cellOf(cell));
    return true;
  }
  const point = over?.closest("[data-solid]") ? (target.current?.at(x, y) ?? null) : null;
  if (point) placing.hover(point);
  return point !== null;
}
