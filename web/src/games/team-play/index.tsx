/** Team Play, put together for the page. */

import type { TeamPlayView } from "../../wire";
import { t } from "../../words/i18n";
import type { Face } from "../face";
import { later } from "../later";
import { Picture } from "./Picture";
import { asks, moveWords, pointsWords, result, tell, value } from "./words";

export const teamPlay: Face<TeamPlayView> = {
  name: "Team Play",
  line: () => t("Collect numbers and trade them for missions; with four or six, two and two, without a word."),
  Picture,
  Board: later<TeamPlayView>(() => import("./Board")),
  open: false,
  asks,
  move: moveWords,
  tell,
  result,
  score: pointsWords,
  most: () => t("most points"),
  value,
};
