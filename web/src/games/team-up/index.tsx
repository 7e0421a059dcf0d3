/** Team UP, put together for the page. */

import { t, tn } from "../../words/i18n";
import type { TeamUpView } from "../../wire";
import type { Face } from "../face";
import { later } from "../later";
import { Picture } from "./Picture";
import { asks, moveName, result, tell, value } from "./words";

export const teamUp: Face<TeamUpView> = {
  name: "Team UP",
  line: () => t("All together: stack the boxes on one pallet as tightly as you can. Also alone."),
  Picture,
  Board: later<TeamUpView>(() => import("./Board")),
  open: true,
  asks,
  move: moveName,
  tell,
  result,
  score: (score) => tn("{n} point", "{n} points", score),
  most: () => t("most points"),
  value,
};
