/** A board that is brought when there is one to be shown: the start page does without it. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AnyView } from "../wire";
import type { BoardProps } from "./face";

export function later<View extends AnyView>(
  load: () => Promise<{ Board: ComponentType<BoardProps<View>> }>,
): ComponentType<BoardProps<View>> {
  let known: ComponentType<BoardProps<View>> | null = null;
  return function Later(props: BoardProps<View>) {
    const [Board, setBoard] = useState(() => known);
    useEffect(() => {
      // If the server is away the table's own notice says so, and coming back loads the page anew.
      if (!Board) load().then((part) => setBoard(() => (known = part.Board)), () => {});
    }, []);
    return Board && <Board {...props} />;
  };
}
