/** One's own hand: every card with both its values, grouped by the active one. */

import "./hand.css";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { CardFace, spoken } from "./Card";
import { piece, runs, type Card } from "./cards";
import { laid } from "./layout";
import { HAND } from "./motion";

interface Props {
  /** In order. */
  cards: readonly Card[];
  /** Which of them are picked, by their number in the hand. */
  picked: ReadonlySet<number>;
  advised: ReadonlySet<number>;
  label: string;
  /** Cards may be picked now. */
  active: boolean;
  /** Not the hand as it is but as it would be after a flip. */
  turned: boolean;
  pick(at: number): void;
  grab(event: PointerEvent, at: number): void;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** The room for the hand, kept up with the window. */
function useRoom(box: { current: HTMLElement | null }) {
  const [room, setRoom] = useState({ width: 340, largest: 58 });
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return;
    const measure = (): void => {
      const width = node.clientWidth;
      const byWidth = width < 480 ? (innerHeight < 790 ? 54 : 64) : width < 900 ? 92 : 104;
      const byHeight = innerHeight < 560 ? 50 : innerHeight < 760 ? 72 : innerHeight < 880 ? 84 : 104;
      setRoom((old) => {
        const largest = Math.min(byWidth, byHeight);
        return old.width === width && old.largest === largest ? old : { width, largest };
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return room;
}

export function Hand({ cards, picked, advised, label, active, turned, pick, grab }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const { width, height, spots } = useMemo(() => laid(runs(cards), room), [cards, room]);
  const [focused, setFocused] = useState(0);
  const here = Math.min(focused, cards.length - 1);

  const focus = (at: number): void => {
    const to = Math.max(0, Math.min(cards.length - 1, at));
    setFocused(to);
    box.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus();
  };
  /** The card above or below in the next row. */
  const across = (rows: number): number => {
    const from = spots[here]!;
    let best = here;
    let least = Infinity;
    spots.forEach((spot, at) => {
      const far = Math.abs(spot.x - from.x);
      if (spot.row === from.row + rows && far < least) [best, least] = [at, far];
    });
    return best;
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step !== undefined) focus(here + step);
    else if (event.key === "ArrowUp") focus(across(-1));
    else if (event.key === "ArrowDown") focus(across(1));
    else return;
    event.preventDefault();
  };

  const seen = new Map<string, number>();
  return (
    <div
      ref={box}
      class={`dn-hand ${turned ? "dn-hand-turned" : ""}`}
      role="group"
      data-part="hand"
      aria-label={label}
      style={{ height: `${height}px`, "--dn-w": `${width}px` }}
      onKeyDown={keys}
    >
      {cards.map((card, at) => {
        const { x, y, lean } = spots[at]!;
        const twin = seen.get(piece(card)) ?? 0;
        seen.set(piece(card), twin + 1);
        return (
          <button
            key={`${piece(card)}#${twin}`}
            type="button"
            class={`dn-slot ${advised.has(at) ? "dn-advised" : ""}`}
            data-at={at}
            data-pick={card}
            aria-pressed={picked.has(at)}
            aria-disabled={!active}
            tabIndex={at === here ? 0 : -1}
            style={{ left: `${x}px`, top: `${y}px`, transform: lean ? `rotate(${lean}deg)` : "none" }}
            onFocus={() => setFocused(at)}
            onClick={() => pick(at)}
            onPointerDown={(event) => active && grab(event, at)}
          >
            <CardFace card={card} zone={HAND} />
            <span class="unseen">{spoken(card)}</span>
          </button>
        );
      })}
    </div>
  );
}
