/**
 * What the parts of the board share: the view, the cards that are picked, and how a wish becomes a
 * move. A move is offered if the server lists it; otherwise its reason is asked for and shown.
 */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Seat, TeamPlayView } from "../../wire";
import { announce, toast } from "../../ui/notice";
import { t, tn } from "../../words/i18n";
import { whyNot } from "../../words/reasons";
import type { BoardProps, Setting, Voice } from "../face";
import { arranged, cardOf, inOrder, pickedFor, type Held, type Sorting } from "./cards";
import { cardsIn, fitOf, type Fit } from "./fit";
import { drawingOf, factsOf } from "./missions";
import { moveWords, partnerOf, quoted, value } from "./words";

export interface Play {
  view: TeamPlayView;
  at: Setting;
  acting: boolean;
  busy: boolean;
  /** Whose hand is shown. */
  me: Seat | null;
  partner: Seat | null;
  /** The hand in its order; null: none is shown. */
  hand: Held[] | null;
  picked: readonly Held[];
  /** The picked cards in the order of the notation. */
  cards: readonly string[];
  sorting: Sorting;
  /** The missions that the picked cards fulfil exactly. */
  matched: readonly string[];
  /** What a hint or a lesson points at. */
  shownMove: string | null;
  highlight: string | null;
  can(move: string): boolean;
  /** Make the move, or say why not. */
  act(move: string): void;
  /** Why not, if that is known. */
  reason(move: string): string | undefined;
  toggle(one: Held): void;
  pick(held: readonly Held[]): void;
  /** A mission is pressed: fulfil it, or pick what goes there. */
  press(mission: string): void;
  sort(sorting: Sorting): void;
  /** Put a card of the hand before the one at this place. */
  place(one: Held, at: number): void;
  /** The ways to fulfil a mission now. */
  ways(mission: string): string[];
  fit(mission: string): Fit | null;
}

export const fulfilMove = (mission: string, cards: readonly string[]): string =>
  ["fulfil", mission, ...inOrder(cards)].join(" ");
export const giveMove = (cards: readonly string[]): string => ["give", ...inOrder(cards)].join(" ");

interface Kept {
  sorting: Sorting;
  own: Held[];
}

/** The order of a hand is kept with the tab, by table and seat. */
function useOrder(seat: Seat | null): [Kept, (kept: Kept) => void] {
  const key = `upturn.team-play.hand ${location.pathname} ${seat ?? ""}`;
  const read = (): Kept => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? "") as Kept;
    } catch {
      return { sorting: "colour", own: [] };
    }
  };
  const [kept, setKept] = useState(read);
  useEffect(() => setKept(read()), [key]);
  const keep = (next: Kept): void => {
    setKept(next);
    try {
      sessionStorage.setItem(key, JSON.stringify(next));
    } catch {
      // a tab that may not keep anything
    }
  };
  return [kept, keep];
}

/** A highlight that is a move; others are parts of the board. */
const MOVE = /^(keep|swap|end|\w+ .+)$/;

const VOICE: Voice = { move: moveWords, value, form: () => 0 };

export function usePlay(props: BoardProps<TeamPlayView>): Play {
  const { view, at, acting, busy, make, why, reasons } = props;
  const me = view.hand ? view.seat : null;
  const [order, keepOrder] = useOrder(me);
  const handText = view.hand?.join(" ") ?? "";
  const hand = useMemo(
    () => (view.hand ? arranged(view.hand, order.sorting, order.own) : null),
    [handText, order, view.hand === null],
  );
  // What was picked for one decision does not stay picked for another one.
  const decision = `${handText} | ${me} | ${view.asked}`;
  const [chosen, setChosen] = useState<{ decision: string; held: readonly Held[] }>({ decision, held: [] });
  const pickedBy = useRef<string | null>(null);
  const picked = useMemo(
    () => (chosen.decision === decision ? chosen.held.filter((one) => hand?.includes(one)) : []),
    [chosen, decision, hand],
  );

  const legal = useMemo(() => new Set(view.legal), [view.legal]);
  const cards = useMemo(() => inOrder(picked.map(cardOf)), [picked]);
  const open = me === null ? [] : [view.centre, ...(view.missions[me - 1] ?? [])];
  const can = (move: string): boolean => acting && legal.has(move);
  const matched = open.flatMap((mission) =>
    mission && cards.length && can(fulfilMove(mission, cards)) ? [mission] : [],
  );

  const wanted = useRef<string | null>(null);
  const worded = (move: string): string | undefined => {
    const one = reasons[move];
    return one ? whyNot(one, VOICE, at) : undefined;
  };
  const say = (words: string): void => {
    toast(words, "problem");
    announce(words);
  };
  useEffect(() => {
    // The answer to a wish that could not be granted has come.
    const words = wanted.current === null ? undefined : worded(wanted.current);
    if (words === undefined) return;
    wanted.current = null;
    say(words);
  }, [reasons]);

  const explain = (move: string): void => {
    if (!acting) {
      if (view.to_act !== null) say(t("It’s {name}’s turn.", { name: at.name(view.to_act) }));
      return;
    }
    const words = worded(move);
    if (words !== undefined) return say(words);
    wanted.current = move;
    why([move]);
  };

  const pick = (held: readonly Held[], by: string | null = null): void => {
    pickedBy.current = by;
    setChosen({ decision, held });
  };

  const ways = (mission: string): string[] =>
    acting ? view.legal.filter((move) => move.startsWith(`fulfil ${mission} `)) : [];
  const fits = useMemo(() => new Map<string, Fit | null>(), [handText]);
  const fit = (mission: string): Fit | null => {
    const { requirement } = factsOf(at.game, mission);
    if (view.hand && !fits.has(mission)) fits.set(mission, fitOf(drawingOf(requirement), view.hand));
    return view.hand && (fits.get(mission) ?? null);
  };

  const act = (move: string): void => {
    if (busy) return;
    if (can(move)) make(move);
    else explain(move);
  };

  const press = (mission: string): void => {
    if (!hand) return;
    if (matched.includes(mission)) return act(fulfilMove(mission, cards));
    if (picked.length && pickedBy.current === mission) return pick([]);
    if (picked.length && pickedBy.current === null) return explain(fulfilMove(mission, cards));
    const [way] = ways(mission);
    const goes = way ? way.split(" ").slice(2) : cardsIn(fit(mission) ?? []);
    if (goes.length) return pick(pickedFor(hand, goes), mission);
    say(t("There’s no obvious choice for this mission. Pick the cards yourself."));
  };

  const matches = matched.join();
  useEffect(() => {
    const [mission] = matched;
    if (!mission) return;
    const { points } = factsOf(at.game, mission);
    announce(
      tn("These cards complete {mission} for {n} point.", "These cards complete {mission} for {n} points.", points, {
        mission: quoted(mission, at),
      }),
    );
  }, [matches]);

  return {
    view,
    at,
    acting,
    busy,
    me,
    partner: partnerOf(view, me),
    hand,
    picked,
    cards,
    sorting: order.sorting,
    matched,
    shownMove: props.highlight && MOVE.test(props.highlight) ? props.highlight : props.advised,
    highlight: props.highlight ?? null,
    can,
    act,
    reason: worded,
    toggle(one) {
      if (picked.includes(one)) pick(picked.filter((other) => other !== one));
      else pick(view.asked === "discard" && acting ? [one] : [...picked, one]);
    },
    pick: (held) => pick(held),
    press,
    sort: (sorting) => keepOrder({ sorting, own: hand ?? [] }),
    place(one, to) {
      if (!hand) return;
      const from = hand.indexOf(one);
      const rest = hand.filter((other) => other !== one);
      rest.splice(to > from ? to - 1 : to, 0, one);
      keepOrder({ sorting: "own", own: rest });
    },
    ways,
    fit,
  };
}

/** Ask beforehand why visible controls cannot be used, so that they can say it. */
export function useReasons(play: Play, why: (moves: string[]) => void, moves: readonly string[]): void {
  const refused = play.acting ? moves.filter((move) => !play.can(move)) : [];
  const key = refused.join("|");
  useEffect(() => {
    if (refused.length) why(refused);
  }, [key, play.view]);
}
