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
