/** Entries, refusals and reasons in sentences. */

import { afterEach, describe, expect, test, vi } from "vitest";
import { language, onDay, speak } from "../src/words/i18n";
import { refusal } from "../src/words/reasons";
import { sentences, story } from "../src/words/story";
import type { AnyTold, Phrase } from "../src/wire";
import { at, face, moved } from "./fixtures";

const phrases: Phrase[] = [{ phrase: "hello", en: "Hello!", fr: "Bonjour !", de: "Hallo!", it: "Ciao!" }];
const told = (entry: AnyTold): string => sentences(entry, { face, at, phrases }).join(" ");

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test.each(["America/Los_Angeles", "UTC", "Pacific/Auckland"])("a day is the same day in %s", (zone) => {
  vi.stubEnv("TZ", zone);
  expect(onDay("2026-11-17")).toBe("Nov 17, 2026");
});

test("a language whose words do not come is not spoken, and that is said in words", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(speak("de")).rejects.toThrow("The server cannot be reached.");
  expect(language.value).toBe("en");
});

describe("the story", () => {
  test.each<[AnyTold, string]>([
    [{ what: "sat", n: 1, at: 0, seat: 2, name: "Ben" }, "Ben sits down in seat 2."],
    [{ what: "filled", n: 1, at: 0, seat: 2, bot: "casual" }, "A bot (Casual) takes seat 2."],
    [{ what: "filled", n: 1, at: 0, seat: 2 }, "Seat 2 is open again."],
    [moved(4, 1, "flip"), "flip"],
    [{ what: "moved", n: 1, at: 0, seat: 2, lines: [], by: "clock" }, "Time is up: a bot moves for Ben."],
    [{ what: "asked", n: 1, at: 0, ballot: 1, about: "agree", by: 1, move: "stop" }, "Ada proposes: stop. All must agree."],
    [{ what: "asked", n: 1, at: 0, ballot: 1, about: "seat", seat: 2 }, "Ben is away. What shall we do?"],
    [
      { what: "voted", n: 1, at: 0, ballot: 1, seat: 2, choice: "yes", outcome: "carried", kept: 2 },
      "Ben votes: Yes. Agreed. A move was taken back.",
    ],
    [{ what: "said", n: 1, at: 0, name: "Ben", seat: 2, phrase: "hello" }, "Ben: Hello!"],
    [{ what: "away", n: 1, at: 0, seat: 2, left: true }, "Ben has left."],
    [{ what: "answered", n: 1, at: 0, claim: 1, seat: 2, given: false, name: "Cleo" }, "Cleo does not get seat 2."],
  ])("%o", (entry, words) => expect(told(entry)).toBe(words));
});

test("the story calls seats as they were when it happened", () => {
  const told: AnyTold[] = [
    { what: "sat", n: 1, at: 0, seat: 2, name: "Zoe" },
    { what: "away", n: 2, at: 0, seat: 2, left: true },
    { what: "answered", n: 3, at: 0, claim: 1, seat: 2, given: true, name: "Ben" },
    { what: "hinted", n: 4, at: 0, seat: 2 },
  ];
  expect(story(told, { face, at, phrases }).map(({ text }) => text)).toEqual([
    "Zoe sits down in seat 2.",
    "Zoe has left.",
    "Ben gets seat 2.",
    "Ben asks for a hint.",
  ]);
});

describe("refusals", () => {
  test("are told with what belongs to them", () => {
    const told = (code: string, sentence: string, details = {}): string => refusal({ code, sentence, details });
    expect(told("seat-taken", "Ben sits on seat 2", { seat: 2, name: "Ben" })).toBe("Ben sits on seat 2.");
    expect(told("seat-taken", "seat 2 is taken", { seat: 2 })).toBe("Seat 2 is taken.");
    expect(told("stale", "Ben has moved since", { version: 5, what: "moved", seat: 2, name: "Ben" })).toBe(
      "Ben has moved since.",
    );
  });

  test("that are not known are told in the server’s words", () => {
    expect(refusal({ code: "brand-new", sentence: "something is new here" })).toBe("Something is new here.");
  });
});
