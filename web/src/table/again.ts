/** Once more: a new table like this one, for the same people and bots. */

import { get, openTable, post } from "../net/api";
import type { Session } from "../store/session";
import { CHANGES_GAME } from "../store/table";
import { go } from "../ui/router";
import { trying } from "../ui/notice";
import type { AnyTold, Done, Mode, NewTable, Puzzles, Standing } from "../wire";
import { speaker, tableAt } from "./asked";

/** A phrase, which each reads in their own language. */
const ONCE_MORE = "once-more";

/** Where somebody has asked the others to since the game ended: the last such table. */
export function invitation(told: readonly AnyTold[]): string | null {
  const end = told.findLastIndex((entry) => CHANGES_GAME.has(entry.what) || entry.what === "ended");
  const found = told
    .slice(end + 1)
    .flatMap((entry) => (entry.what === "said" ? (entry.text ?? "").split(/\s+/) : []))
    .map(tableAt);
  return found.findLast(Boolean) ?? null;
}

/** The same puzzle from its beginning. */
export function tryAgain(session: Session): void {
  const { game, deal } = session.state.value.facts;
  void trying(async () => {
    const { puzzles } = await get<Puzzles>("/api/puzzles");
    const puzzle = puzzles.find((one) => deal.startsWith(one.id)); // named by how its deal begins
    const { playPuzzle } = await import("../home/play");
    if (puzzle) await playPuzzle(game, puzzle.number);
  });
}

/** What a table must be like to play the same once more. */
export function wishAgain(session: Session, deal: "new" | "same", mode: Mode | null): NewTable {
  const { facts, mine } = session.state.value;
  const { game, players, options = {} } = facts;
  const seat = mine[0] ?? 1;
  const bots = facts.seats.flatMap((one) =>
    one.seat !== seat && one.bot && !one.name ? [[one.seat, one.bot] as const] : [],
  );
  return {
    game,
    players,
    options,
    seat,
    bots: Object.fromEntries(bots),
    hints: facts.hints ?? true,
    clock: facts.clock ?? null,
    ...(deal === "same" && { same_deal: facts.id }),
    ...(mode && { mode }),
    ...(bots.length === players - 1 && { start: true }),
  };
}

/** Open it and go there. Who shares this device comes along; the others are told where it is. */
export function playAgain(session: Session, deal: "new" | "same", mode: Mode | null = null): void {
  void trying(async () => {
    const { table } = await openTable(wishAgain(session, deal, mode));
    await bring(session, table.id, table.version, table.state === "gathering");
    const seat = speaker(session);
    const { facts, mine } = session.state.value;
    const others = facts.seats.some((one) => one.name && !mine.includes(one.seat));
    if (others && seat !== null && facts.talk !== "closed") {
      session.ask({ do: "say", seat, phrase: ONCE_MORE });
      session.ask({ do: "say", seat, text: `${location.origin}/j/${table.code}` });
    }
    go(`/t/${table.id}`);
  });
}

async function bring(session: Session, table: Standing["table"]["id"], version: number, open: boolean): Promise<void> {
  const { facts, mine } = session.state.value;
  if (!open || mine.length < 2) return;
  const command = (wish: Record<string, unknown>): Promise<Done> =>
    post<Done>(`/api/tables/${table}/commands`, { id: `again-${Math.random().toString(36).slice(2)}`, version, ...wish });
  for (const seat of mine.slice(1)) {
    await command({ do: "sit", seat, name: facts.seats[seat - 1]?.name });
  }
}
