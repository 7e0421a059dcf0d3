/**
 * Marks what a lesson points at: whatever on the board makes that move (`data-move`), is the box of
 * it (`data-box`) or is that part of the board (`data-part`). The board is told, too, and may do
 * more, such as mark the cards to pick.
 */

import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { moves } from "../store/prefs";

const MARK = "data-learn-mark";
const NAMED = "[data-move], [data-box], [data-part]";
/** Boards that come late, or have just been drawn, find their place first. */
const SETTLED = 350;

export function useMark(board: RefObject<HTMLElement | null>, what: string | null, view: unknown): void {
  useEffect(() => {
    const root = board.current;
    if (!root) return;
    const renew = (): void => {
      for (const one of root.querySelectorAll(`[${MARK}]`)) {
        if (!what || !isIt(one, what)) one.removeAttribute(MARK);
      }
      if (!what) return;
      for (const one of root.querySelectorAll(NAMED)) {
        if (isIt(one, what) && !one.hasAttribute(MARK)) one.setAttribute(MARK, "");
      }
    };
    renew();
    // Boards draw themselves anew when something is picked.
    const watch = new MutationObserver(renew);
    watch.observe(root, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["data-move", "data-box", "data-part"],
    });
    const timer = setTimeout(() => {
      const behavior = moves() ? "smooth" : "auto";
      root.querySelector(`[${MARK}]`)?.scrollIntoView({ block: "nearest", inline: "nearest", behavior });
    }, SETTLED);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, [what, view]);
}

function isIt(one: Element, what: string): boolean {
  const box = one.getAttribute("data-box");
  return (
    one.getAttribute("data-move") === what ||
    one.getAttribute("data-part") === what ||
    (box !== null && what.startsWith(`place ${box} `))
  );
}
