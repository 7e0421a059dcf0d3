/** dnup, put together for the page. */

import type { DnupLine, DnupView } from "../../wire";
import { t } from "../../words/i18n";
import type { Face } from "../face";
import { later } from "../later";
import { Picture } from "./Picture";
import { asks, mostWords, moveName, result, scoreWords, tell, value } from "./words";

export const dnup: Face<DnupView> = {
  name: "dnup",
  line: () => t("Be rid of your cards first. Every card has two values, and what comes back is turned."),
  Picture,
  Board: later<DnupView>(() => import("./Board")),
  open: false,
  asks,
  move: moveName,
  tell: (line, at) => tell(line as DnupLine, at),
  result,
  score: scoreWords,
  most: mostWords,
  value,
};
