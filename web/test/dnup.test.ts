/** dnup's page: cards and moves as texts, where a hand lies, and what is told of a game. */

import { describe, expect, test } from "vitest";
import type { Setting } from "../src/games/face";
import { clockwise, inOrder, piece, playing, readPlace, runs, turned } from "../src/games/dnup/cards";
import { laid, TALL } from "../src/games/dnup/layout";
import { cardsOf } from "../src/games/dnup/picking";
import { beatenBy, moveWords, result, tell, value } from "../src/games/dnup/words";
import type { DnupLine, DnupView, GameFacts } from "../src/wire";

const NAMES = ["Ada", "Ben", "Cleo"];
const at = (seats = 3, mine = [1]): Setting => ({
  game: { game: "dnup" } as GameFacts,
  name: (seat) => NAMES[seat - 1] ?? "",
  mine,
  seats,
});

describe("cards", () => {
  test("a turned card has its values the other way round", () => {
    expect(turned("10/2")).toBe("2/10");
    expect(piece("10/2")).toBe(piece("2/10"));
  });
  test("a hand is ordered by active, then inactive value", () => {
    expect(inOrder(["10/2", "7/3", "2/9", "7/1"])).toEqual(["2/9", "7/1", "7/3", "10/2"]);
    expect(runs(["2/9", "7/1", "7/3", "10/2"])).toEqual([1, 2, 1]);
  });
  test("a play names its cards by rising inactive value", () => {
    expect(playing(["7/10", "7/3"])).toBe("play 7/3 7/10");
  });
  test("seats go clockwise from one’s own", () => {
    expect(clockwise(3, 4)).toEqual([3, 4, 1, 2]);
  });
  test("a place is a seat, and with two players an area", () => {
    expect(readPlace("2b")).toEqual({ seat: 2, area: "b" });
    expect(readPlace("2")).toEqual({ seat: 2, area: null });
  });
  test("a move points at its cards, twins included", () => {
    expect([...cardsOf("play 6/1 6/1", ["5/2", "6/1", "6/1", "6/3"])]).toEqual([1, 2]);
    expect([...cardsOf("add 6/3 to 2", ["6/1", "6/3"])]).toEqual([1]);
    expect([...cardsOf("flip", ["6/1"])]).toEqual([]);
  });
});

describe("where a hand lies", () => {
  const widths = [320, 344, 700, 1100];
  const hands = [[1], [1, 2, 1], [2, 2, 3, 1, 1, 2, 1, 1], Array<number>(10).fill(1), [7, 6, 5], Array<number>(10).fill(3)];
  test.each(widths)("every card has its place within %i px", (width) => {
    for (const sizes of hands) {
      const count = sizes.reduce((sum, size) => sum + size, 0);
      const { spots, width: card, height } = laid(sizes, { width, largest: 90 });
      expect(spots).toHaveLength(count);
      for (const spot of spots) {
        expect(spot.x).toBeGreaterThanOrEqual(-0.5);
        expect(spot.x + card).toBeLessThanOrEqual(width + 0.5);
        expect(spot.y + card * TALL).toBeLessThanOrEqual(height + 1);
      }
    }
  });
  test("thirteen cards on a phone can be touched", () => {
    const { spots, width } = laid([2, 3, 2, 2, 2, 1, 1], { width: 352, largest: 54 });
    expect(width).toBeGreaterThanOrEqual(44);
    for (const [nth, spot] of spots.entries()) {
      const next = spots[nth + 1];
      if (next && next.row === spot.row) expect(next.x - spot.x).toBeGreaterThanOrEqual(44);
    }
  });
});

describe("words", () => {
  test("moves", () => {
    expect(moveWords("play 7/1 7/3", at())).toBe("Play 7 7");
    expect(moveWords("add 5/8 to 2", at())).toBe("Add 5 to Ben’s set");
    expect(moveWords("take 2b", at(2))).toBe("Take Ben’s set in area 2");
    expect(moveWords("flip", at())).toBe("Flip your hand");
  });
  test("what beats a set", () => {
    expect(beatenBy(2, 4)).toBe("A pair above 4 beats it.");
    expect(beatenBy(3, 10)).toBe("Nothing can beat it.");
  });
  test("a beaten set is told as it lay and as it came back", () => {
    const line: DnupLine = {
      seat: 1,
      move: "play 7/1 7/3",
      events: [
        { event: "played", seat: 1, area: null, cards: ["7/1", "7/3"] },
        { event: "returned", seat: 2, area: null, cards: ["2/4", "9/4"] },
        { event: "discarded", seat: 3, area: null, beaten: false, cards: ["8/1"] },
      ],
    };
    expect(tell(line, at())).toEqual([
      "Ada plays 7 7.",
      "Ben’s set (4 4) is beaten and goes back to their hand, now upside down: 2 9.",
      "Nobody beat Cleo’s set (8): it’s gone for good.",
    ]);
  });
  test("a flip is told though nothing lies elsewhere", () => {
    expect(tell({ seat: 2, move: "flip", events: [] }, at())).toEqual(["Ben flips their whole hand."]);
  });
  test("being out brings tokens, with two players the round", () => {
    const out: DnupLine = { seat: 1, move: "play 7/1", events: [{ event: "out", seat: 1, points: 2 }, { event: "round_over" }] };
    expect(tell(out, at())).toEqual(["Ada has no cards left and gets 2 tokens.", "The round is over."]);
    expect(tell(out, at(2))[0]).toBe("Ada has no cards left and wins the round.");
  });
  test("the winner is told so", () => {
    const view = { over: true, players: 3, scores: [4, 1, 0] } as DnupView;
    expect(result(view, at())).toBe("You win the game: 4 tokens!");
    expect(result(view, at(3, [2]))).toBe("Ada wins the game: 4 tokens.");
  });
  test("places have names in reasons", () => {
    expect(value("place", "2b", at(2))).toBe("Ben’s area 2");
    expect(value("value", 9, at())).toBe(9);
  });
});
