/** Entries, refusals and reasons in sentences. */

import { afterEach, describe, expect, test, vi } from "vitest";
import { language, onDay, speak, tn, useWords, type Language } from "../src/words/i18n";
import { faceOf } from "../src/games";
import { refusal, whyNot } from "../src/words/reasons";
import { sentences, story } from "../src/words/story";
import type { AnyTold, Phrase } from "../src/wire";
import { at, face, moved } from "./fixtures";

const phrases: Phrase[] = [{ phrase: "hello", text: "Hello!" }];
const told = (entry: AnyTold): string => sentences(entry, { face, at, phrases }).join(" ");

afterEach(() => {
  useWords("en", {});
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("why a move is not possible", () => {
  const missions = { m1: { points: 2, words: "a pair", requirement: null } };
  const because = (game: string, code: string, details: Record<string, unknown>): string => {
    const its = { ...at.game, game, components: { missions } };
    return whyNot({ code, sentence: "in the server’s words", details }, faceOf(game), { ...at, game: its });
  };

  test("is said from data alone: the server’s English words for it may be any", () => {
    for (const asks of ["a red box", "a wide or a bar", "anything at all", ""]) {
      const card = because("team-up", "card-asks", { card: "wide|bar", asks, box: "red square1" });
      expect(card).toBe("The card asks for a wide box or a bar, not a red square.");
      const mission = because("team-play", "name-the-cards", { mission: "m1", asks });
      expect(mission).toBe("This mission asks for a pair. Say which cards you want to use.");
    }
  });

  test("is said by how many cards were drawn", () => {
    expect(because("team-play", "draws-first", { drawn: 0, draws: 2 })).toMatch(/draw two cards first\.$/);
    expect(because("team-play", "draws-first", { drawn: 1, draws: 2 })).toMatch(/draw your second card first\.$/);
  });
});

test.each(["America/Los_Angeles", "UTC", "Pacific/Auckland"])("a day is the same day in %s", (zone) => {
  vi.stubEnv("TZ", zone);
  expect(onDay("2026-11-17")).toBe("17 Nov 2026");
});

test("a language whose words do not come is not spoken, and that is said in words", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(speak("de")).rejects.toThrow("Can’t reach the server.");
  expect(language.value).toBe("en");
});

describe("what is counted", () => {
  const points = (name: Language, n: number): string => {
    useWords(name, name in POINTS ? { "{n} point": POINTS[name]! } : {});
    return tn("{n} point", "{n} points", n);
  };
  const POINTS: Partial<Record<Language, { one: string; other: string }>> = {
    fr: { one: "{n} point", other: "{n} points" },
    de: { one: "{n} Punkt", other: "{n} Punkte" },
    it: { one: "{n} punto", other: "{n} punti" },
  };
  test.each<[Language, string[]]>([
    ["en", ["−2 points", "−1 point", "0 points", "1 point", "1.5 points", "2 points", "1,000,000 points"]],
    ["fr", ["−2 points", "−1 point", "0 point", "1 point", "1,5 point", "2 points", "1\u202f000\u202f000 points"]],
    ["de", ["−2 Punkte", "−1 Punkt", "0 Punkte", "1 Punkt", "1,5 Punkte", "2 Punkte", "1.000.000 Punkte"]],
    ["it", ["−2 punti", "−1 punto", "0 punti", "1 punto", "1,5 punti", "2 punti", "1.000.000 punti"]],
  ])("has the form of its number, in %s", (name, said) => {
    expect([-2, -1, 0, 1, 1.5, 2, 1_000_000].map((n) => points(name, n))).toEqual(said);
  });
});

describe("the story", () => {
  test.each<[AnyTold, string]>([
    [{ what: "sat", n: 1, at: 0, seat: 2, name: "Ben" }, "Ben takes seat 2."],
    [{ what: "filled", n: 1, at: 0, seat: 2, bot: "casual" }, "A bot (Casual) takes seat 2."],
    [{ what: "filled", n: 1, at: 0, seat: 2 }, "Seat 2 is open again."],
    [moved(4, 1, "flip"), "flip"],
    [{ what: "moved", n: 1, at: 0, seat: 2, lines: [], by: "clock" }, "Ben runs out of time, so a bot makes the move."],
    [{ what: "asked", n: 1, at: 0, ballot: 1, about: "agree", by: 1, move: "stop" }, "Ada proposes: stop. Everyone must agree."],
    [{ what: "asked", n: 1, at: 0, ballot: 1, about: "seat", seat: 2 }, "Ben is away. What do you want to do?"],
    [
      { what: "voted", n: 1, at: 0, ballot: 1, seat: 2, choice: "yes", outcome: "carried", kept: 2 },
      "Ben votes “Yes”. Agreed. The move is taken back.",
    ],
    [{ what: "said", n: 1, at: 0, name: "Ben", seat: 2, phrase: "hello" }, "Ben: Hello!"],
    [{ what: "away", n: 1, at: 0, seat: 2, left: true }, "Ben has left."],
    [{ what: "answered", n: 1, at: 0, claim: 1, seat: 2, given: false, name: "Cleo" }, "Cleo doesn’t get seat 2."],
    [{ what: "claimed", n: 1, at: 0, claim: 1, seat: 2 }, "Someone would like seat 2."],
    [{ what: "agreed", n: 1, at: 0, claim: 1, seat: 2, by: 1 }, "Ada agrees to give seat 2 away."],
    [{ what: "answered", n: 1, at: 0, claim: 1, seat: 2, given: true }, "Seat 2 has been given away."],
    [{ what: "answered", n: 1, at: 0, claim: 1, seat: 2, given: false }, "Seat 2 won’t be given away."],
  ])("%o", (entry, words) => expect(told(entry)).toBe(words));
});

test("the story calls seats as they were when it happened", () => {
  const told: AnyTold[] = [
    { what: "sat", n: 1, at: 0, seat: 2, name: "Zoe" },
    { what: "away", n: 2, at: 0, seat: 2, left: true },
    { what: "answered", n: 3, at: 0, claim: 1, seat: 2, given: true, name: "Ben" },
    { what: "hinted", n: 4, at: 0, seat: 2 },
    { what: "back", n: 5, at: 0, seat: 2, name: "Zoe" },
    { what: "away", n: 6, at: 0, seat: 2 },
  ];
  expect(story(told, { face, at, phrases }).map(({ text }) => text)).toEqual([
    "Zoe takes seat 2.",
    "Zoe has left.",
    "Ben gets seat 2.",
    "Ben asks for a hint.",
    "Zoe is back in seat 2.",
    "Zoe is away.",
  ]);
});

describe("refusals", () => {
  test("are told with what belongs to them", () => {
    const told = (code: string, details = {}): string => refusal({ code, sentence: "in the server's words", details });
    expect(told("seat-taken", { seat: 2 })).toBe("Seat 2 is taken.");
    expect(told("seats-open", { seats: [2, 3] })).toBe("Some seats are still empty: 2 and 3.");
    expect(told("stale", { version: 5, what: "moved", seat: 2, name: "Ben" })).toBe("Ben has moved in the meantime.");
  });

  test("that are not known are told in the server’s words", () => {
    expect(refusal({ code: "brand-new", sentence: "something is new here" })).toBe("Something is new here.");
  });
});
