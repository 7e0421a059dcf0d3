/** When what had the focus goes away with a move, a card of the hand gets it. */

import { useEffect, useLayoutEffect } from "preact/hooks";

export function useKeptFocus(root: { current: HTMLElement | null }): void {
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
    root.current?.querySelector<HTMLElement>('.dn-slot[tabindex="0"]')?.focus({ preventScroll: true });
  });
}

/** There is one focus in a page. */
let last: HTMLElement | null = null;
