/// <reference types="node" />
/** The games as the page finds them, and what a game has that offers next to nothing. */

import { existsSync, readdirSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { FACES, faceOf } from "../src/games";
import type { View } from "../src/games/face";
import { grouped } from "../src/games/MoveList";
import { pictureOf } from "../src/games/pictures";
import { complete } from "../src/games/plain/face";
import { choiceName, gameName, optionName } from "../src/home/words";
import { ofGame, prefs } from "../src/store/prefs";
import { whyNot } from "../src/words/reasons";
import { soundOf } from "../src/table/attention";
import type { Line } from "../src/wire";
import { at } from "./fixtures";

const view = (more: Partial<View> = {}): View => ({
  game: "tally",
  players: 2,
  seat: 1,
  to_act: 1,
  over: false,
  scores: [0, 0],
  legal: ["lay 7", "lay 9", "pass"],
  ...more,
});

describe("the games", () => {
  test("are the folders, in the order of the landing page", () => {
    const folders = readdirSync(new URL("../src/games", import.meta.url)).filter((name) =>
      existsSync(new URL(`../src/games/${name}/index.tsx`, import.meta.url)),
    );
    const shelves = Object.values(FACES).map((face) => face.shelf);
    expect(Object.keys(FACES).sort()).toEqual(folders.sort());
    expect(shelves).toEqual(shelves.toSorted((one, other) => one - other));
  });

  test.each(Object.entries(FACES))("%s has what it says it has", (game, face) => {
    expect(face.plain).toBe(false);
    expect(face.line()).not.toBe("");
    expect(pictureOf(game)).not.toBe(pictureOf("tally"));
    expect(existsSync(new URL(`../public/lessons/${game}.json`, import.meta.url))).toBe(face.lesson);
  });

  test("name their options and choices; what they do not name stays as it is", () => {
    const option = { option: "clone", choices: ["face", "shape"] };
    expect(optionName("team-up", option)).toBe("What counts as a clone");
    expect(choiceName("team-up", option, "shape")).toBe("Only boxes of the same shape");
    expect(choiceName("team-up", option, "odd")).toBe("odd");
    expect(optionName("dnup", option)).toBe("clone");
  });

  test("say which form of a sentence is meant", () => {
    const reason = (game: string, code: string, details: Record<string, unknown>): string =>
      whyNot({ code, sentence: "", details }, FACES[game]!, { ...at, game: { ...at.game, game } });
    const laid = (size: number): string => reason("dnup", "set-too-low", { size, value: 4 });
    expect(laid(1)).toContain("a single 4");
    expect(laid(2)).toContain("a pair of 4s");
    expect(laid(3)).toContain("a set of 3 cards");
    expect(laid(5)).toContain("a set of 5 cards");
    const turned = (axis: string): string => reason("team-up", "painted-side", { box: "red bar1", top: "3×1", axis });
    expect(turned("z")).toContain("can’t stand upright");
    expect(turned("x")).toContain("can’t lie along");
    const early = (drawn: number): string => reason("team-play", "draws-first", { drawn, draws: 2 });
    expect(early(0)).not.toBe(early(1));
  });

  test("say how things sound", () => {
    const line = (event: string, seat: number | null = 1): Line =>
      ({ seat, move: "", events: [{ event }] }) as unknown as Line;
    expect(soundOf(FACES["team-up"]!, [line("placed")])).toBe("box");
    expect(soundOf(FACES["dnup"]!, [line("placed")])).toBe("card");
    expect(soundOf(FACES["dnup"]!, [line("played"), line("game_over")])).toBe("win");
    expect(soundOf(FACES["dnup"]!, [line("starts", null)])).toBeNull();
  });
});

describe("a game that the page does not know", () => {
  const face = faceOf("tally");

  test("is called as the server calls it, and has a plain board", () => {
    expect(gameName("tally")).toBe("tally");
    expect(face.plain).toBe(true);
    expect(face.open).toBe(false);
    expect(face.form({ size: 2, axis: "x" })).toBe(0);
    expect(faceOf("tally")).toBe(face);
    expect(faceOf("other").name).toBe("other");
  });

  test("says what is asked, what was done and who has won", () => {
    expect(face.asks(view(), at)).toBe("Choose a move.");
    expect(face.tell({ seat: 2, move: "lay 7", events: [] }, at)).toEqual(["Ben: lay 7"]);
    expect(face.tell({ seat: null, move: "deal 1 2 3 | ?", events: [] }, at)).toEqual(["The cards are dealt."]);
    expect(face.result(view(), at)).toBe("");
    const over = { over: true, to_act: null, legal: [] };
    expect(face.asks(view(over), at)).toBe("");
    expect(face.result(view({ ...over, scores: [9, 4] }), at)).toBe("You win the game: 9 points!");
    expect(face.result(view({ ...over, scores: [0, 1] }), at)).toBe("Ben wins the game: 1 point.");
    expect(face.result(view({ ...over, scores: [4, 4] }), at)).toBe("Ada and Ben win the game.");
  });

  test("may offer a part, and has the rest", () => {
    const some = complete({
      name: "pairs",
      line: () => "",
      score: (score) => `${score} stars`,
    });
    expect(some.plain).toBe(true);
    const over = view({ players: 4, over: true, scores: [1, 5, 1, 5] });
    const name = (seat: number): string => ["Ada", "Ben", "Cleo", "Dan"][seat - 1]!;
    expect(some.result(over, { ...at, name })).toBe("Ben and Dan win the game.");
  });
});

test("moves are listed by their first words, in the server’s order", () => {
  expect(grouped(["lay 7", "pass", "lay 9"])).toEqual([
    ["lay", ["lay 7", "lay 9"]],
    ["pass", ["pass"]],
  ]);
});

describe("a setting of one game", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    vi.stubGlobal("localStorage", { setItem: (name: string, value: string) => kept.set(name, value) });
    return () => vi.unstubAllGlobals();
  });

  test("is as usual until it is set, and then kept beside the others", () => {
    const solid = ofGame("solid", true);
    expect(solid.value).toBe(true);
    solid.value = false;
    expect(solid.value).toBe(false);
    expect(JSON.parse(kept.get("upturn.prefs")!)).toEqual({ ...prefs.value, solid: false });
    expect(prefs.value.theme).toBe("auto");
  });
});
