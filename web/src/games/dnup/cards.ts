/**
 * Cards as texts: `7/3` is a card whose active value is 7; turned, it is `3/7`. How hands are
 * ordered, and how moves are written. No rules: what is possible, the view says.
 */

import type { DnupSet, Seat } from "../../wire";

export type Card = string;
export type Area = "a" | "b";

export function ends(card: Card): [number, number] {
  const [up, down] = card.split("/");
  return [Number(up), Number(down)];
}

export const active = (card: Card): number => ends(card)[0];
export const turned = (card: Card): Card => card.split("/").reverse().join("/");

/** The same for a card whichever end is up. Some cards come twice. */
export const piece = (card: Card): string => {
  const [up, down] = ends(card);
  return up < down ? `${up}/${down}` : `${down}/${up}`;
};

/** The one card that says who begins. */
export const isStar = (card: Card): boolean => piece(card) === "1/5";

export function inOrder(cards: readonly Card[]): Card[] {
  return [...cards].sort((one, other) => {
    const [up, down] = ends(one);
    const [upOther, downOther] = ends(other);
    return up - upOther || down - downOther;
  });
}

/** A hand as it would be after a flip, in order. */
export const otherWay = (cards: readonly Card[]): Card[] => inOrder(cards.map(turned));

/** How many cards of each value follow each other in an ordered hand. */
export function runs(cards: readonly Card[]): number[] {
  const sizes: number[] = [];
  cards.forEach((card, at) => {
    const before = cards[at - 1];
    if (before !== undefined && active(before) === active(card)) sizes[sizes.length - 1]! += 1;
    else sizes.push(1);
  });
  return sizes;
}

/** The active values as one reads them on the table: "7 7". */
export const values = (cards: readonly Card[]): string => cards.map(active).join(" ");

/** Where a set lies, as moves name it: `2`, with two players `2b`. */
export const placeOf = (set: { seat: Seat; area: Area | null }): string => `${set.seat}${set.area ?? ""}`;

export function readPlace(place: string): { seat: Seat; area: Area | null } {
  const area = place.endsWith("a") ? "a" : place.endsWith("b") ? "b" : null;
  return { seat: parseInt(place, 10), area };
}

export const playing = (cards: readonly Card[]): string => `play ${inOrder(cards).join(" ")}`;
export const adding = (card: Card, place: string): string => `add ${card} to ${place}`;
export const taking = (place: string): string => `take ${place}`;

export const setAt = (sets: readonly DnupSet[], place: string): DnupSet | undefined =>
  sets.find((set) => placeOf(set) === place);

/** The seats clockwise, from the one at the bottom of the screen. */
export function clockwise(from: Seat, players: number): Seat[] {
  return Array.from({ length: players }, (_, step) => ((from - 1 + step) % players) + 1);
}
