/** Team Play's page: how missions are drawn, cards laid on them, a hand ordered, and all told. */

import { describe, expect, test } from "vitest";
import type { Setting } from "../src/games/face";
import { arranged, heldOf, inOrder, pickedFor } from "../src/games/team-play/cards";
import { cardsIn, fitOf, missing } from "../src/games/team-play/fit";
import { allTiles, drawingOf, isPlain, NUMBERS, poolText, type Requirement } from "../src/games/team-play/missions";
import { fulfilMove, giveMove } from "../src/games/team-play/play";
import { asks, moveWords, partnerOf, result, tell, value } from "../src/games/team-play/words";
import type { GameFacts, TeamPlayEvent, TeamPlayView } from "../src/wire";

const ODD = [1, 3, 5, 7];
const EVEN = [2, 4, 6, 8];
const ALL = { colour: "any", pools: [NUMBERS] } as const;
const RUN: Requirement = { ...ALL, kind: "run", length: 3 };
const MISSIONS = {
  run3_red: {
    points: 3,
    words: "three consecutive red numbers",
    requirement: { ...RUN, colour: "red" },
  },
};
const groups = (...sizes: number[]): Requirement => ({
  ...ALL,
  kind: "groups",
  sizes,
  colours: sizes.map(() => "any" as const),
});
const NAMES = ["Ada", "Ben", "Cleo", "Dan"];
const at = (mine = [1]): Setting => ({
  game: { game: "team-play", components: { missions: MISSIONS } } as unknown as GameFacts,
  name: (seat) => NAMES[seat - 1] ?? "",
  mine,
  seats: 4,
});

const view = (more: Partial<TeamPlayView> = {}): TeamPlayView => ({
  game: "team-play",
  players: 4,
  seat: 1,
  to_act: 1,
  over: false,
  scores: [4, 6, 4, 6],
  teams: [[1, 3], [2, 4]],
  asked: "turn",
  offered: null,
  draws: 0,
  gave: false,
  limit: 6,
  bank: ["r1", "r2", "b3"],
  hand: ["r5", "b2"],
  counts: [2, 2, 3, 3],
  discard: [],
  pile: 40,
  centre: "run3_red",
  missions: [[null], [null], [null], [null]],
  scored: [[], []],
  mission_discard: [],
  mission_pile: 30,
  turns_left: null,
  legal: ["draw pile", "draw r1"],
  ...more,
});

describe("a mission is drawn", () => {
  test("groups of equal symbols stay together, in their colours", () => {
    const drawing = drawingOf({ ...ALL, kind: "groups", sizes: [2, 2], colours: ["red", "blue"] });
    expect(drawing.pieces).toHaveLength(2);
    expect(allTiles(drawing).map(({ paint, mark }) => paint + mark)).toEqual(["r▲", "r▲", "b■", "b■"]);
  });
  test("a run rises step by step", () => {
    const drawing = drawingOf(RUN);
    expect(drawing.run).toBe(true);
    expect(allTiles(drawing).map(({ step }) => step)).toEqual([0, 1, 2]);
    const long = drawingOf({ ...RUN, kind: "run", length: 7 });
    expect(allTiles(long).map(({ step }) => step)).toEqual([0, 1, 6]);
    expect(long.pieces[2]).toEqual({ sign: "…" });
  });
  test("a pool and a common colour hold for all cards", () => {
    const drawing = drawingOf({ kind: "from", colour: "one", pools: [ODD], count: 4 });
    expect(drawing.pools).toEqual([ODD]);
    expect(allTiles(drawing).map(({ paint }) => paint)).toEqual(["one", "one", "one", "one"]);
    expect(drawingOf({ ...groups(2, 2, 2), pools: [ODD, EVEN] }).pools).toEqual([ODD, EVEN]);
    expect(drawingOf(groups(2)).pools).toEqual([]);
    expect([ODD, [6, 7, 8], [5]].map(poolText)).toEqual(["1·3·5·7", "6–8", "5"]);
  });
  test("what stands behind an equals sign is a sum, not a card", () => {
    const drawing = drawingOf({ ...ALL, kind: "sum", total: 10, count: 3 });
    expect(allTiles(drawing)).toHaveLength(3);
    expect(drawing.pieces.at(-1)).toEqual({ sign: "10" });
    expect(allTiles(drawingOf({ ...ALL, colour: "red", kind: "addition" }))).toHaveLength(3);
    expect(isPlain(drawing)).toBe(false);
    const many = drawingOf({ ...ALL, kind: "sum", total: 30, count: 7 });
    expect(many.pieces[0]).toEqual({ sign: "Σ" });
  });
  test("a mission that the server does not know has no drawing", () => {
    expect(drawingOf(null).pieces).toEqual([]);
  });
  test("many cards are counted", () => {
    const drawing = drawingOf({ ...ALL, colour: "red", kind: "from", count: 7 });
    expect(drawing.pieces).toEqual([{ tiles: [{ paint: "r", mark: "?", means: "any", step: 0 }], times: 7 }]);
  });
});

describe("cards of the hand are laid on a drawing", () => {
  const laid = (asked: Requirement, hand: string): string[] => {
    const fit = fitOf(drawingOf(asked), hand.split(" "));
    return fit!.map(({ card, number }) => card ?? `(${number ?? ""})`);
  };
  test("as many as go, and the numbers that would go with them", () => {
    expect(laid({ ...RUN, colour: "red" }, "r4 r6 b5")).toEqual(["r4", "(5)", "r6"]);
    expect(laid(RUN, "b8")).toEqual(["(6)", "(7)", "b8"]);
    expect(laid({ ...ALL, kind: "exact", numbers: EVEN }, "r4 b8 b8")).toEqual(["(2)", "r4", "(6)", "b8"]);
  });
  test("different symbols are different numbers", () => {
    expect(laid(groups(2, 2), "r3 r3 b3 b3")).toEqual(["r3", "r3", "()", "()"]);
  });
  test("all of one colour, whichever has more", () => {
    expect(laid({ ...ALL, colour: "one", kind: "exact", numbers: [5, 6, 7] }, "r5 b6 b7")).toEqual(["(5)", "b6", "b7"]);
  });
  test("only numbers of the pool", () => {
    expect(laid({ kind: "from", colour: "blue", pools: [[6, 7, 8]], count: 3 }, "b6 r7 b5 b8")).toEqual(["b6", "b8", "()"]);
  });
  test("sums are left to whoever counts", () => {
    expect(fitOf(drawingOf({ ...ALL, kind: "sum", total: 12, count: null }), ["r5", "r7"])).toBeNull();
  });
  test("what is missing is counted", () => {
    const fit = fitOf(drawingOf(groups(3, 2)), ["r3", "b3", "r5"])!;
    expect(missing(fit)).toBe(2);
    expect(inOrder(cardsIn(fit))).toEqual(["r3", "r5", "b3"]);
  });
});

describe("a hand", () => {
  const hand = ["r1", "r5", "r5", "b1"];
  test("is ordered by colour, by number, or as one likes", () => {
    expect(arranged(hand, "colour", [])).toEqual(["r1#0", "r5#0", "r5#1", "b1#0"]);
    expect(arranged(hand, "number", [])).toEqual(["r1#0", "b1#0", "r5#0", "r5#1"]);
    expect(arranged(hand, "own", ["b1#0", "r5#1", "b7#0"])).toEqual(["b1#0", "r5#1", "r1#0", "r5#0"]);
  });
  test("has equal cards that are told apart", () => {
    expect(pickedFor(heldOf(hand), ["r5", "r5", "b8"])).toEqual(["r5#0", "r5#1"]);
  });
  test("makes moves in the order of the notation", () => {
    expect(giveMove(["b1", "r5"])).toBe("give r5 b1");
    expect(fulfilMove("run3_red", ["r4", "r2", "r3"])).toBe("fulfil run3_red r2 r3 r4");
  });
});

describe("in words", () => {
  const told = (event: TeamPlayEvent): string[] => tell({ seat: 1, move: "", events: [event] }, at());
  test("moves", () => {
    expect(moveWords("fulfil run3_red r2 r3 r4", at())).toBe(
      "complete “three consecutive red numbers” with red 2, red 3 and red 4",
    );
    expect(moveWords("give r3 b4", at(), view())).toBe("give red 3 and blue 4 to Cleo");
    expect(moveWords("draw pile", at())).toBe("draw from the pile");
  });
  test("of a gift, the others hear only how many cards", () => {
    expect(told({ event: "given", seat: 2, to: 4, count: 2, cards: null })).toEqual(["Ben gives 2 cards to Dan."]);
    expect(told({ event: "given", seat: 1, to: 3, count: 1, cards: ["r3"] })).toEqual(["Ada gives red 3 to Cleo."]);
  });
  test("of a card from the pile, the others do not hear which", () => {
    expect(told({ event: "drawn", seat: 2, from: "pile", card: null })).toEqual(["Ben draws a card from the pile."]);
  });
  test("a kept mission is told too", () => {
    expect(tell({ seat: 2, move: "keep", events: [] }, at())).toEqual(["Ben keeps the mission."]);
  });
  test("what is asked, and how near the end is", () => {
    expect(asks(view())).toBe("Draw two cards from the bank or the pile.");
    expect(asks(view({ asked: "discard", counts: [8, 2, 3, 3] }))).toBe("Discard 2 cards first: the limit is 6.");
    expect(asks(view({ draws: 1, turns_left: 0 }))).toBe("Draw your second card. This is the last turn of the game.");
  });
  test("who has won", () => {
    expect(result(view({ over: true }), at([2]))).toBe("You and Dan win with 6 points!");
    expect(result(view({ over: true }), at())).toBe("Ben and Dan win with 6 points.");
    expect(result(view({ over: true, scores: [6, 6, 6, 6] }), at())).toBe("It’s a tie: Ada, Cleo, Ben and Dan share the win with 6 points.");
  });
  test("the values of reasons", () => {
    expect(value("card", "r5", at(), {})).toBe("red 5");
    expect(value("bank", "r5, b3", at(), {})).toBe("red 5 and blue 3");
    expect(value("mission", "run3_red", at(), {})).toBe("“three consecutive red numbers”");
    const asks = value("asks", "in the server’s words", at(), { mission: "run3_red" });
    expect(asks).toBe("three consecutive red numbers");
    expect(value("limit", 6, at(), {})).toBe(6);
  });
  test("partners sit opposite; who plays alone has none", () => {
    expect(partnerOf(view(), 1)).toBe(3);
    expect(partnerOf(view({ teams: [[1], [2], [3]] }), 1)).toBeNull();
  });
});
