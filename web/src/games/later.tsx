/** A board that is brought when there is one to be shown: the start page does without it. */

import type { ComponentType } from "preact";
import { part } from "../ui/part";
import type { BoardProps, View } from "./face";

export const later = <Its extends View>(
  load: () => Promise<{ Board: ComponentType<BoardProps<Its>> }>,
): ComponentType<BoardProps<Its>> => part(() => load().then(({ Board }) => Board));
