/** What the parts of the table page ask: open seats, clocks, who stands where in the end. */

import { describe, expect, test } from "vitest";
import { clockText, openSeats, standings } from "../src/table/asked";
import { facts, game, view } from "./fixtures";

test("a seat is open if neither a person nor a bot is in it", () => {
  expect(openSeats([...facts().seats, { seat: 3 }, { seat: 4, bot: "casual" }])).toEqual([3]);
});

test.each([
  [-5, "0:00"],
  [400, "0:01"],
  [65_000, "1:05"],
  [3_600_000, "1:00:00"],
])("%i ms are %s", (ms, text) => expect(clockText(ms)).toBe(text));

describe("who stands where", () => {
  test("everybody alone, the best first", () => {
    expect(standings(game, view(1, 1, { scores: [1, 3] }))).toEqual([
      { seats: [2], score: 3, best: true },
      { seats: [1], score: 1, best: false },
    ]);
  });

  test("a tie has two best ones", () => {
    expect(standings(game, view(1, 1, { scores: [2, 2] })).map((row) => row.best)).toEqual([true, true]);
  });

  test("by side, where seats play together", () => {
    const over = { ...view(1, 1), players: 4, scores: [5, 9, 5, 9] };
    expect(standings({ ...game, sides: { 4: [[1, 3], [2, 4]] } }, over)).toEqual([
      { seats: [2, 4], score: 9, best: true },
      { seats: [1, 3], score: 5, best: false },
    ]);
  });

  test("nobody is ahead where all are one", () => {
    const over = view(1, 1, { scores: [21, 21] });
    expect(standings({ ...game, sides: { 2: [[1, 2]] } }, over)).toEqual([{ seats: [1, 2], score: 21, best: false }]);
  });
});
