/** The games by name. */

import type { Face } from "./face";
import { dnup } from "./dnup";
import { teamPlay } from "./team-play";
import { teamUp } from "./team-up";

export const FACES: Record<string, Face> = {
  "team-up": teamUp as unknown as Face,
  "team-play": teamPlay as unknown as Face,
  dnup: dnup as unknown as Face,
};
