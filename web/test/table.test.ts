/** Old state + message = new state; and what is shown of it. */

import { describe, expect, test } from "vitest";
import { begin, hasEarlier, isHost, mayAnswer, shown, take, toAct, toVote, withEarlier, type TableState } from "../src/store/table";
import { linesOf } from "../src/store/session";
import { lastMove } from "../src/table/Moves";
import type { AnyMessage, AnyTold, AnyView, Ballot } from "../src/wire";
import { facts, moved, standing, view, welcome } from "./fixtures";

const NOW = 5000;
const after = (state: TableState, ...messages: AnyMessage[]): TableState =>
  messages.reduce((before, message) => take(before, message, NOW), state);
const met = (): TableState => after(begin(standing()), welcome());

describe("what a table is told", () => {
  test("a welcome says how things stand, and is no news", () => {
    const state = met();
    expect(state.told.map((entry) => entry.n)).toEqual([1]);
    expect(state.news).toEqual([]);
    expect(state.present).toEqual([1]);
  });

  test("an update brings news, views and the server's time", () => {
    const state = after(met(), {
      say: "update",
      version: 4,
      told: [moved(4, 1, "flip")],
      views: [view(1, 2)],
    });
    expect(state.told.map((entry) => entry.n)).toEqual([1, 4]);
    expect(linesOf(state.news).map((line) => line.move)).toEqual(["flip"]);
    expect(toAct(state)).toBe(2);
    expect(state.ahead).toBe(4000 - NOW);
  });

  test("an update without views has not changed the game", () => {
    const before = met();
    const state = after(before, {
      say: "update",
      version: 4,
      told: [{ what: "said", n: 4, at: 1, name: "Ben", text: "Hello" }],
    });
    expect(state.views).toBe(before.views);
    expect(linesOf(state.news)).toEqual([]);
  });

  test("what is told twice is kept once", () => {
    const update: AnyMessage = { say: "update", version: 4, told: [moved(4, 1, "flip")] };
    const state = after(met(), update, update);
    expect(state.told.map((entry) => entry.n)).toEqual([1, 4]);
    expect(state.news).toEqual([]);
    const back = after(state, welcome({ told: [moved(4, 1, "flip"), moved(5, 2, "flip")] }));
    expect(back.told.map((entry) => entry.n)).toEqual([1, 4, 5]);
  });

  test("after a long absence older entries are left out, and can be put before the others", () => {
    const state = after(met(), welcome({ version: 302, first: 301, told: [moved(301, 1, "flip"), moved(302, 2, "flip")] }));
    expect(state.told.map((entry) => entry.n)).toEqual([301, 302]);
    expect(hasEarlier(state)).toBe(true);
    const whole = withEarlier(state, [moved(299, 1, "flip"), moved(300, 2, "flip"), moved(301, 1, "flip")]);
    expect(whole.told.map((entry) => entry.n)).toEqual([299, 300, 301, 302]);
    expect(whole.news).toBe(state.news);
    expect(hasEarlier(met())).toBe(false);
  });

  test("a short absence leaves nothing out", () => {
    const state = after(met(), welcome({ version: 3, first: 2, told: [moved(2, 1, "flip"), moved(3, 2, "flip")] }));
    expect(state.told.map((entry) => entry.n)).toEqual([1, 2, 3]);
  });

  test("one is told whether one is muted", () => {
    const said: AnyMessage = { say: "update", version: 4, told: [{ what: "muted", n: 4, at: 1, name: "Ada" }] };
    expect(met().muted).toBe(false);
    expect(after(met(), { ...said, muted: true }).muted).toBe(true);
    expect(after(met(), { ...said, muted: true }, { ...said, version: 5, told: [] }).muted).toBe(true);
    expect(after(met(), { ...said, muted: true }, welcome()).muted).toBe(false);
    expect(begin(standing({ muted: true })).muted).toBe(true);
  });

  test("seats that could take back come alone as well", () => {
    const state = after(met(), { say: "update", version: 4, told: [], take_back: [2] });
    expect(state.facts.take_back).toEqual([2]);
    expect(state.facts.code).toBe("QWERTZ");
  });

  test("presence comes and goes", () => {
    const state = after(met(), { say: "presence", present: [1, 2], watching: 3 });
    expect([state.present, state.watching]).toEqual([[1, 2], 3]);
  });
});

describe("thoughts about a position", () => {
  const thinking = (): TableState =>
    after(
      met(),
      { say: "pointed", seat: 2, move: "flip" },
      { say: "advice", id: "h", sentence: "flip", move: "flip" },
      { say: "reasons", id: "w", version: 3, reasons: { "play 9/3": { code: "not-held", sentence: "no" } } },
    );

  test("are kept while it stands", () => {
    const state = after(thinking(), {
      say: "update",
      version: 4,
      told: [{ what: "said", n: 4, at: 1, name: "Ben", text: "Hello" }],
    });
    expect(state.pointed).toEqual({ 2: "flip" });
    expect(state.advice?.move).toBe("flip");
    expect(Object.keys(state.reasons)).toEqual(["play 9/3"]);
  });

  test("end with it", () => {
    const state = after(thinking(), { say: "update", version: 4, told: [moved(4, 1, "flip")], views: [view(1, 2)] });
    expect([state.pointed, state.advice, state.reasons]).toEqual([{}, null, {}]);
  });

  test("of a teammate end when the teammate says so", () => {
    expect(after(thinking(), { say: "pointed", seat: 2 }).pointed).toEqual({});
  });
});

describe("what is shown", () => {
  const several = (...views: AnyView[]): TableState => after(begin(standing()), welcome({ seats: [1, 2], views }));

  test("one person sees the own view", () => {
    expect(shown(met())?.seat).toBe(1);
    expect(shown(after(met(), { say: "update", version: 4, told: [], views: [view(1, 2)] }))?.seat).toBe(1);
  });

  test("a device that is passed around shows what it was sent: what all see, then what one seat sees", () => {
    const covered = several(view(null, 2));
    expect(shown(covered)).toMatchObject({ seat: null, hand: null, legal: [] });
    const looked: AnyMessage = { say: "update", version: 3, told: [], done: "c1", views: [view(2, 2)] };
    const open = after(covered, looked);
    expect(shown(open)?.seat).toBe(2);
    expect(open.told).toEqual(covered.told);
    expect(open.news).toEqual([]);
    const next = after(open, { say: "update", version: 4, told: [moved(4, 2, "flip")], views: [view(null, 1)] });
    expect(JSON.stringify(next.views)).not.toContain("7/1");
  });

  test("where nothing is hidden the seat to act is shown", () => {
    expect(shown(several(view(1, 2), view(2, 2)))?.seat).toBe(2);
  });

  test("after the game the first view is shown", () => {
    const over = after(several(view(1, 2), view(2, 2)), {
      say: "update",
      version: 9,
      told: [],
      table: facts({ state: "over" }),
    });
    expect(shown(over)?.seat).toBe(1);
    expect(toAct(over)).toBeNull();
  });

  test("before the game there is none", () => {
    expect(shown(begin(standing({ views: [] })))).toBeNull();
  });
});

test("the host is who sits there as such, or who opened the table without a seat", () => {
  expect(isHost(met())).toBe(true);
  const away = after(met(), {
    say: "update",
    version: 4,
    told: [],
    seats: [2],
    table: facts({ seats: [{ seat: 1, name: "Ada", host: true }, { seat: 2, name: "Ben" }] }),
  });
  expect(isHost(away)).toBe(false);
  const unseated = after(begin(standing({ seats: [] })), welcome({ seats: [] }));
  expect(isHost(unseated)).toBe(true); // beside Ada, who has the lowest seat
});

test("one is asked for one's vote until one has voted, or the game is over", () => {
  const ballot: Ballot = { ballot: 1, about: "seat", by: null, seat: 2, voters: [1], votes: {} };
  const asked = (more: Partial<Ballot>, state: "playing" | "over" = "playing"): number =>
    toVote({ ...met(), facts: facts({ state, ballots: [{ ...ballot, ...more }] }) }).length;
  expect(asked({})).toBe(1);
  expect(asked({ votes: { 1: "wait" } })).toBe(0);
  expect(asked({ voters: [3] })).toBe(0);
  expect(asked({}, "over")).toBe(0);
});

test("a move that was taken back is not the last one any more", () => {
  const voted = (kept: number | null): AnyTold => ({ what: "voted", n: 5, at: 0, ballot: 1, seat: 2, choice: "yes", kept });
  expect(lastMove([moved(4, 1, "flip")])?.n).toBe(4);
  expect(lastMove([moved(4, 1, "flip"), { what: "took-back", n: 5, at: 0, seat: 1, kept: 2 }])).toBeNull();
  expect(lastMove([moved(4, 1, "flip"), voted(2)])).toBeNull();
  expect(lastMove([moved(4, 1, "flip"), voted(null)])?.n).toBe(4);
  expect(lastMove([voted(2), moved(6, 1, "flip")])?.n).toBe(6);
});

describe("a seat that somebody asks for", () => {
  const claim = { claim: 1, seat: 2 };

  test("is given by those who are asked, or by a host without a seat", () => {
    const player = after(met(), { say: "update", version: 4, told: [], seats: [1] });
    expect(mayAnswer(player, { ...claim, voters: [1, 3] })).toBe(true);
    expect(mayAnswer(player, { ...claim, host: true, voters: [3] })).toBe(false);
    const host = after(begin(standing({ seats: [] })), welcome({ seats: [], host: true }));
    expect(mayAnswer(host, { ...claim, voters: [1] })).toBe(false);
    expect(mayAnswer(host, { ...claim, host: true, voters: [1] })).toBe(isHost(host));
  });

  test("is lost to its owner until it is had back", () => {
    const given: AnyMessage = { say: "seat-claimed", table: facts().id, code: "QWERTZ", seat: 2, given: true };
    const lost = after(met(), given, given);
    expect(lost.lost).toEqual([2]);
    expect(after(met(), { ...given, table: "b2nx6rfa4jsp7leq" }).lost).toEqual([]);
    expect(after(met(), { ...given, given: false }).lost).toEqual([]);
    expect(after(lost, { say: "update", version: 4, told: [], seats: [2] }).lost).toEqual([]);
    expect(after(met(), welcome({ lost: [2] })).lost).toEqual([2]);
  });
});
