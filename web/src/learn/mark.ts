/**
 * Marks what a lesson points at: whatever on the board makes that move (`data-move`) or is that
 * part of it (`data-part`). The board knows of it too, and may do more.
 */

import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

const MARK = "data-learn-mark";

export function useMark(board: RefObject<HTMLElement | null>, what: string | null, view: unknown): void {
  useEffect(() => {
    const root = board.current;
    if (!root) return;
    const renew = (): void => {
      for (const one of root.querySelectorAll(`[${MARK}]`)) {
        if (!what || !isIt(one, what)) one.removeAttribute(MARK);
      }
      if (!what) return;
      for (const one of root.querySelectorAll("[data-move], [data-part]")) {
        if (isIt(one, what) && !one.hasAttribute(MARK)) one.setAttribute(MARK, "");
      }
    };
    renew();
    // Boards draw themselves anew when something is picked.
    const watch = new MutationObserver(renew);
    watch.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-move", "data-part"] });
    return () => watch.disconnect();
  }, [what, view]);
}

const isIt = (one: Element, what: string): boolean =>
  one.getAttribute("data-move") === what || one.getAttribute("data-part") === what;
