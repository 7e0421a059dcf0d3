/** What leads to a table: codes, guests' names, and what a list says of one. */

import { expect, test } from "vitest";
import { codeIn } from "../src/home/code";
import { guestName } from "../src/home/names";
import { stateLine } from "../src/home/words";
import { LONGEST_NAME } from "../src/ui/parts";

test("a code is found in whatever is typed or pasted", () => {
  expect(codeIn("qwertz")).toBe("QWERTZ");
  expect(codeIn(" qwe-rtz! ")).toBe("QWERTZ");
  expect(codeIn("https://upturn.example/j/QWERTZ")).toBe("QWERTZ");
  expect(codeIn("qw3")).toBe("QW");
  expect(codeIn("qwertzuiop")).toBe("QWERTZ");
});

test("guests get names that fit, with numbers once the plain ones are taken", () => {
  for (let round = 0; round < 5; round++) {
    for (let time = 0; time < 50; time++) {
      const name = guestName(round);
      expect(name.length).toBeLessThanOrEqual(LONGEST_NAME);
      expect(/\d/.test(name)).toBe(round > 0);
    }
  }
});

test("a list says why a table has no result", () => {
  const reasons = ["agreed", "closed", "deserted", "admin"];
  const lines = reasons.map((reason) => stateLine("ended", reason));
  expect(lines[1]).toBe("closed by the host");
  expect(new Set(lines).size).toBe(reasons.length);
  expect(stateLine("ended", "too-late")).toBe("ended without a result");
  expect(stateLine("over", null)).toBe("finished");
});
