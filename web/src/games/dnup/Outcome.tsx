/** The end of a round, and of the game: who won what. */

import type { DnupLine, DnupView, Seat } from "../../wire";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../ui/parts";
import { t, tn } from "../../words/i18n";
import type { Setting } from "../face";
import { result, scoreWords } from "./words";

/** So long the end of a round is told, unless somebody closes it. */
const TOLD = 9000;

interface Gain {
  seat: Seat;
  points: number;
}

/** What the round that has just ended brought, also to who was out before its end; null: none has. */
export function useRoundEnd(view: DnupView, news: readonly DnupLine[]): [Gain[] | null, () => void] {
  const [shown, setShown] = useState<Gain[] | null>(null);
  const [before, setBefore] = useState<Gain[]>([]);
  useEffect(() => {
    const out = news
      .flatMap((line) => line.events)
      .flatMap((event) => (event.event === "out" ? [{ seat: event.seat, points: event.points }] : []));
    if (news.some((line) => line.events.some((event) => event.event === "round_over"))) {
      setShown([...before, ...out]);
      setBefore([]);
    } else if (out.length) {
      setBefore([...before, ...out]);
    }
  }, [news]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), TOLD);
    return () => clearTimeout(timer);
  }, [shown]);
  return [view.over ? null : shown, () => setShown(null)];
}

export function RoundEnd({ gained, view, at, close }: { gained: Gain[]; view: DnupView; at: Setting; close(): void }) {
  return (
    <div class="dn-outcome dn-round-end panel">
      <h3>{t("The round is over")}</h3>
      <ul class="plain">
        {gained.map(({ seat, points }) => (
          <li key={seat}>
            {view.players === 2
              ? t("{name} wins the round.", { name: at.name(seat) })
              : tn("{name} gets {n} token.", "{name} gets {n} tokens.", points, { name: at.name(seat) })}
          </li>
        ))}
      </ul>
      <p class="faint">{t("Everyone has been dealt new cards.")}</p>
      <Button onClick={close}>{t("Next round")}</Button>
    </div>
  );
}

export function GameEnd({ view, at }: { view: DnupView; at: Setting }) {
  const best = Math.max(...view.scores);
  const order = view.scores.map((score, index) => ({ seat: index + 1, score })).sort((a, b) => b.score - a.score);
  return (
    <div class="dn-outcome panel">
      <h3>{result(view, at)}</h3>
      <ol class="plain">
        {order.map(({ seat, score }) => (
          <li key={seat} class={score === best ? "dn-first" : ""}>
            <span>{at.name(seat)}</span> <span>{scoreWords(score, view.players)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
