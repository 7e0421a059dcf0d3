/** Some cards with nothing on them, for the picture of a result. */

import { fan, type Paint, type Pen } from "../../ui/canvas";

const COLOURS = ["red", "kraft", "blue"];

export function draw(pen: Pen, paint: Paint): void {
  const blank = { up: "", down: "", ink: "ink", foot: "sheet-2", footInk: "ink" };
  fan(pen, paint, COLOURS.map((colour) => ({ ...blank, paint: colour })));
}
