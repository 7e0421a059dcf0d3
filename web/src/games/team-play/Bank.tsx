/** The middle of the table: the pile, the three open cards, the discard, and the mission pile. */

import "./bank.css";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Line, TeamPlayEvent } from "../../wire";
import { capital, t, tn } from "../../words/i18n";
import { CardBack, CardFace } from "./Card";
import type { Looked } from "./Look";
import type { Play } from "./play";
import { cardWords, moveWords } from "./words";

function DrawButton({ play, move, label, offer, spot, children }: {
  play: Play;
  move: string;
  label: string;
  /** The label where it can be drawn. */
  offer: string;
  spot: string;
  children: ComponentChildren;
}) {
  const able = play.can(move);
  const classes = ["tp-take"];
  if (able) classes.push("tp-able");
  if (play.shownMove === move) classes.push("tp-advised");
  if (!play.hand) {
    return (
      <span class={classes.join(" ")} data-spot={spot} role="img" aria-label={label}>
        {children}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={classes.join(" ")}
      data-spot={spot}
      data-move={able ? move : undefined}
      data-drag={able ? move : undefined}
      aria-disabled={!able || undefined}
      title={able ? undefined : play.reason(move)}
      onClick={() => play.act(move)}
    >
      <span class="unseen">{able ? offer : label}</span>
      {children}
    </button>
  );
}

/** The discard lies open, without an order: the card seen last lies on top, as far as it is known. */
function Discard({ play, look, top }: { play: Play; look(what: Looked): void; top: string | null }) {
  const { view, cards } = play;
  const move = `discard ${cards[0] ?? ""}`;
  const able = cards.length === 1 && play.can(move);
  const asked = play.acting && view.asked === "discard";
  const words = tn("Discard pile, {n} card", "Discard pile, {n} cards", view.discard.length);
  return (
    <button
      type="button"
      class={`tp-take tp-discard ${asked ? "tp-able" : ""} ${play.shownMove?.startsWith("discard ") ? "tp-advised" : ""}`}
      data-spot="discard"
      data-drop="discard"
      data-move={able ? move : undefined}
      onClick={() => (able ? play.act(move) : look({ kind: "discard" }))}
    >
      <span class="unseen">{able ? t("Discard {card}", { card: cardWords(cards[0]!) }) : words}</span>
      {top ? <CardFace card={top} /> : <span class="tp-card tp-empty" />}
      <span class="tp-count" aria-hidden="true">
        {view.discard.length}
      </span>
    </button>
  );
}

function MissionPile({ play, look }: { play: Play; look(what: Looked): void }) {
  const { mission_pile: left, mission_discard: away } = play.view;
  return (
    <button type="button" class="tp-take tp-mission-pile" data-spot="mission-pile" onClick={() => look({ kind: "missions" })}>
      <span class="unseen">
        {t("Missions in the pile: {left}, discarded: {away}", { left, away: away.length })}
      </span>
      <b aria-hidden="true">{left}</b>
    </button>
  );
}

function lastDiscarded(news: readonly Line[]): string | null {
  const events = news.flatMap((line) => line.events as TeamPlayEvent[]);
  const last = events.findLast((event) => event.event === "discarded" || event.event === "fulfilled");
  if (last?.event === "discarded") return last.card;
  return last?.event === "fulfilled" ? (last.cards.at(-1) ?? null) : null;
}

export function Bank({ play, look, news }: { play: Play; look(what: Looked): void; news: readonly Line[] }) {
  const { view } = play;
  const seen = useRef<string | null>(null);
  seen.current = lastDiscarded(news) ?? seen.current;
  const known = seen.current !== null && view.discard.includes(seen.current);
  return (
    <section
      class={`tp-bank ${play.highlight === "bank" ? "tp-pointed" : ""}`}
      aria-label={t("Bank")}
    >
      <div class="tp-row">
        <div class="tp-place">
          <DrawButton
            play={play}
            move="draw pile"
            spot="pile"
            label={tn("Pile, {n} card left", "Pile, {n} cards left", view.pile)}
            offer={tn("Draw from the pile, {n} card left", "Draw from the pile, {n} cards left", view.pile)}
          >
            <span class={`tp-heap ${view.pile > 1 ? "tp-thick" : ""}`}>
              {view.pile ? <CardBack /> : <span class="tp-card tp-empty" />}
            </span>
            <span class="tp-count" aria-hidden="true">
              {view.pile}
            </span>
          </DrawButton>
          <span class="tp-label">{t("Pile")}</span>
        </div>
        <div class="tp-tray">
          {view.bank.map((card, place) => (
            <div key={place} class="tp-place">
              {card ? (
                <DrawButton
                  play={play}
                  move={`draw ${card}`}
                  spot={`bank-${place}`}
                  label={cardWords(card)}
                  offer={capital(moveWords(`draw ${card}`, play.at))}
                >
                  <CardFace card={card} />
                </DrawButton>
              ) : (
                <span class="tp-take" data-spot={`bank-${place}`}>
                  <span class="tp-card tp-empty" />
                </span>
              )}
            </div>
          ))}
          <span class="tp-label">{t("Bank")}</span>
        </div>
        <div class="tp-place">
          <Discard play={play} look={look} top={known ? seen.current : (view.discard.at(-1) ?? null)} />
          <span class="tp-label">{t("Discards")}</span>
        </div>
        <div class="tp-place">
          <MissionPile play={play} look={look} />
          <span class="tp-label">{t("Missions")}</span>
        </div>
      </div>
    </section>
  );
}
