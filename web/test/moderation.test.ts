/** What the page offers hosts about people who disturb: only what the table will grant. */

import { beforeEach, expect, test } from "vitest";
import { begin } from "../src/store/table";
import type { deedsAbout } from "../src/table/Moderation";
import type { Spoke, Standing, TableFacts } from "../src/wire";
import { fakeBrowser } from "./browser";
import { facts, standing } from "./fixtures";

let deeds: typeof deedsAbout;

beforeEach(async () => {
  fakeBrowser();
  ({ deedsAbout: deeds } = await import("../src/table/Moderation"));
});

const eve: Spoke = { what: "said", n: 4, at: 0, name: "Eve", text: "boo" };
const ben: Spoke = { ...eve, name: "Ben", seat: 2 };

function offered(said: Spoke, about: Partial<TableFacts> = {}, stands: Partial<Standing> = {}): string {
  const state = begin(standing({ opener: true, ...stands, table: facts({ talk: "free", ...about }) }));
  const { mute, remove } = deeds(state, "Ada", said);
  return [mute && `${mute} mute`, remove && `${remove} remove`].filter(Boolean).join(", ");
}

test("who opened the table mutes everybody, and removes people without a seat", () => {
  expect(offered(eve)).toBe("do mute, do remove");
  expect(offered(ben)).toBe("do mute");
  expect(offered(ben, { state: "gathering" })).toBe("do mute, do remove");
});

test("somebody who watched and then got a seat is not removed any more", () => {
  expect(offered({ ...eve, name: "Ben" })).toBe("do mute");
});

test("a stand-in host removes nobody", () => {
  expect(offered(eve, {}, { opener: false })).toBe("do mute");
  expect(offered(ben, { state: "gathering" }, { opener: false })).toBe("do mute");
});

test("nobody mutes or removes who opened the table, or oneself", () => {
  expect(offered({ ...eve, opener: true }, {}, { opener: false })).toBe("");
  expect(offered({ ...ben, name: "Ada", seat: 1 })).toBe("");
  expect(offered({ ...eve, name: "Ada" })).toBe("");
});

test("while talk is closed nobody is muted or removed", () => {
  expect(offered(eve, { talk: "closed" })).toBe("");
});

test("nobody is muted or removed twice: it can be taken back", () => {
  expect(offered(eve, { muted: [{ entry: 5, name: "Eve" }] })).toBe("lift mute, do remove");
  expect(offered(eve, { removed: [{ entry: 5, name: "Eve" }] })).toBe("do mute, lift remove");
});
