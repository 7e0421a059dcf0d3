/** A table as tests need it: two people at dnup, and a game whose words are plain. */

import type { Face, Setting } from "../src/games/face";
import { complete } from "../src/games/plain/face";
import type { AnyTold, AnyView, DnupView, GameFacts, Standing, TableFacts, Welcome } from "../src/wire";

export const facts = (more: Partial<TableFacts> = {}): TableFacts => ({
  id: "k3vq7yd2mzt5hw4c",
  code: "QWERTZ",
  version: 3,
  game: "dnup",
  players: 2,
  deal: "4e89a81b99c3a574",
  state: "playing",
  seats: [{ seat: 1, name: "Ada", host: true }, { seat: 2, name: "Ben" }],
  hints: true,
  shuffle: { commitment: "4e89" },
  created: 0,
  ...more,
});

export const view = (seat: number | null, toAct: number, more: Partial<DnupView> = {}): AnyView => ({
  game: "dnup",
  players: 2,
  seat,
  to_act: toAct,
  over: false,
  scores: [0, 0],
  round: 1,
  starter: 1,
  area: "a",
  hand: seat === null ? null : ["1/6", "7/1"],
  counts: [2, 2],
  sets: [],
  discard: 0,
  out: [],
  legal: seat === toAct ? ["play 1/6", "flip"] : [],
  ...more,
});

export const moved = (n: number, seat: number, move: string): AnyTold => ({
  what: "moved",
  n,
  at: n * 1000,
  seat,
  lines: [{ seat, move, events: [] }],
});

export const standing = (more: Partial<Standing> = {}): Standing => ({
  table: facts(),
  seats: [1],
  views: [view(1, 1)],
  host: true,
  ...more,
});

export const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  say: "welcome",
  version: 3,
  table: facts(),
  seats: [1],
  views: [view(1, 1)],
  told: [{ what: "opened", n: 1, at: 1000 }],
  present: [1],
  watching: 0,
  host: true,
  ...more,
});

export const game = {
  game: "dnup",
  title: "dnup",
  sides: { 2: [[1], [2]] },
  levels: [],
  modes: [],
} as unknown as GameFacts;

/** A game that says everything as it is written. */
export const face: Face = complete({
  name: "dnup",
  line: () => "",
  Board: () => null,
  tell: (line) => [line.move],
  result: () => "",
  score: (score) => String(score),
  most: () => "",
});

export const at: Setting = { game, name: (seat) => ["Ada", "Ben"][seat - 1] ?? "?", mine: [1], seats: 2 };
