/** dnup, put together for the page. */

import type { DnupLine, DnupView } from "../../wire";
import { t } from "../../words/i18n";
import type { Offer } from "../face";
import { later } from "../later";
import "./colours.css";
import { asks, form, mostWords, moveName, result, scoreWords, tell, value } from "./words";

export const face: Offer<DnupView> = {
  name: "dnup",
  line: () => t("Be first to get rid of your cards. Each has two values, and cards you take back are upside down."),
  shelf: 3,
  lesson: true,
  Board: later<DnupView>(() => import("./Board")),
  drawing: () => import("./drawing").then(({ draw }) => draw),
  asks,
  move: moveName,
  verbs: { play: () => t("Play"), add: () => t("Add"), take: () => t("Take") },
  tell: (line, at) => tell(line as DnupLine, at),
  result,
  score: scoreWords,
  most: mostWords,
  value,
  form,
};
