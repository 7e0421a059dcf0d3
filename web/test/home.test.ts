/** What leads to a table: codes and guests' names. */

import { expect, test } from "vitest";
import { codeIn } from "../src/home/code";
import { guestName } from "../src/home/names";
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
