/** The hand: pick cards, bring them into an order, drag them to where they go. */

import "./hand.css";
import { useRef, useState } from "preact/hooks";
import { announce } from "../../ui/notice";
import { t, tn } from "../../words/i18n";
import { CardFace } from "./Card";
import { cardOf, type Held } from "./cards";
import type { Play } from "./play";
import { cardWords } from "./words";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

export function Hand({ play }: { play: Play }) {
  const hand = play.hand ?? [];
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<Held | null>(null);
  const first = focused !== null && hand.includes(focused) ? focused : hand[0];
  const advised = new Set<Held>();
  const [verb, ...words] = play.shownMove?.split(" ") ?? [];
  if (verb === "give" || verb === "fulfil" || verb === "discard") {
    const left = words.slice(verb === "fulfil" ? 1 : 0);
    for (const one of hand) {
      const at = left.indexOf(cardOf(one));
      if (at >= 0) {
        advised.add(one);
        left.splice(at, 1);
      }
    }
  }

  const focus = (one: Held | undefined): void => {
    if (one === undefined) return;
    setFocused(one);
    list.current?.querySelector<HTMLElement>(`[data-held="${one}"]`)?.focus();
  };

  const onKey = (event: KeyboardEvent, one: Held): void => {
    const at = hand.indexOf(one);
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to = at + step;
      if (to < 0 || to >= hand.length) return;
      if (!event.altKey) return focus(hand[to]);
      play.place(one, step > 0 ? to + 1 : to);
      announce(t("{card}, position {place} of {count}", { card: cardWords(cardOf(one)), place: to + 1, count: hand.length }));
      // The element moves in the page, and would lose the focus on its way.
      requestAnimationFrame(() => focus(one));
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      focus(hand[event.key === "Home" ? 0 : hand.length - 1]);
    } else if (event.key === "Escape" && play.picked.length) {
      event.preventDefault();
      play.pick([]);
    }
  };

  return (
    <div
      ref={list}
      class={`tp-hand ${play.highlight === "hand" ? "tp-pointed" : ""} ${hand.length > 7 ? "tp-many" : ""}`}
      role="group"
      aria-label={tn(
        "Your hand, {n} card. Press Space to pick a card, Alt and an arrow key to move it.",
        "Your hand, {n} cards. Press Space to pick a card, Alt and an arrow key to move it.",
        hand.length,
      )}
      data-spot="hand"
      data-drop="hand"
    >
      {hand.map((one) => {
        const picked = play.picked.includes(one);
        const classes = ["tp-pick"];
        if (picked) classes.push("tp-picked");
        if (advised.has(one)) classes.push("tp-advised");
        return (
          <button
            key={one}
            type="button"
            class={classes.join(" ")}
            data-held={one}
            data-card={cardOf(one)}
            data-drag={`held ${one}`}
            aria-pressed={picked}
            tabIndex={one === first ? 0 : -1}
            onFocus={() => setFocused(one)}
            onKeyDown={(event) => onKey(event, one)}
            onClick={() => play.toggle(one)}
          >
            <span class="unseen">{cardWords(cardOf(one))}</span>
            <CardFace card={cardOf(one)} />
          </button>
        );
      })}
      {!hand.length && <p class="tp-nothing">{t("No cards")}</p>}
    </div>
  );
}
