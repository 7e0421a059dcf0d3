/** The live line: nothing is lost, nothing is done twice, and it comes back by itself. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Live, liveAddress } from "../src/net/live";
import type { AnyMessage } from "../src/wire";
import { FakeSocket, fakeBrowser } from "./browser";
import { moved, welcome } from "./fixtures";

let browser: ReturnType<typeof fakeBrowser>;
let heard: AnyMessage[];
let lines: boolean[];

function line(): Live {
  return new Live(liveAddress("k3vq"), {
    heard: (message) => heard.push(message),
    line: (up) => lines.push(up),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  heard = [];
  lines = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it asks for what it has missed", () => {
  const live = line();
  expect(FakeSocket.last.url).toBe("wss://table.example/live/k3vq?since=0");
  FakeSocket.last.say(welcome({ version: 3 }));
  FakeSocket.last.say({ say: "update", version: 4, told: [moved(4, 1, "flip")] });
  expect(live.version).toBe(4);
  FakeSocket.last.break();
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.all.length).toBe(2);
  expect(FakeSocket.last.url).toBe("wss://table.example/live/k3vq?since=4");
  expect(lines).toEqual([true, false]);
});

test("what was not answered is repeated under the same id", () => {
  const live = line();
  FakeSocket.last.say(welcome());
  const id = live.ask({ do: "move", seat: 1, move: "flip" });
  const answered = live.ask({ do: "say", text: "Hello" });
  FakeSocket.last.say({ say: "update", version: 4, told: [], done: answered });
  expect(FakeSocket.last.sent.length).toBe(2);
  FakeSocket.last.break();
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.say(welcome({ version: 4 }));
  expect(FakeSocket.last.sent).toEqual([{ do: "move", seat: 1, move: "flip", id, version: 3 }]);
  FakeSocket.last.say({ say: "done", id, version: 5 });
  expect(live.awaits("move")).toBe(false);
});

test("pointing and asking why are not repeated", () => {
  const live = line();
  FakeSocket.last.say(welcome());
  live.ask({ do: "point", seat: 1, move: "flip" });
  live.ask({ do: "why", seat: 1, moves: ["play 9/3"] });
  FakeSocket.last.break();
  vi.advanceTimersByTime(20_000);
  FakeSocket.last.say(welcome());
  expect(FakeSocket.last.sent).toEqual([]);
});

test("what is done while the line is down is sent when it is back", () => {
  const live = line();
  FakeSocket.last.say(welcome());
  FakeSocket.last.break();
  live.ask({ do: "move", seat: 1, move: "flip" });
  expect(live.awaits("move")).toBe(true);
  vi.advanceTimersByTime(20_000);
  FakeSocket.last.say(welcome());
  expect(FakeSocket.last.sent.map((command) => command.do)).toEqual(["move"]);
});

/** How long a line that broke waits before each of these tries, if none of them succeeds. */
function pauses(tries: number): number[] {
  line();
  return Array.from({ length: tries }, () => {
    const before = FakeSocket.all.length;
    let waited = 0;
    FakeSocket.last.break();
    for (; FakeSocket.all.length === before; waited += 50) vi.advanceTimersByTime(50);
    return waited;
  });
}

test("after a restart of the server everybody is back within a second and a half, not all at once", () => {
  const first = Array.from({ length: 200 }, () => pauses(1)[0]!);
  expect(Math.min(...first)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...first)).toBeLessThanOrEqual(1500);
  const busiest = Math.max(...first.map((pause) => first.filter((other) => other === pause).length));
  expect(busiest).toBeLessThan(40);
});

test("a server that stays away is asked less often, but never more than eight seconds apart", () => {
  for (let n = 0; n < 50; n++) {
    const [first, second, third, ...later] = pauses(8);
    expect(second!).toBeLessThanOrEqual(3000);
    expect(third!).toBeLessThanOrEqual(6000);
    expect(Math.max(first!, second!, third!, ...later)).toBeLessThanOrEqual(8000);
    expect(Math.min(...later.slice(1))).toBeGreaterThanOrEqual(4000);
  }
});

test("a line that was up again begins anew with short pauses", () => {
  pauses(6);
  FakeSocket.last.say(welcome());
  const tries = FakeSocket.all.length;
  FakeSocket.last.break();
  vi.advanceTimersByTime(1500);
  expect(FakeSocket.all.length).toBe(tries + 1);
});

test("it hurries when the network is back or somebody looks", () => {
  line();
  for (let n = 0; n < 6; n++) {
    FakeSocket.last.break();
    vi.advanceTimersByTime(20_000);
  }
  FakeSocket.last.break();
  const tries = FakeSocket.all.length;
  browser.hidden(true);
  expect(FakeSocket.all.length).toBe(tries);
  browser.hidden(false);
  expect(FakeSocket.all.length).toBe(tries + 1);
  browser.online();
  expect(FakeSocket.all.length).toBe(tries + 1); // it is being tried already
});

test("what is refused for now only is sent again", () => {
  const live = line();
  FakeSocket.last.say(welcome());
  const id = live.ask({ do: "move", seat: 1, move: "flip" });
  FakeSocket.last.say({ say: "refused", id, code: "unavailable", sentence: "later" });
  expect(live.awaits("move")).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(FakeSocket.last.sent.map((command) => command.id)).toEqual([id, id]);
  FakeSocket.last.say({ say: "refused", id, code: "not-held", sentence: "no" });
  expect(live.awaits("move")).toBe(false);
});

test("a closed line stays closed", () => {
  const live = line();
  live.close();
  FakeSocket.last.break();
  browser.online();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBe(1);
});
