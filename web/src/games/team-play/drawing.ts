/** The bank at the end of a game, for the picture of a result. */

import { fan, type Paint, type Pen } from "../../ui/canvas";
import type { TeamPlayView } from "../../wire";
import { isRed, numberOf } from "./cards";

/** Where the bank is empty some of the deck are shown. */
const SOME = ["r3", "b5", "r7", "b2"];

export function draw(pen: Pen, paint: Paint, view: TeamPlayView): void {
  const seen = view.bank.filter((card) => card !== null);
  const cards = [...seen, ...SOME].slice(0, 4).map((card) => {
    const [colour, number] = [isRed(card) ? "tp-red" : "tp-blue", String(numberOf(card))];
    return { up: number, down: number, paint: colour, ink: "tp-paint", foot: colour, footInk: "tp-paint" };
  });
  fan(pen, paint, cards);
}
