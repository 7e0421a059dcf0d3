/** A board that is brought when there is one to be shown: the start page does without it. */

import type { ComponentType } from "preact";
import { part } from "../ui/part";
import type { AnyView } from "../wire";
import type { BoardProps } from "./face";

export const later = <View extends AnyView>(
  load: () => Promise<{ Board: ComponentType<BoardProps<View>> }>,
): ComponentType<BoardProps<View>> => part(() => load().then(({ Board }) => Board));
