/** A session: the curtain between two people at one device, busy moves, quiet questions. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Session } from "../src/store/session";
import type { Standing, Welcome } from "../src/wire";
import { FakeSocket, fakeBrowser } from "./browser";
import { face, game, moved, standing, view, welcome } from "./fixtures";

let Sessions: typeof Session;

beforeEach(async () => {
  vi.useFakeTimers();
  fakeBrowser();
  ({ Session: Sessions } = await import("../src/store/session"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begun(met: Partial<Welcome> = {}, stands: Partial<Standing> = {}, open = false): Session {
  const session = new Sessions(standing(stands), game, { ...face, open }, null);
  FakeSocket.last.say(welcome(met));
  return session;
}

const pair = (to: number): Partial<Welcome> => ({ seats: [1, 2], views: [view(1, to), view(2, to)] });

test("between two hands there is a curtain", () => {
  const session = begun(pair(1));
  expect(session.curtain.value).toBe(1);
  expect(session.acting.value).toBe(false);
  expect(session.view.value).toMatchObject({ seat: null, hand: null, legal: [] });
  session.revealed.value = 1;
  expect(session.curtain.value).toBeNull();
  expect(session.acting.value).toBe(true);
  FakeSocket.last.say({ say: "update", version: 4, told: [moved(4, 1, "flip")], views: [view(1, 2), view(2, 2)] });
  expect(session.curtain.value).toBe(2);
  expect(session.acting.value).toBe(false);
});

test("an open game and one person alone need none", () => {
  expect(begun(pair(1), {}, true).curtain.value).toBeNull();
  expect(begun().curtain.value).toBeNull();
});

test("a move is on its way until it is answered, and another one is not sent meanwhile", () => {
  const session = begun();
  session.make("flip");
  session.make("play 1/6");
  expect(session.busy.value).toBe(true);
  const [sent, ...more] = FakeSocket.last.sent;
  expect(more).toEqual([]);
  FakeSocket.last.say({ say: "update", version: 4, told: [moved(4, 1, "flip")], done: sent!.id, views: [view(1, 2)] });
  expect(session.busy.value).toBe(false);
  expect(session.news.value.map((line) => line.move)).toEqual(["flip"]);
});

test("why is asked once for a position, and a refusal of it changes nothing", () => {
  const session = begun();
  session.why(["play 9/3"]);
  session.why(["play 9/3"]);
  expect(FakeSocket.last.sent.length).toBe(1);
  FakeSocket.last.say({ say: "refused", id: FakeSocket.last.sent[0]!.id, code: "no-command", sentence: "?" });
  session.why(["play 9/3"]);
  expect(FakeSocket.last.sent.length).toBe(1);
  FakeSocket.last.say({ say: "update", version: 5, told: [moved(4, 1, "flip"), moved(5, 2, "flip")], views: [view(1, 1)] });
  session.why(["play 9/3"]);
  expect(FakeSocket.last.sent.length).toBe(2);
});

test("a hint that was lost with the line is not waited for", () => {
  const session = begun();
  session.hint();
  expect(session.thinking.value).toBe(true);
  const [hint] = FakeSocket.last.sent;
  FakeSocket.last.say({ say: "update", version: 4, told: [{ what: "hinted", n: 4, at: 1, seat: 1 }], done: hint!.id });
  expect(session.thinking.value).toBe(true);
  FakeSocket.last.break();
  vi.advanceTimersByTime(20_000);
  FakeSocket.last.say(welcome({ version: 4 }));
  expect(session.thinking.value).toBe(false);
});

test("while the server restarts one is told that nothing has to be done", () => {
  const session = begun();
  FakeSocket.last.say({ say: "farewell", code: "restarting", sentence: "The server restarts; come back in a moment." });
  expect(session.farewell.value).toContain("comes back by itself");
});
