/** Team UP, put together for the page. */

import { t } from "../../words/i18n";
import type { TeamUpView } from "../../wire";
import type { Offer } from "../face";
import { later } from "../later";
import "./colours.css";
import { asks, form, moveName, result, tell, value } from "./words";

export const face: Offer<TeamUpView> = {
  name: "Team UP",
  line: () => t("All together: stack the boxes on one pallet as tightly as you can. Also alone."),
  shelf: 1,
  lesson: true,
  options: {
    clone: {
      name: () => t("House rule: a clone is"),
      choices: {
        face: () => t("any two boxes face to face with equal sides"),
        shape: () => t("only boxes of the same shape"),
      },
    },
  },
  puzzles: {
    line: () => t("Team UP with every card known beforehand. Each of these pallets can be stacked perfectly."),
    lead: () =>
      t("Team UP by yourself, with the order of all cards on the table. Every pallet here can be stacked perfectly: no gap, no box left over, no penalty."),
    solved: 25, // what a perfect pallet scores
  },
  Board: later<TeamUpView>(() => import("./Board")),
  open: true,
  sounds: { placed: "box" },
  drawing: () => import("./drawing").then(({ draw }) => draw),
  asks,
  move: moveName,
  verbs: { place: () => t("Place") },
  tell,
  result,
  value,
  form,
};
