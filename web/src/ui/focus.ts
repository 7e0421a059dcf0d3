/** When what had the focus on a board goes away with a move, another part of the board gets it. */

import { useEffect, useLayoutEffect } from "preact/hooks";

/** `next` is a selector: what gets it. */
export function useKeptFocus(root: { current: HTMLElement | null }, next: string): void {
  useEffect(() => {
    const board = root.current;
    if (!board) return;
    const entered = (event: FocusEvent): void => {
      last = event.target as HTMLElement;
    };
    const left = (event: FocusEvent): void => {
      if (event.relatedTarget && !board.contains(event.relatedTarget as Node)) last = null;
    };
    board.addEventListener("focusin", entered);
    board.addEventListener("focusout", left);
    return () => {
      last = null;
      board.removeEventListener("focusin", entered);
      board.removeEventListener("focusout", left);
    };
  }, []);
  useLayoutEffect(() => {
    if (!last || last.isConnected) return;
    last = null;
    if (document.activeElement !== document.body) return;
    root.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  });
}

/** There is one focus in a page. */
let last: HTMLElement | null = null;
