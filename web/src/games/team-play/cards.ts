/** Cards by their texts (`r5`): their order, as the notation wants it, and the orders of a hand. */

export const numberOf = (card: string): number => Number(card.slice(1));
export const isRed = (card: string): boolean => card.startsWith("r");

const byColour = (a: string, b: string): number =>
  Number(isRed(b)) - Number(isRed(a)) || numberOf(a) - numberOf(b);
const byNumber = (a: string, b: string): number => numberOf(a) - numberOf(b) || byColour(a, b);

/** As moves name them: r1 to r8, b1 to b8. */
export const inOrder = (cards: readonly string[]): string[] => [...cards].sort(byColour);

export type Sorting = "number" | "colour" | "own";

/** One card of a hand; equal cards are told apart by a count: `r5#0`, `r5#1`. */
export type Held = string;
export const cardOf = (held: Held): string => held.split("#")[0]!;

export function heldOf(hand: readonly string[]): Held[] {
  const seen = new Map<string, number>();
  return hand.map((card) => {
    const count = seen.get(card) ?? 0;
    seen.set(card, count + 1);
    return `${card}#${count}`;
  });
}

/** The hand as its person has it: cards that are new stand last in an order of one's own. */
export function arranged(hand: readonly string[], sorting: Sorting, own: readonly Held[]): Held[] {
  const held = heldOf(hand);
  if (sorting === "own") {
    const known = own.filter((one) => held.includes(one));
    return [...known, ...held.filter((one) => !known.includes(one))];
  }
  const order = sorting === "number" ? byNumber : byColour;
  return held.sort((a, b) => order(cardOf(a), cardOf(b)) || a.localeCompare(b));
}

/** The first cards of a hand that are these. */
export function pickedFor(held: readonly Held[], cards: readonly string[]): Held[] {
  const left = [...held];
  return cards.flatMap((card) => {
    const at = left.findIndex((one) => cardOf(one) === card);
    return at < 0 ? [] : left.splice(at, 1);
  });
}
