/** Who one is: asked once, and known to every part of the page. */

import { afterEach, expect, test, vi } from "vitest";
import type { Me } from "../src/wire";

const ADA: Me = { id: "p1", name: "Ada", created: 0 };
const answer = (status: number, data: unknown): Response => new Response(JSON.stringify(data), { status });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("who gets a name at a table is somebody everywhere", async () => {
  const asked = vi.fn(async (path: string, { method }: RequestInit) =>
    method === "GET" ? answer(401, { code: "nameless", sentence: "?" }) : answer(201, { ...ADA, path }),
  );
  vi.stubGlobal("fetch", asked);
  const { called, somebody, who, whoAmI } = await import("../src/home/who");
  expect(await whoAmI()).toBeNull();
  await called("Ada");
  expect(who.value?.name).toBe("Ada");
  expect((await somebody()).name).toBe("Ada");
  expect(asked).toHaveBeenCalledTimes(2);
});

test("who got a name in another window is that one here", async () => {
  let named = false;
  vi.stubGlobal("fetch", async (_: string, { method }: RequestInit) => {
    if (method !== "GET") named = true;
    else if (named) return answer(200, ADA);
    return answer(named ? 409 : 401, { code: named ? "named-already" : "nameless", sentence: "?" });
  });
  const { somebody } = await import("../src/home/who");
  expect((await somebody()).name).toBe("Ada");
});
