/** Team UP, put together for the page. */

import { t } from "../../words/i18n";
import type { TeamUpView } from "../../wire";
import type { Offer } from "../face";
import { later } from "../later";
import "./colours.css";
import { asks, form, moveName, result, tell, value } from "./words";

export const face: Offer<TeamUpView> = {
  name: "Team UP",
  line: () => t("Work as one team: stack the boxes on the pallet as tightly as you can. Or play solo."),
  shelf: 1,
  lesson: true,
  options: {
    clone: {
      name: () => t("What counts as a clone"),
      choices: {
        face: () => t("Any two sides that match exactly"),
        shape: () => t("Only boxes of the same shape"),
      },
    },
  },
  puzzles: {
    line: () => t("Team UP with every card known in advance. Each of these pallets can be filled perfectly."),
    lead: () =>
      t("Team UP on your own, with all the cards laid out in order. Every pallet here can be filled perfectly: no gaps, no boxes left over, no penalties."),
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
