/** What whoever looks at the board can do there: pick, drag, press, ask why not. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { DnupView, Reason } from "../../wire";
import { announce } from "../../ui/notice";
import { t } from "../../words/i18n";
import { whyNot } from "../../words/reasons";
import type { BoardProps, Voice } from "../face";
import { adding, otherWay, playing, taking, values } from "./cards";
import { lifted, useCarrying } from "./carrying";
import { offers, usePicking, useWanted, type Offers, type Picking } from "./picking";
import { form, moveName, value } from "./words";

/** Where something can be dropped; a set of somebody else's is `set:` and its place. */
export const ON = { hand: "hand", mine: "mine", table: "table", set: (place: string) => `set:${place}` };

const VOICE: Voice = { move: moveName, value, form };

export interface Acting extends Offers {
  acting: boolean;
  picking: Picking;
  /** Why what was tried, or is picked, is not possible. */
  reason: Reason | null;
  /** What is said above the hand. */
  said: string | null;
  /** Make a move, or learn why not. */
  attempt(move: string): boolean;
  /** Play was pressed with nothing picked. */
  missing(): void;
  pick(index: number): void;
  show(turned: boolean): void;
  grabCards(event: PointerEvent, index: number): void;
  grabSet(event: PointerEvent, place: string): void;
  keys(event: KeyboardEvent): void;
}

export function useActing(props: BoardProps<DnupView>, root: { current: HTMLElement | null }): Acting {
  const { view, at, busy, make, why, reasons } = props;
  const acting = props.acting && !view.over;
  const picking = usePicking(view);
  const offered = offers(view, picking, at);
  const { play, adds } = offered;
  // Why the picked cards cannot be played is only told unasked if nothing else can be done with them.
  const stuck = acting && play && !play.possible && !adds.some((add) => add.possible);
  const [wanted, want] = useWanted(view, stuck ? play.move : null, why);
  const [plain, setPlain] = useState<string | null>(null);
  const carrying = useCarrying();
  useEffect(() => {
    if (!busy) carrying.settle();
    setPlain(null);
  }, [busy, view]);

  const reason = (wanted === null ? null : reasons[wanted]) ?? null;
  const because = reason && whyNot(reason, VOICE, at);
  useEffect(() => {
    if (because) announce(because);
  }, [because]);

  const attempt = (move: string): boolean => {
    setPlain(null);
    if (!acting || busy) return false;
    if (view.legal.includes(move)) {
      make(move);
      return true;
    }
    if (because && wanted === move) announce(because);
    want(move);
    return false;
  };
  const say = (words: string): boolean => {
    setPlain(words);
    announce(words);
    return false;
  };
  const show = (turned: boolean): void => {
    if (turned) announce(t("Flipped, your hand would be {cards}.", { cards: values(otherWay(picking.hand)) }));
    picking.show(turned);
  };

  const dropCards = (on: string): boolean => {
    const { cards } = picking;
    const [card] = cards;
    if (on === ON.hand || card === undefined) return false;
    if (!on.startsWith(ON.set(""))) return attempt(playing(cards));
    if (cards.length > 1) return say(t("You can add only one card at a time."));
    return attempt(adding(card, on.slice(ON.set("").length)));
  };
  // The render after a drag began may have changed what is picked: the drop is up to the latest one.
  const latest = useRef(dropCards);
  latest.current = dropCards;

  return {
    ...offered,
    acting,
    picking,
    reason,
    said: picking.turned ? t("This is how your hand would look. You haven’t flipped it yet.") : (plain ?? because),
    attempt,
    missing: () => say(t("First pick the cards to play: one or more of the same value.")),
    show,
    pick(index) {
      if (!acting || picking.turned) return;
      want(null);
      setPlain(null);
      picking.pick(index);
    },
    grabCards(event, index) {
      if (picking.turned) return;
      carrying.grab(event, {
        lift: () => [...picking.hold(index)].flatMap((at) => root.current?.querySelector<HTMLElement>(`[data-at="${at}"]`) ?? []),
        drop: (on) => latest.current(on),
      });
    },
    grabSet(event, place) {
      const set = event.currentTarget as HTMLElement;
      let copy: HTMLElement | null = null;
      carrying.grab(event, {
        lift: () => (root.current ? [(copy = lifted(root.current, set))] : []),
        drop: (on) => (on === ON.hand || on === ON.mine) && attempt(taking(place)),
        end() {
          copy?.remove();
          set.classList.remove("dn-lifted");
        },
      });
    },
    keys(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      if ((event.target as HTMLElement).matches("input, textarea, select")) return;
      if (event.key === "f" && acting) attempt("flip");
      else if (event.key === "t" && view.hand) show(!picking.turned);
      else if (event.key === "Escape" && picking.turned) picking.show(false);
      else if (event.key === "Escape" && picking.picked.size) picking.clear();
      else return;
      event.preventDefault();
    },
  };
}
