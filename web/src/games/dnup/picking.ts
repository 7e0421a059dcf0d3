/** Which cards of the hand are picked, what they could do, and why not if they cannot. */

import { useEffect, useState } from "preact/hooks";
import type { DnupView } from "../../wire";
import type { Setting } from "../face";
import { active, adding, inOrder, otherWay, placeOf, playing, type Card } from "./cards";
import { addTo, moveWords } from "./words";

export interface Picking {
  /** The hand in order, as it is. */
  hand: Card[];
  /** The hand as shown: turned, while one looks at it so. */
  shown: Card[];
  turned: boolean;
  show(turned: boolean): void;
  picked: ReadonlySet<number>;
  cards: Card[];
  pick(at: number): void;
  /** Have this card picked, others of its value with it if they are; returns all of them. */
  hold(at: number): ReadonlySet<number>;
  clear(): void;
}

const NONE: ReadonlySet<number> = new Set();

export function usePicking(view: DnupView): Picking {
  const key = view.hand?.join(" ") ?? "";
  const hand = inOrder(view.hand ?? []);
  // What was picked of a hand, or how it was looked at, ends with that hand.
  const [picks, setPicks] = useState({ key, at: NONE });
  const [looked, setLooked] = useState<string | null>(null);
  const picked = picks.key === key ? picks.at : NONE;
  const isTurned = looked === key && hand.length > 0;
  const valueAt = (at: number): number => active(hand[at] ?? "");

  const fresh = (at: number): Set<number> => {
    const [first] = picked;
    return first !== undefined && valueAt(first) === valueAt(at) ? new Set(picked) : new Set();
  };
  return {
    hand,
    shown: isTurned ? otherWay(hand) : hand,
    turned: isTurned,
    show: (wish) => setLooked(wish ? key : null),
    picked: isTurned ? NONE : picked,
    cards: hand.filter((_, at) => picked.has(at)),
    pick(at) {
      const next = fresh(at);
      if (!next.delete(at)) next.add(at);
      setPicks({ key, at: next });
    },
    hold(at) {
      const next = fresh(at).add(at);
      setPicks({ key, at: next });
      return next;
    },
    clear: () => setPicks({ key, at: NONE }),
  };
}

/** A move one may want to make, possible or not. */
export interface Offer {
  move: string;
  words: string;
  possible: boolean;
}

export interface Offers {
  /** Null: nothing is picked. */
  play: Offer | null;
  /** All cards of the picked value, if that is possible. */
  more: Offer | null;
  adds: Offer[];
  flip: Offer;
}

/** What the picked cards could do. Adds are offered where the value is the same. */
export function offers(view: DnupView, { hand, cards }: Picking, at: Setting): Offers {
  const legal = new Set(view.legal);
  const offer = (move: string, words = moveWords(move, at)): Offer => ({ move, words, possible: legal.has(move) });
  const [first] = cards;
  const flip = offer("flip");
  if (first === undefined) return { play: null, more: null, adds: [], flip };
  const all = hand.filter((card) => active(card) === active(first));
  const more = all.length > cards.length ? offer(playing(all)) : null;
  const adds = cards.length > 1 ? [] : view.sets.filter((set) => set.seat !== view.seat && set.value === active(first));
  return {
    play: offer(playing(cards)),
    more: more?.possible ? more : null,
    adds: adds.map((set) => offer(adding(first, placeOf(set)), addTo(placeOf(set), at))),
    flip,
  };
}

/** The cards a move lays down, by their number in the hand. */
export function cardsOf(move: string | null, hand: readonly Card[]): ReadonlySet<number> {
  const [verb, ...rest] = (move ?? "").split(" ");
  if (verb !== "play" && verb !== "add") return NONE;
  const found = new Set<number>();
  for (const card of verb === "add" ? rest.slice(0, 1) : rest) {
    const at = hand.findIndex((one, index) => one === card && !found.has(index));
    if (at >= 0) found.add(at);
  }
  return found;
}

/** The move whose reason is wanted: it was tried, or the picked cards would make it. */
export function useWanted(view: DnupView, proposed: string | null, why: (moves: string[]) => void) {
  const [tried, setTried] = useState<{ view: DnupView; move: string } | null>(null);
  const move = tried?.view === view ? tried.move : proposed;
  useEffect(() => {
    if (move !== null) why([move]);
  }, [move, view]);
  return [move, (one: string | null) => setTried(one === null ? null : { view, move: one })] as const;
}
