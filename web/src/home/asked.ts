/** What a page asks the server for when it opens, and what became of it. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Problem } from "../net/api";

export type Asked<Answer> =
  | { state: "waiting" }
  | { state: "here"; answer: Answer }
  | { state: "away" }
  | { state: "refused"; words: string; status: number };

/** Nobody answers, or only a proxy in front of the server does. */
export const isAway = (problem: unknown): boolean =>
  problem instanceof Problem && (problem.status === 0 || (problem.status >= 502 && problem.status <= 504));

/** Ask when the page opens and whenever `about` changes; `again` asks once more. */
export function useAsked<Answer>(
  ask: () => Promise<Answer>,
  about: unknown = null,
): [Asked<Answer>, () => Promise<void>] {
  const [asked, setAsked] = useState<Asked<Answer>>({ state: "waiting" });
  const turn = useRef(0);
  const again = useCallback(async () => {
    const mine = ++turn.current;
    const tell = (now: Asked<Answer>): void => {
      if (mine === turn.current) setAsked(now);
    };
    try {
      tell({ state: "here", answer: await ask() });
    } catch (problem) {
      if (isAway(problem)) tell({ state: "away" });
      else {
        const words = problem instanceof Error ? problem.message : String(problem);
        tell({ state: "refused", words, status: problem instanceof Problem ? problem.status : 0 });
      }
    }
  }, [about]);
  useEffect(() => {
    setAsked({ state: "waiting" });
    void again();
    return () => void turn.current++;
  }, [again]);
  return [asked, again];
}
