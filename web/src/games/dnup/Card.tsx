/**
 * A card of dnup: the active value large and upright, the other one upside down at its other end.
 * Every value has a colour and a pattern of its own; 6 and 9 are underlined.
 */

import "./card.css";
import { t } from "../../words/i18n";
import { ends, isStar, type Card } from "./cards";

/** A card in words, for who listens. */
export function spoken(card: Card): string {
  const [up, down] = ends(card);
  return isStar(card) ? t("{up}, or {down} upside down, with the star", { up, down }) : t("{up}, or {down} upside down", { up, down });
}

function End({ value, up }: { value: number; up: boolean }) {
  const marked = value === 6 || value === 9;
  return (
    <span class={`dn-end dn-v${value} ${up ? "dn-up" : "dn-down"}`}>
      <span class={`dn-num ${value === 10 ? "dn-ten" : ""} ${marked ? "dn-marked" : ""}`}>{value}</span>
    </span>
  );
}

export function CardFace({ card, zone }: { card: Card; zone?: string }) {
  const [up, down] = ends(card);
  return (
    <span class="dn-card" data-card={card} data-zone={zone} aria-hidden="true">
      <End value={up} up />
      <End value={down} up={false} />
      {isStar(card) && <Star />}
    </span>
  );
}

export function Star() {
  return (
    <svg class="dn-star" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.2l2.9 6.4 7 .7-5.3 4.6 1.6 6.9L12 17.2l-6.2 3.6 1.6-6.9L2.1 9.3l7-.7z" />
    </svg>
  );
}

/** The side that hides the values. */
export function CardBack() {
  return <span class="dn-card dn-back" aria-hidden="true" />;
}
