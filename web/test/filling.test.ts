/** Templates filled with values: plural forms, French elision, numbers, messages inside messages. */

import { h } from "preact";
import { afterEach, describe, expect, test, vi } from "vitest";
import { elided } from "../src/words/elision";
import { and, fill, numeral, or, rich, tenths, useWords, type Language } from "../src/words/i18n";
import { refusal } from "../src/words/reasons";

afterEach(() => useWords("en", {}));

test("a number brings the word for one thing or for many", () => {
  const held = (n: number): string => fill("{held|card|cards} left", { held: n });
  expect([held(0), held(1), held(2)]).toEqual(["0 cards left", "1 card left", "2 cards left"]);
  useWords("fr", {});
  expect([0, 1, 2, 1_000_000].map((n) => fill("{n|carte|cartes}", { n }))).toEqual([
    "0 carte",
    "1 carte",
    "2 cartes",
    "1\u202f000\u202f000 cartes",
  ]);
});

describe("French elides before a vowel", () => {
  test.each([
    ["de", "Ada", "d’"],
    ["de", "Ben", "de "],
    ["que", "Émile", "qu’"],
    ["de", "Yves", "d’"],
    ["de", "Yann", "de "],
    ["de", "onze cartes", "de "],
    ["de", "a2", "de "],
    ["de", "y", "de "],
    ["de", "Œdipe", "d’"],
    ["Jusque", "ici", "Jusqu’"],
    ["de", "3", "de "],
    ["de", "", "de "],
  ])("%s %s", (small, word, said) => expect(elided("fr", small, word)).toBe(said));

  test("where a name comes, and nowhere else", () => {
    useWords("fr", {});
    const turn = "C’est au tour de {name}, avant que {other} ne parte. Le code {name}";
    expect(fill(turn, { name: "Ada", other: "Ben" })).toBe("C’est au tour d’Ada, avant que Ben ne parte. Le code Ada");
    expect(fill("De {name}", { name: "Ines" })).toBe("D’Ines");
    expect(fill("de {n} à {n}", { n: 8 })).toBe("de 8 à 8");
    useWords("de", {});
    expect(fill("que {name}", { name: "Ada" })).toBe("que Ada");
  });

  test("also where the name is a piece of the page", () => {
    useWords("fr", { "It’s {name}’s turn": "C’est au tour de {name}." });
    const name = h("b", null, "Ada");
    expect(rich("It’s {name}’s turn", { name })).toEqual(["C’est au tour ", "d’", name, "."]);
    expect(rich("It’s {name}’s turn", { name: "Ben" })).toEqual(["C’est au tour ", "de ", "Ben", "."]);
  });
});

test.each([
  ["Ada", "Tocca ad Ada"],
  ["Ben", "Tocca a Ben"],
  ["Elena", "Tocca a Elena"],
  ["a2", "Tocca a a2"],
])("Italian puts a d between two a’s: %s", (name, said) => {
  useWords("it", {});
  expect(fill("Tocca a {name}", { name })).toBe(said);
});

test.each<[Language, string, string, string]>([
  ["en", "−1234.5", "12,345", "a, b and c"],
  ["fr", "−1234,5", "12\u202f345", "a, b et c"],
  ["de", "−1234,5", "12.345", "a, b und c"],
  ["it", "−1234,5", "12.345", "a, b e c"],
])("numbers and lists are written as in %s", (language, fraction, whole, list) => {
  useWords(language, {});
  expect(numeral(-1234.5)).toBe(fraction);
  expect(tenths(2.25)).toBe(language === "en" ? "2.3" : "2,3");
  expect([numeral(-0), tenths(-0.01)]).toEqual(["0", "0"]);
  expect(numeral(12345)).toBe(whole);
  expect(numeral(1512)).toBe("1512");
  expect(and(["a", "b", "c"])).toBe(list);
  expect(or(["a", "b"])).toMatch(/^a \p{L}+ b$/u);
});

test("a placeholder without a value stays, with the word before it", () => {
  useWords("fr", {});
  expect(fill("le tour de {name}", {})).toBe("le tour de {name}");
});

describe("a refusal with a message inside", () => {
  const reason = {
    code: "bad-body",
    sentence: "in the server’s words",
    details: {
      why: {
        code: "field-not",
        field: "`seat`",
        wanted: [{ code: "a-seat", least: 1, most: 8 }, { code: "a-value", value: "null" }],
        given: "9",
      },
    },
  };

  test("is said whole", () => {
    expect(refusal(reason)).toBe("`seat` must be a seat from 1 to 8 or null, not 9.");
  });

  test("speaks the language of the page", () => {
    useWords("de", {
      "{field} must be {wanted}, not {given}.": "{field} muss {wanted} sein, nicht {given}.",
      "a seat from {least} to {most}": "ein Platz von {least} bis {most}",
    });
    expect(refusal(reason)).toBe("`seat` muss ein Platz von 1 bis 8 oder null sein, nicht 9.");
  });

  test("is said in the server’s words until the sentences are there", async () => {
    vi.resetModules();
    const fresh = await import("../src/words/reasons");
    expect(fresh.refusal(reason)).toBe("In the server’s words.");
    await fresh.sentencesLoaded();
    expect(fresh.refusal(reason)).toBe("`seat` must be a seat from 1 to 8 or null, not 9.");
  });

  test("is said as it came if its code is not known", () => {
    const unknown = { ...reason, details: { why: { code: "brand-new" } } };
    expect(refusal({ ...unknown, code: "newer", sentence: "that is new" })).toBe("That is new.");
  });
});
