/** The cards: the one to obey, the deck, the penalties, and what is still to come. */

import type { TeamUpView } from "../../wire";
import { t, tn } from "../../words/i18n";
import type { BoardProps } from "../face";
import { BoxPicture, Lid } from "./Box";
import { componentsOf, type Components, type Size } from "./geometry";
import { CELL } from "./paint";
import { asked, cardName, letter } from "./words";
import "./cards.css";

/** A shape lying on its largest side, its longest edge along x. */
function lyingSize(parts: Components, shape: string): Size {
  const kind = Object.values(parts.boxes).find((one) => one.shape === shape);
  const [high, mid, long] = [...(kind?.top ?? [1, 1]), kind?.height ?? 1].sort((a, b) => a - b);
  return [long ?? 1, mid ?? 1, high ?? 1];
}

/** What a card shows: a painted lid for a colour, boxes without paint for shapes. */
export function Symbol({ card, parts, size }: { card: string; parts: Components; size: number }) {
  if (parts.colours.includes(card)) {
    const cells = size > 40 ? 1.5 : 1;
    return (
      <svg class="tu-symbol" width={size} height={size} viewBox={`-1 -1 ${cells * CELL + 2} ${cells * CELL + 2}`} aria-hidden="true">
        <Lid colour={card} columns={cells} rows={cells} letter={letter(card)} />
        <rect width={cells * CELL} height={cells * CELL} fill="none" stroke="var(--tu-plate-ink)" stroke-width="1.5" />
      </svg>
    );
  }
  const shapes = card.split("|");
  const unit = (size / 4.6) * (shapes.length > 1 ? 0.72 : 1);
  return (
    <span class="tu-symbol tu-symbol-shapes">
      {shapes.map((shape) => (
        <BoxPicture key={shape} size={lyingSize(parts, shape)} colour="neutral" unit={unit} />
      ))}
    </span>
  );
}

function Drawn({ view, parts, size }: { view: TeamUpView; parts: Components; size: number }) {
  if (!view.card) return <div class="tu-card tu-card-none" aria-hidden="true" />;
  return (
    <div class="tu-card" key={`${view.card} ${view.deck}`}>
      <Symbol card={view.card} parts={parts} size={size} />
      <span class="tu-card-name">{cardName(view.card)}</span>
    </div>
  );
}

const MOST_BACKS = 5;

function asking(view: TeamUpView): string {
  if (view.over) return t("The pallet is finished.");
  if (!view.card) return "";
  return t("Place {box}.", { box: asked(view.card) });
}

/** The card to obey, big, and what can be done about cards. */
export function CardPanel(props: BoardProps<TeamUpView>) {
  const { view, at, acting, busy, make, advised, highlight } = props;
  const parts = componentsOf(at.game);
  const can = (move: string): boolean => acting && view.legal.includes(move);
  const score = view.scores[0] ?? 0;
  const words = asking(view);
  const lit = (move: string): string => (advised === move || highlight === move ? "tu-advised" : "");
  return (
    <section class="tu-cards" data-part="card" aria-label={t("Card")}>
      <Drawn view={view} parts={parts} size={64} />
      <div class="tu-cards-text">
        {words && <p class="tu-asks">{words}</p>}
        <p class="tu-deck-count">
          {tn("{n} card left", "{n} cards left", view.deck)}
          {view.penalties > 0 && (
            <b class="tu-penalties">
              {Array.from({ length: Math.min(MOST_BACKS, view.penalties) }, (_, index) => (
                <span key={index} class="tu-back" aria-hidden="true" />
              ))}
              {tn("{n} penalty", "{n} penalties", view.penalties)}
            </b>
          )}
        </p>
      </div>
      <Coming {...props} />
      <div class="tu-deeds">
        {can("draw") && (
          <button type="button" class={`button button-main tu-draw ${lit("draw")}`} data-move="draw" disabled={busy} onClick={() => make("draw")}>
            <span class="tu-back" aria-hidden="true" />
            {t("Draw a card")}
          </button>
        )}
        {can("penalty") && (
          <button type="button" class={`button button-main ${lit("penalty")}`} data-move="penalty" disabled={busy} onClick={() => make("penalty")}>
            {t("Take the penalty")}
          </button>
        )}
        {can("stop") && (
          <button type="button" class={`button button-quiet tu-stop ${lit("stop")}`} data-move="stop" disabled={busy} onClick={() => make("stop")}>
            {at.seats > 1
              ? t("Stop here with {score}, if everyone agrees", { score })
              : t("Stop here with {score}", { score })}
          </button>
        )}
      </div>
    </section>
  );
}

/** What the deck still holds. */
export function DeckPanel({ view, at }: BoardProps<TeamUpView>) {
  const parts = componentsOf(at.game);
  if (view.coming.length && view.coming.length === view.deck) return null; // they lie there in order
  return (
    <section class="tu-panel tu-deck" data-part="deck">
      <h3>{t("Still in the deck")}</h3>
      <ul class="plain tu-undrawn">
        {Object.entries(view.undrawn).map(([card, count]) => (
          <li key={card} class={count ? "" : "tu-none"}>
            <Symbol card={card} parts={parts} size={23} />
            <span class="unseen">{cardName(card)}</span>
            <b>{count}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The order of the next cards, as far as the team knows it: in a puzzle or a challenge. */
function Coming({ view, at }: BoardProps<TeamUpView>) {
  const parts = componentsOf(at.game);
  if (!view.coming.length) return null;
  const words =
    view.coming.length < view.deck
      ? tn("The next card", "The next {n} cards, in order", view.coming.length)
      : t("All remaining cards, in order");
  return (
    <div class="tu-next" data-part="coming">
      <h3>{words}</h3>
      <ol class="plain tu-coming" tabIndex={0} aria-label={words}>
        {view.coming.map((card, index) => (
          <li key={view.deck - index}>
            <span class="tu-small-card">
              <Symbol card={card} parts={parts} size={28} />
            </span>
            <small aria-hidden="true">{index + 1}</small>
            <span class="unseen">{cardName(card)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
