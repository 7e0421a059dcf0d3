/** Team Play, put together for the page. */

import { t } from "../../words/i18n";
import type { TeamPlayView } from "../../wire";
import type { Face } from "../face";
import { PlainBoard } from "../plain";

export const teamPlay: Face<TeamPlayView> = {
  name: "Team Play",
  line: () => t("Collect numbers and trade them for missions; with four or six, two and two, without a word."),
  Picture: () => null,
  Board: PlainBoard,
  open: false,
  asks: () => "",
  move: (move) => move,
  tell: (line) => [line.move],
  result: () => "",
  value: (_name, value) => value,
};
