/** The cards that lie there at the end of a game, for the picture of a result. */

import { fan, type Paint, type Pen } from "../../ui/canvas";
import type { DnupView } from "../../wire";

/** An empty table shows some of the deck. */
const SOME = ["7/1", "9/4", "10/2", "3/8"];

export function draw(pen: Pen, paint: Paint, view: DnupView): void {
  const laid = view.sets.flatMap((set) => set.cards);
  const shown = [...laid, ...SOME].slice(0, Math.max(3, Math.min(4, laid.length)));
  const cards = shown.map((card) => {
    const [up = "", down = ""] = card.split("/");
    return { up, down, paint: `dn-${up}`, ink: "dn-number", foot: "dn-paper", footInk: "dn-ink" };
  });
  fan(pen, paint, cards);
}
