/** Things that move for a moment, and how long their frames take. */

const KEPT = 600; // frames measured

export interface Motion {
  since: number;
  long: number;
  /** `part` from 0 to 1. */
  step(part: number): void;
}

/** Falls, and bounces once. */
export function fallen(part: number): number {
  if (part < 0.62) return 1 - (part / 0.62) ** 2;
  const again = (part - 0.62) / 0.38;
  return 0.09 * 4 * again * (1 - again);
}

let frames = 0;

/** From one frame of a motion to the next. */
export function measured(last: number, time: number): void {
  if (last < 1) return;
  if (++frames % KEPT === 0) performance.clearMeasures("pallet-frame");
  performance.measure("pallet-frame", { start: last, end: time });
}
