/** The ways to a table: against bots, with friends, passing one device around, a deal, a puzzle. */

import { openTable, perhaps, post, Problem } from "../net/api";
import { trying } from "../ui/notice";
import { go } from "../ui/router";
import type { DailyDeal, Done, GameFacts, NewTable, Standing } from "../wire";
import { calledLike, know, somebody } from "./who";

export interface Usual {
  players: number;
  level: string;
}

const KEPT = "upturn.play";
const GENTLE = "casual";

type Kept = Record<string, Partial<Usual>>;

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

/** How this game was played here last, or as most play it. */
export function usual(game: GameFacts): Usual {
  const { players = 0, level = "" } = kept()[game.game] ?? {};
  const levels = game.levels.map((one) => one.level);
  return {
    players: game.players.includes(players) ? players : game.usual_players,
    level: levels.includes(level) ? level : levels.includes(GENTLE) ? GENTLE : (levels[0] ?? GENTLE),
  };
}

export function remember(game: string, wish: Usual): void {
  localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [game]: wish }));
}

/** Bots of a level in all seats but the first. */
export function botsBeside(players: number, level: string): Record<string, string> {
  const seats = Array.from({ length: players - 1 }, (_, index) => String(index + 2));
  return Object.fromEntries(seats.map((seat) => [seat, level]));
}

/** Do something as somebody. Who was forgotten by the server meanwhile becomes somebody new. */
async function asSomebody<Answer>(deed: () => Promise<Answer>): Promise<Answer> {
  await somebody();
  try {
    return await deed();
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
    know(null);
    await somebody();
    return deed();
  }
}

/** Open a table as somebody, and go there. Null if it was refused, which has been said. */
export function sitDown(wish: NewTable): Promise<Standing | null> {
  return trying(async () => {
    const standing = await asSomebody(() => openTable(wish));
    go(`/t/${standing.table.id}`);
    return standing;
  });
}

export const playNow = (game: string, { players, level }: Usual): Promise<Standing | null> =>
  sitDown({ game, players, seat: 1, bots: botsBeside(players, level), start: true });

/** Where the day names no bots, the other seats are for friends. */
export function playToday(deal: DailyDeal, players: number): Promise<Standing | null> {
  const { game, bots } = deal;
  const start = players === 1 || Object.keys(bots).length === players - 1;
  return sitDown({ game, players, seat: 1, bots, daily: true, hints: false, start });
}

/** Who is at this device: a name, or the level of a bot. */
export type Place = { name: string } | { bot: string };

/** One device for several people: all are seated under their names, and the game begins. */
export function passAndPlay(game: string, places: readonly Place[]): Promise<string | null> {
  return trying(async () => {
    const seats = places.map((place, index) => ({ ...place, seat: index + 1 }));
    const people = seats.filter((one) => "name" in one);
    const first = people[0]!;
    const person = await calledLike(first.name);
    const bots = Object.fromEntries(
      seats.flatMap((one) => ("bot" in one ? [[String(one.seat), one.bot]] : [])),
    );
    // Who is called so on this server sits down at once; else the seat bears the name alone.
    const seat = person.name === first.name ? first.seat : null;
    const { table } = await openTable({ game, players: seats.length, seat, bots });
    let version = table.version;
    let asked = 0;
    const ask = async (wish: object): Promise<void> => {
      const command = { ...wish, id: `pass-${++asked}`, version };
      ({ version } = await post<Done>(`/api/tables/${table.id}/commands`, command));
    };
    for (const one of people) {
      if (one.seat !== seat) await ask({ do: "sit", seat: one.seat, name: one.name });
    }
    await ask({ do: "start" });
    go(`/t/${table.id}`);
    return table.id;
  });
}

// --- Puzzles ---------------------------------------------------------------------------------

const PUZZLES = "upturn.puzzles";

/** What this device knows of a puzzle: where it was opened last, and the best result. */
export interface Tried {
  table?: string;
  best?: number;
}

export function tried(): Record<number, Tried> {
  try {
    return JSON.parse(localStorage.getItem(PUZZLES) ?? "{}") as Record<number, Tried>;
  } catch {
    return {};
  }
}

export function noteTried(number: number, news: Tried): void {
  const before = tried();
  localStorage.setItem(PUZZLES, JSON.stringify({ ...before, [number]: { ...before[number], ...news } }));
}

/** Go on with a puzzle that was begun here, or begin it. */
export async function playPuzzle(game: string, number: number): Promise<void> {
  const { table } = tried()[number] ?? {};
  const begun = table ? await perhaps<Standing>(`/api/tables/${table}`) : null;
  if (begun?.table.state === "playing" && begun.seats.length) return go(`/t/${begun.table.id}`);
  const standing = await sitDown({ game, players: 1, seat: 1, puzzle: number, start: true });
  if (standing) noteTried(number, { table: standing.table.id });
}
