/** Team UP, put together for the page. */

import { t } from "../../words/i18n";
import type { TeamUpView } from "../../wire";
import type { Face } from "../face";
import { PlainBoard } from "../plain";

export const teamUp: Face<TeamUpView> = {
  name: "Team UP",
  line: () => t("All together: stack the boxes on one pallet as tightly as you can. Also alone."),
  Picture: () => null,
  Board: PlainBoard,
  open: true,
  asks: () => "",
  move: (move) => move,
  tell: (line) => [line.move],
  result: () => "",
  value: (_name, value) => value,
};
