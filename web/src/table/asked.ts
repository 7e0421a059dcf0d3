/** Small things that several parts of the table page ask about a session. */

import type { View } from "../games/face";
import type { Session } from "../store/session";
import { CHANGES_GAME, type TableState } from "../store/table";
import type { GameFacts, Seat, SeatFacts } from "../wire";
import { t } from "../words/i18n";
import { levelName } from "../words/names";

export type Sheet =
  | "menu"
  | "invite"
  | "rules"
  | "settings"
  | "shuffle"
  | "phone"
  | "end"
  | "close"
  | "leave"
  | "people"
  | "story"
  | "talk";

/** The seats in which nobody is. */
export function openSeats(seats: readonly SeatFacts[]): Seat[] {
  return seats.filter((one) => !one.name && !one.bot).map((one) => one.seat);
}

/** The seat one speaks for: the one whose turn it is, else the first of one's own. */
export function speaker(session: Session): Seat | null {
  const { mine } = session.state.value;
  const next = session.toAct.value;
  return next !== null && mine.includes(next) ? next : (mine[0] ?? null);
}

/** Whose turn it is, as a headline. */
export function headline(session: Session): string {
  const { facts, mine } = session.state.value;
  switch (facts.state) {
    case "gathering":
      return t("Waiting for players");
    case "over":
      return t("The game is over");
    case "ended":
      return facts.plies ? t("The game ended early") : t("The table is closed");
    case "playing": {
      const next = session.toAct.value;
      if (next === null) return t("One moment …");
      const name = session.name(next);
      if (!mine.includes(next)) return t("{name}’s turn", { name });
      return mine.length > 1 ? t("Your turn, {name}", { name }) : t("Your turn");
    }
  }
}

/** Why nothing can be taken back just now. */
export function whyNotBack(session: Session): string {
  const { ballots = [] } = session.state.value.facts;
  return ballots.some((ballot) => ballot.about === "take-back") ? t("The others are already being asked.") : "";
}

/** What is to be known of a seat beside its name. */
export function marks(session: Session, seat: SeatFacts): string[] {
  const { mine, present, facts } = session.state.value;
  const own = mine.includes(seat.seat);
  const told: string[] = [];
  if (own) told.push(t("you"));
  if (seat.host) told.push(t("host"));
  if (seat.bot) {
    const level = levelName(seat.bot);
    told.push(seat.name ? t("a bot ({level}) is standing in", { level }) : t("bot ({level})", { level }));
  }
  if (seat.name && (facts.state === "playing" || facts.state === "gathering")) {
    if (seat.away) told.push(t("away"));
    else if (!own) told.push(present.includes(seat.seat) ? t("here") : t("not connected"));
  }
  return told;
}

/** Where an address leads, if it is a table here. */
export function tableAt(address: string): string | null {
  const path = address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : "";
  return /^\/[tj]\/\w+$/.test(path) ? path : null;
}

/** What the record of a game is called when it is saved: the server names it after the day it ended. */
export function recordName({ facts, told }: TableState): string {
  const last = told.findLast((entry) => CHANGES_GAME.has(entry.what) || entry.what === "ended");
  const over = facts.state === "over" || facts.state === "ended";
  const day = over && last ? new Date(last.at).toISOString().slice(0, 10) : "…";
  return `upturn-${facts.game}-${day}-${facts.id.slice(0, 6)}.json`;
}

/** A time as a clock shows it: 1:05, 1:00:00. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

export interface Standing {
  seats: readonly Seat[];
  score: number;
  best: boolean;
}

/** Scores by side, the best first. */
export function standings(game: GameFacts, view: View): Standing[] {
  const rows = (game.sides[view.players] ?? []).map((team) => ({ seats: team, score: view.scores[(team[0] ?? 1) - 1] ?? 0 }));
  const most = Math.max(...rows.map((row) => row.score));
  return rows
    .map((row) => ({ ...row, best: rows.length > 1 && row.score === most }))
    .sort((one, other) => other.score - one.score);
}
