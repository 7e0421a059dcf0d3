/** After a game: where the others went, what its record is called, and links that lead on. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnyTold } from "../src/wire";
import { begin } from "../src/store/table";
import { fakeBrowser } from "./browser";
import { facts, moved, standing } from "./fixtures";

const ORIGIN = "https://table.example";

beforeEach(() => {
  fakeBrowser();
  vi.stubGlobal("location", { origin: ORIGIN, pathname: "/", search: "" });
});
afterEach(() => vi.unstubAllGlobals());

describe("where somebody has asked the others to", () => {
  const said = (n: number, text: string): AnyTold => ({ what: "said", n, at: n, name: "Ben", seat: 2, text });
  const find = async (...told: AnyTold[]): Promise<string | null> =>
    (await import("../src/table/again")).invitation(told);

  test("is the last table that was named since the end", async () => {
    const told = [moved(1, 1, "flip"), said(2, `${ORIGIN}/j/QWERTZ`), said(3, `Come: ${ORIGIN}/j/ASDFGH now`), said(4, "Yes!")];
    expect(await find(...told)).toBe("/j/ASDFGH");
  });

  test("is no table that was named during the game, and none elsewhere", async () => {
    expect(await find(said(1, `${ORIGIN}/j/QWERTZ`), moved(2, 1, "flip"))).toBeNull();
    expect(await find(moved(1, 1, "flip"), said(2, "https://elsewhere.example/j/QWERTZ"))).toBeNull();
  });
});

test("a record is called as the server calls it", async () => {
  const { recordName } = await import("../src/table/asked");
  const at = Date.UTC(2026, 10, 16, 23, 59);
  const state = { ...begin(standing()), told: [{ ...moved(4, 1, "flip"), at }] };
  expect(recordName({ ...state, facts: facts({ state: "over" }) })).toBe("upturn-dnup-2026-11-16-k3vq7y.json");
  expect(recordName(state)).toBe("upturn-dnup-…-k3vq7y.json");
});

test("a link to another device leads on to pages of this site alone", async () => {
  const { ledTo } = await import("../src/ui/router");
  expect(ledTo("/link/secret?to=/t/k3vq7yd2mzt5hw4c")).toBe("/t/k3vq7yd2mzt5hw4c");
  for (const page of ["", "t/k3", "//elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example/", "javascript:1"]) {
    expect(ledTo(`/link/secret?to=${page}`)).toBeNull();
  }
});
