/** Words for what the server tells in codes: levels, states, clocks, options. */

import { faceOf } from "../games";
import type { Clock, Option, ResultSeat, SeatFacts, State } from "../wire";
import { and, t, tn } from "../words/i18n";
import { levelName } from "../words/names";

export const gameName = (game: string): string => faceOf(game).name;

export function levelLine(level: string): string {
  switch (level) {
    case "beginner":
      return t("Still learning, as we all were once.");
    case "casual":
      return t("Plays sensibly, with a slip now and then.");
    case "skilled":
      return t("Thinks ahead and rarely slips up.");
    case "expert":
      return t("Thinks hard before every move.");
    default:
      return "";
  }
}

export const botOf = (level: string): string => t("Bot ({level})", { level: levelName(level) });

/** "1 to 4 players". */
export function playersLine(players: readonly number[]): string {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  return least === most
    ? tn("{n} player", "{n} players", most)
    : t("{least} to {most} players", { least, most });
}

export function stateLine(state: State, endedBy: string | null | undefined): string {
  switch (state) {
    case "gathering":
      return t("waiting for players");
    case "playing":
      return t("in play");
    case "over":
      return t("finished");
    default:
      return endLine(endedBy);
  }
}

/** Why a table in a list has no result. */
function endLine(reason: string | null | undefined): string {
  switch (reason) {
    case "agreed":
      return t("ended early");
    case "closed":
      return t("closed by the host");
    case "deserted":
      return t("closed because nobody came");
    case "admin":
      return t("ended by the people who run this server");
    default:
      return t("ended without a result");
  }
}

/** Who sits there: names, and how many bots. */
export function company(seats: readonly (SeatFacts | ResultSeat)[], forgotten: string): string {
  const names: string[] = [];
  let bots = 0;
  for (const seat of seats) {
    if (seat.name) names.push(seat.name);
    else if (seat.bot) bots += 1;
    else if (forgotten) names.push(forgotten);
  }
  if (bots) names.push(tn("{n} bot", "{n} bots", bots));
  return and(names);
}

/** Clocks to choose from: at leisure, brisk, thoughtful, by the day. */
export const CLOCKS: readonly (Clock | null)[] = [
  null,
  { move: 20, reserve: 120 },
  { move: 60, reserve: 600 },
  { move: 300, reserve: 0 },
  { move: 86400, reserve: 0 },
];

export function clockLine(clock: Clock | null): string {
  switch (clock?.move) {
    case undefined:
      return t("As long as you like");
    case 20:
      return t("20 seconds a move plus a 2-minute reserve");
    case 60:
      return t("1 minute a move plus a 10-minute reserve");
    case 300:
      return t("5 minutes a move");
    default:
      return t("1 day a move");
  }
}

export function optionName(game: string, { option }: Option): string {
  return faceOf(game).options[option]?.name() ?? option;
}

export function choiceName(game: string, { option }: Option, choice: string | number | boolean): string {
  return faceOf(game).options[option]?.choices[String(choice)]?.() ?? String(choice);
}
