/** dnup, put together for the page. */

import { t } from "../../words/i18n";
import type { DnupView } from "../../wire";
import type { Face } from "../face";
import { PlainBoard } from "../plain";

export const dnup: Face<DnupView> = {
  name: "dnup",
  line: () => t("Be rid of your cards first. Every card has two values, and what comes back is turned."),
  Picture: () => null,
  Board: PlainBoard,
  open: false,
  asks: () => "",
  move: (move) => move,
  tell: (line) => [line.move],
  result: () => "",
  value: (_name, value) => value,
};
