/** Number cards as objects: the painted front, the back, and the marks of the teams. */

import "./card.css";
import { isRed, numberOf } from "./cards";
import { cardWords } from "./words";

/** Red is round and dotted, blue is square and striped: never told by colour alone. */
export function CardFace({ card }: { card: string }) {
  const number = numberOf(card);
  return (
    <span class={`tp-card ${isRed(card) ? "tp-red" : "tp-blue"}`} aria-hidden="true">
      <span class="tp-corner">
        {number}
        <i class="tp-suit" />
      </span>
      <b>{number}</b>
      <span class="tp-corner tp-corner-2">
        {number}
        <i class="tp-suit" />
      </span>
    </span>
  );
}

/** A card that only lies there. */
export function CardImage({ card }: { card: string }) {
  return (
    <span class="tp-still" role="img" aria-label={cardWords(card)}>
      <CardFace card={card} />
    </span>
  );
}

export function CardBack() {
  return <span class="tp-card tp-back" aria-hidden="true" />;
}

const EMBLEMS = [
  "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 5l1.4-1.4 2.9 2.8-1.4 1.4zM16.2 17.6l1.4-1.4 2.9 2.8-1.4 1.4zM3.5 19l2.9-2.8 1.4 1.4-2.9 2.8zM16.2 6.4l2.9-2.8L20.5 5l-2.9 2.8z",
  "M14.5 2a10 10 0 1 0 7 14.5A8.6 8.6 0 0 1 14.5 2z",
  "M12 1.5l3.1 7 7.4.8-5.5 5 1.6 7.4L12 17.9l-6.6 3.8L7 14.3l-5.5-5 7.4-.8z",
  "M12 1.5C16 7 19.5 11 19.5 15.2A7.5 7.5 0 0 1 4.5 15.2C4.5 11 8 7 12 1.5z",
  "M21 2C10 2 3.5 7 3.5 14.5c0 1.5.3 2.8.8 4L2 22l1.8 1 2.3-3.1c1.3.7 2.8 1.1 4.4 1.1C18 21 21 13 21 2z",
];

/** The mark of a team: sun, moon, star, drop, leaf. Its name stands beside it. */
export function Emblem({ team }: { team: number }) {
  return (
    <svg class={`tp-emblem tp-team-${team + 1}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={EMBLEMS[team % EMBLEMS.length]} fill="currentColor" />
    </svg>
  );
}
