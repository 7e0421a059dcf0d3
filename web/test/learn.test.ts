/// <reference types="node" />
/** Lessons and rules: walked and split as the page does it. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FACES } from "../src/games";
import { asksMove, back, begin, hurry, isOver, next, readOn, reasonsFor, stepAt, tryMove, watches, type Lesson, type Way } from "../src/learn/lesson";
import { blocks, plain } from "../src/learn/markdown";

const GAMES = Object.keys(FACES).filter((game) => FACES[game]!.lesson);
const lessonOf = (game: string): Lesson =>
  JSON.parse(readFileSync(new URL(`../public/lessons/${game}.json`, import.meta.url), "utf8")) as Lesson;

function onwards(way: Way): Way {
  const move = stepAt(way)?.moves?.[0];
  return hurry(move ? tryMove(way, move) : readOn(way));
}

describe.each(GAMES)("the lesson of %s", (game) => {
  const lesson = lessonOf(game);

  it("leads from its first step to its end", () => {
    let way = begin(lesson);
    for (let count = 1; count <= lesson.steps.length; count++) {
      expect(isOver(way)).toBe(false);
      way = onwards(way);
      expect(way.at).toBe(count);
    }
    expect(isOver(way)).toBe(true);
    expect(way.seen).toHaveLength(lesson.steps.length + 1);
  });

  it("answers every other possible move and stays where it is", () => {
    for (let way = begin(lesson); !isOver(way); way = onwards(way)) {
      if (!asksMove(way)) continue;
      for (const move of way.view.legal) {
        if (stepAt(way)!.moves!.includes(move)) continue;
        const tried = tryMove(way, move);
        expect(tried.at).toBe(way.at);
        expect(tried.answer).toBeTruthy();
      }
    }
  });

  it("goes back to the view one had", () => {
    const first = onwards(begin(lesson));
    const second = onwards(first);
    expect(back(second)).toMatchObject({ at: first.at, view: first.view });
  });
});

it("shows what others do one by one, and can be hurried", () => {
  let way = begin(lessonOf("dnup"));
  way = tryMove(readOn(readOn(way)), "play 3/7 3/8");
  expect(watches(way)).toBe(true);
  expect(way.news.map((line) => line.move)).toEqual(["play 3/7 3/8"]);
  expect(asksMove(way)).toBe(false);
  expect(tryMove(way, "flip")).toBe(way);
  const after = next(way);
  expect(after.at).toBe(3);
  expect(after.news.map((line) => line.move)).toEqual(["play 4/2 4/2"]);
  expect(hurry(way).view).toEqual(after.view);
  expect(back(way)).toMatchObject({ at: 2, coming: [] });
});

it("knows why a move is not possible, also by how it begins", () => {
  const way = onwards(begin(lessonOf("team-up")));
  const drawn = onwards(onwards(onwards(way)));
  const found = reasonsFor(drawn, ["place blue bar3 f4", "place red bar1 a2 x", "place red wide2 a2 y", "dance"]);
  expect(found["place blue bar3 f4"]?.code).toBe("card-asks");
  expect(found["place red bar1 a2 x"]?.code).toBe("clones");
  expect(found["place red wide2 a2 y"]).toBeNull();
  expect("dance" in found).toBe(false);
});

describe("the rules' Markdown", () => {
  it("is split into headings, paragraphs, items and cells, each on one line", () => {
    const text = "# A game\n\nOne\n  two **three**.\n\n- an item\n  goes on\n- `code`\n\nSo\n3. not an item\n- nor this\n\n| a | b |\n|---|---|\n| c d | 2×2 |\n\nEnd.";
    expect(blocks(text)).toEqual([
      { kind: "heading", level: 1, text: "A game" },
      { kind: "paragraph", text: "One two **three**." },
      { kind: "list", items: ["an item goes on", "`code`"] },
      { kind: "paragraph", text: "So 3. not an item - nor this" },
      { kind: "table", head: ["a", "b"], rows: [["c d", "2×2"]] },
      { kind: "paragraph", text: "End." },
    ]);
  });

  it("loses its marks in the contents", () => {
    expect(plain("The **end** of `it`, *now*")).toBe("The end of it, now");
  });
});
