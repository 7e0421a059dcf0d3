/** The board, brought when there is one to be shown: the start page does without it. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TeamUpView } from "../../wire";
import type { BoardProps } from "../face";

type BoardType = ComponentType<BoardProps<TeamUpView>>;

let known: BoardType | null = null;

export function Board(props: BoardProps<TeamUpView>) {
  const [Part, setPart] = useState<BoardType | null>(() => known);
  useEffect(() => {
    if (!Part) void import("./Board").then(({ Board: made }) => setPart(() => (known = made)));
  }, []);
  return Part && <Part {...props} />;
}
