/** A session: the curtain between two people at one device, busy moves, quiet questions. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Session } from "../src/store/session";
import type { AnyCommand, Standing, Welcome } from "../src/wire";
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

function begun(met: Partial<Welcome> = {}, stands: Partial<Standing> = {}): Session {
  const session = new Sessions(standing(stands), game, face, null);
  FakeSocket.last.say(welcome(met));
  return session;
}

const covered = (to: number): Partial<Welcome> => ({ seats: [1, 2], views: [view(null, to)] });

/** The server's answer to the last look. */
const answer = (seat: number): void => {
  const { id } = FakeSocket.last.sent.at(-1)!;
  FakeSocket.last.say({ say: "update", version: 3, told: [], done: id, views: [view(seat, seat)] });
};

test("between two hands there is a curtain, until the server shows the next one", () => {
  const session = begun(covered(1), covered(1));
  expect(session.curtain.value).toBe(1);
  expect(session.acting.value).toBe(false);
  session.look(1);
  expect(FakeSocket.last.sent).toMatchObject([{ do: "look", seat: 1 }]);
  expect(session.curtain.value).toBe(1);
  answer(1);
  expect(session.curtain.value).toBeNull();
  expect(session.acting.value).toBe(true);
  expect(session.news.value).toEqual([]);
  FakeSocket.last.say({ say: "update", version: 4, told: [moved(4, 1, "flip")], views: [view(null, 2)] });
  expect(session.curtain.value).toBe(2);
  expect(session.acting.value).toBe(false);
  expect(session.view.value).toMatchObject({ seat: null, hand: null, legal: [] });
});

test("while others play, who looked last still sees the own hand", () => {
  const session = begun(covered(1), covered(1));
  session.look(1);
  answer(1);
  FakeSocket.last.say({ say: "update", version: 4, told: [moved(4, 1, "flip")], views: [view(1, 3)] });
  expect(session.curtain.value).toBeNull();
  expect(session.view.value?.seat).toBe(1);
});

test("when the line is back the curtain is closed, and nobody's look is repeated", () => {
  const session = begun(covered(1), covered(1));
  session.look(1);
  answer(1);
  session.look(1);
  FakeSocket.last.break();
  vi.advanceTimersByTime(20_000);
  FakeSocket.last.say(welcome(covered(1)));
  expect(FakeSocket.last.sent).toEqual([]);
  expect(session.curtain.value).toBe(1);
});

test("a game where all see the same and one person alone need no curtain", () => {
  expect(begun({ seats: [1, 2], views: [view(1, 2), view(2, 2)] }).curtain.value).toBeNull();
  expect(begun().curtain.value).toBeNull();
  expect(begun({ seats: [], views: [view(null, 1)] }).curtain.value).toBeNull();
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

test("advice that comes after the move is for nobody, and nobody waits for it", () => {
  const session = begun();
  session.hint();
  FakeSocket.last.say({ say: "update", version: 4, told: [{ what: "hinted", n: 4, at: 1, seat: 1 }] });
  expect(session.thinking.value).toBe(true);
  FakeSocket.last.say({ say: "update", version: 5, told: [moved(5, 1, "flip")], views: [view(1, 2)] });
  expect(session.thinking.value).toBe(false);
  FakeSocket.last.say({ say: "advice", id: "c1", sentence: "it is best", move: "flip" });
  expect(session.state.value.advice).toBeNull();
});

test("a device that is signed out is told so, and is nobody's from then on", () => {
  const session = begun();
  expect(session.signedOut.value).toBe(false);
  FakeSocket.last.say({ say: "farewell", code: "signed-out", sentence: "This device has been signed out." });
  expect(session.signedOut.value).toBe(true);
  expect(session.farewell.value).toBe("This device has been signed out.");
});

test("while the server restarts one is told that nothing has to be done", () => {
  const session = begun();
  FakeSocket.last.say({ say: "farewell", code: "restarting", sentence: "The server restarts; come back in a moment." });
  expect(session.farewell.value).toContain("will reconnect");
});

test("what happened earlier is asked for once, and stands before the rest", async () => {
  const session = begun({ version: 300, first: 300, told: [moved(300, 1, "flip")] });
  const asked = vi.fn(async () => new Response(JSON.stringify({ version: 300, told: [moved(299, 2, "flip")], first: 299 })));
  vi.stubGlobal("fetch", asked);
  await Promise.all([session.earlier(), session.earlier()]);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledWith("/api/tables/k3vq7yd2mzt5hw4c/entries?before=300", expect.anything());
  expect(session.told.value.map((entry) => entry.n)).toEqual([299, 300]);
});

const said = (): AnyCommand => FakeSocket.last.sent.findLast((command) => command.do === "say")!;
const refuse = (code: string, details: Record<string, number> = {}): void =>
  FakeSocket.last.say({ say: "refused", id: said().id, code, sentence: code, details });

test.each([["talking-too-fast", { seconds: 7 }], ["muted", {}], ["talk-closed", {}], ["no-command", {}]] as const)(
  "words that are refused (%s) come back with the reason",
  (code, details) => {
    const session = begun();
    session.draft.type("Well played");
    session.say(1);
    expect(said()).toMatchObject({ text: "Well played", seat: 1 });
    expect(session.draft.text.value).toBe("");
    refuse(code, details);
    expect(session.draft.text.value).toBe("Well played");
    expect(session.draft.why.value).not.toBe("");
    session.draft.type("Well played!");
    expect(session.draft.why.value).toBe("");
  },
);

test("words that are refused come back before what was typed since", () => {
  const session = begun();
  session.draft.type("One");
  session.say(null);
  session.draft.type("two");
  refuse("talking-too-fast", { seconds: 7 });
  expect(session.draft.text.value).toBe("One two");
});

test("words that are said do not come back, also if something else is refused", () => {
  const session = begun();
  session.draft.type("Hello");
  session.say(null);
  FakeSocket.last.say({ say: "done", id: said().id, version: 4 });
  FakeSocket.last.say({ say: "refused", id: said().id, code: "muted", sentence: "muted" });
  expect(session.draft.text.value).toBe("");
  session.ask({ do: "start" });
  const { id } = FakeSocket.last.sent.at(-1)!;
  FakeSocket.last.say({ say: "refused", id, code: "host-only", sentence: "host-only" });
  expect([session.draft.text.value, session.draft.why.value]).toEqual(["", ""]);
});

test("words that are sent again after the line broke come back when they are refused then", () => {
  const session = begun();
  session.draft.type("Are you there?");
  session.say(null);
  FakeSocket.last.break();
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.say(welcome());
  expect(said().do).toBe("say");
  refuse("muted");
  expect(session.draft.text.value).toBe("Are you there?");
});

test("words that are refused for now only are sent again, and come back in the end", () => {
  const session = begun();
  session.draft.type("Hello");
  session.say(null);
  refuse("busy");
  expect(session.draft.text.value).toBe("");
  for (let tries = 0; tries < 5; tries++) refuse("busy");
  expect(session.draft.text.value).toBe("Hello");
});
