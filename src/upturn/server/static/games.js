/* The games by name. A fourth one is a module of the same shape and a line here. */

import { dnup } from "./dnup.js";
import { teamPlay } from "./team-play.js";
import { teamUp } from "./team-up.js";

export const boards = { dnup, "team-play": teamPlay, "team-up": teamUp };
