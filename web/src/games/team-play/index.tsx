/** Team Play, put together for the page. */

import type { TeamPlayView } from "../../wire";
import { t } from "../../words/i18n";
import type { Offer } from "../face";
import { later } from "../later";
import "./colours.css";
import { asks, form, moveWords, result, tell, value } from "./words";

export const face: Offer<TeamPlayView> = {
  name: "Team Play",
  line: () => t("Complete missions with number cards. With four or six players, you play in silent pairs."),
  shelf: 2,
  lesson: true,
  company: (_bots, level) => t("You and a bot against two more bots ({level})", { level }),
  Board: later<TeamPlayView>(() => import("./Board")),
  drawing: () => import("./drawing").then(({ draw }) => draw),
  asks,
  move: moveWords,
  verbs: {
    draw: () => t("Draw"),
    discard: () => t("Discard"),
    give: () => t("Give"),
    fulfil: () => t("Complete"),
  },
  tell,
  result,
  value,
  form,
};
