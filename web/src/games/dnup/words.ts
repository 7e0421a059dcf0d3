/** dnup in words: moves, what happened, how it ended. */

import type { DnupEvent, DnupLine, DnupView, Seat } from "../../wire";
import { and, t, tn, type Values } from "../../words/i18n";
import type { Setting } from "../face";
import { active, readPlace, turned, values, type Area } from "./cards";

/** The two areas of a player, when two play. */
export const areaNumber = (area: Area): number => (area === "a" ? 1 : 2);

/** Whether a seat is that of whoever looks, and they have no other. */
export const isMe = (seat: Seat, at: Setting): boolean => at.mine.length === 1 && at.mine[0] === seat;

/** Whose set: "Ada’s set", "Ada’s set in area 2". */
export function setName(place: string, at: Setting): string {
  const { seat, area } = readPlace(place);
  const name = at.name(seat);
  return area
    ? t("{name}’s set in area {area}", { name, area: areaNumber(area) })
    : t("{name}’s set", { name });
}

/** The same as a label, for whoever looks: "Your set". */
export function setLabel(place: string, at: Setting): string {
  const { seat, area } = readPlace(place);
  if (!isMe(seat, at)) return setName(place, at);
  return area ? t("Your set in area {area}", { area: areaNumber(area) }) : t("Your set");
}

/** What would beat a set. */
export function beatenBy(size: number, value: number): string {
  if (value >= 10) return t("Nothing can beat it.");
  if (size === 1) return t("A single card above {value} beats it.", { value });
  if (size === 2) return t("A pair above {value} beats it.", { value });
  return t("A set of {n} above {value} beats it.", { n: size, value });
}

/** A set as one would call it. */
export function whatSet(size: number, value: number): string {
  if (size === 1) return t("A single {value}", { value });
  if (size === 2) return t("A pair of {value}s", { value });
  if (size === 3) return t("Three {value}s", { value });
  if (size === 4) return t("Four {value}s", { value });
  return t("{n} cards of value {value}", { n: size, value });
}

export function asks(view: DnupView): string {
  if (view.over || view.to_act === null) return "";
  if (view.area) {
    return t("Area {area}: play a set, add to one, take one or flip your hand.", {
      area: areaNumber(view.area),
    });
  }
  return t("Play a set, add to one, take one or flip your hand.");
}

export function moveWords(move: string, at: Setting): string {
  const [verb, ...rest] = move.split(" ");
  switch (verb) {
    case "play":
      return t("Play {cards}", { cards: values(rest) });
    case "add":
      return t("Add {card} to {set}", { card: active(rest[0]!), set: setName(rest[2]!, at) });
    case "take":
      return t("Take {set}", { set: setName(rest[0]!, at) });
    case "flip":
      return t("Flip your hand");
    default:
      return move;
  }
}

/** What of a move its words tell: the values that lie up, and where. */
const toldOf = (move: string): string => move.replace(/\/\d+/g, "");

/** A move among others: where those of the same values differ, the other values are told too. */
export function moveName(move: string, at: Setting, view?: DnupView): string {
  const words = moveWords(move, at);
  const told = toldOf(move);
  if (!view?.legal.some((one) => one !== move && toldOf(one) === told)) return words;
  const cards = move.split(" ").filter((word) => word.includes("/"));
  return t("{move} ({values} upside down)", { move: words, values: values(cards.map(turned)) });
}

/** The same on a button beside the card that is picked. */
export function addTo(place: string, at: Setting): string {
  const { seat, area } = readPlace(place);
  const name = at.name(seat);
  return area ? t("Add to {name}’s area {area}", { name, area: areaNumber(area) }) : t("Add to {name}", { name });
}

export function tell(line: DnupLine, at: Setting): string[] {
  const told = line.events.map((event) => happened(event, line, at));
  if (line.move === "flip" && line.seat !== null) {
    told.unshift(t("{name} flips their whole hand.", { name: at.name(line.seat) }));
  }
  return told.filter((words) => words !== "");
}

function happened(event: DnupEvent, line: DnupLine, at: Setting): string {
  switch (event.event) {
    case "starts":
      return t("The cards are dealt. {name} has the star and goes first.", { name: at.name(event.seat) });
    case "played": {
      const told = { name: at.name(event.seat), cards: values(event.cards) };
      return event.area
        ? t("{name} plays {cards} in area {area}.", { ...told, area: areaNumber(event.area) })
        : t("{name} plays {cards}.", told);
    }
    case "added":
      return t("{name} adds {card} to {set}, which is now {cards}.", {
        name: at.name(event.seat),
        card: active(line.move.split(" ")[1] ?? ""),
        set: setName(`${event.owner}${event.area ?? ""}`, at),
        cards: values(event.cards),
      });
    case "taken":
      return t("{name} takes {set} ({cards}), now upside down: {turned}.", {
        name: at.name(event.seat),
        set: setName(`${event.owner}${event.area ?? ""}`, at),
        ...bothWays(event.cards),
      });
    case "returned":
      return t("{name}’s set ({cards}) is beaten and goes back to their hand, now upside down: {turned}.", {
        name: at.name(event.seat),
        ...bothWays(event.cards),
      });
    case "discarded": {
      const told = { name: at.name(event.seat), cards: values(event.cards) };
      return event.beaten
        ? t("{name}’s set ({cards}) is beaten. {name} is already out, so it’s discarded.", told)
        : t("Nobody beat {name}’s set ({cards}): it’s gone for good.", told);
    }
    case "out":
      if (at.seats === 2) return t("{name} has no cards left and wins the round.", { name: at.name(event.seat) });
      return tn(
        "{name} has no cards left and gets {n} token.",
        "{name} has no cards left and gets {n} tokens.",
        event.points,
        { name: at.name(event.seat) },
      );
    case "round_over":
      return t("The round is over.");
    case "game_over":
      return t("The game is over.");
  }
}

/** Cards that came to a hand: what they were on the table, and what they are now. */
const bothWays = (cards: readonly string[]): { cards: string; turned: string } => ({
  cards: values(cards.map(turned)),
  turned: values(cards),
});

export function result(view: DnupView, at: Setting): string {
  const best = Math.max(...view.scores);
  const winners = view.scores.flatMap((score, index): Seat[] => (score === best ? [index + 1] : []));
  const [winner] = winners;
  if (!view.over || winner === undefined) return "";
  const score = scoreWords(best, view.players);
  if (winners.length > 1) return t("{names} win the game.", { names: and(winners.map(at.name)) });
  if (isMe(winner, at)) return t("You win the game: {score}!", { score });
  return t("{name} wins the game: {score}.", { name: at.name(winner), score });
}

/** What the values of a reason are called. Cards stay as they are written: 7/3. */
export function value(name: string, one: unknown, at: Setting): unknown {
  if (name === "place" && (typeof one === "string" || typeof one === "number")) {
    const { seat, area } = readPlace(String(one));
    const told = { name: at.name(seat) };
    return area
      ? t("{name}’s area {area}", { ...told, area: areaNumber(area) })
      : t("{name}’s seat", told);
  }
  if (name === "cards" && Array.isArray(one)) return and(one.map(String));
  return one;
}

/** What a hand is called: one's own, or that of the seat one looks over the shoulder of. */
export function handName(view: DnupView, turned: boolean, at: Setting): string {
  const n = view.hand?.length ?? 0;
  if (turned) return t("How the hand would look flipped");
  if (view.seat === null || at.mine.includes(view.seat)) return tn("Your hand, {n} card", "Your hand, {n} cards", n);
  return tn("{name}’s hand, {n} card", "{name}’s hand, {n} cards", n, { name: at.name(view.seat) });
}

export const cardsLeft = (n: number): string => tn("{n} card", "{n} cards", n);
export const scoreWords = (score: number, players: number): string =>
  players === 2 ? tn("{n} round won", "{n} rounds won", score) : tn("{n} token", "{n} tokens", score);
export const mostWords = (players: number): string => (players === 2 ? t("most rounds won") : t("most tokens"));
export const outWords = (nth: number): string => (nth === 0 ? t("out first") : t("out second"));

/** A sentence about a single card, a pair, or a larger set. */
export function form({ size }: Values): number {
  return Number(size) - 1;
}
