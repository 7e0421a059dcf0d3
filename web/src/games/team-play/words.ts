/** Team Play in words: cards, missions, moves, what happened, how it ended. */

import type { Line, Seat, TeamPlayEvent, TeamPlayView } from "../../wire";
import { and, capital, said, t, tn, type Values } from "../../words/i18n";
import type { Setting } from "../face";
import { inOrder, isRed, numberOf } from "./cards";
import { factsOf } from "./missions";

/** A text of the server's in the page's language: mission words are translated with its others. */
export const translated = (text: string): string => said(text);

export const cardWords = (card: string): string =>
  isRed(card) ? t("red {number}", { number: numberOf(card) }) : t("blue {number}", { number: numberOf(card) });
export const cardsWords = (cards: readonly string[]): string => and(inOrder(cards).map(cardWords));

export const missionWords = (mission: string, at: Setting): string =>
  translated(factsOf(at.game, mission).words);
export const missionTitle = (mission: string, at: Setting): string => capital(missionWords(mission, at));
export const quoted = (mission: string, at: Setting): string =>
  t("“{words}”", { words: missionWords(mission, at) });
export const pointsWords = (points: number): string => tn("{n} point", "{n} points", points);

/** The partner of a seat; null where everyone plays alone. */
export function partnerOf(view: TeamPlayView, seat: Seat | null): Seat | null {
  if (seat === null) return null;
  return view.teams.find((team) => team.includes(seat))?.find((other) => other !== seat) ?? null;
}

// --- What is asked --------------------------------------------------------------------------

export function lastRoundWords(view: TeamPlayView): string {
  const left = view.turns_left;
  if (left === null || view.over) return "";
  if (left === view.players) return t("The last round starts after this turn.");
  if (left === 0) return t("This is the last turn of the game.");
  return tn("Last round: {n} turn left after this one.", "Last round: {n} turns left after this one.", left);
}

function askedWords(view: TeamPlayView): string {
  const held = view.counts[(view.to_act ?? 1) - 1] ?? 0;
  switch (view.asked) {
    case "exchange":
      return t("Keep your mission, or swap it for the next one.");
    case "refill":
      return t("You have a new mission: keep it, or swap it for the next one.");
    case "discard":
      return tn(
        "Discard {n} card first: the limit is {limit}.",
        "Discard {n} cards first: the limit is {limit}.",
        held - view.limit,
        { limit: view.limit },
      );
    case "turn":
      if (view.draws === 0) return t("Draw two cards from the bank or the pile.");
      if (view.draws === 1) return t("Draw your second card.");
      return view.legal.some((move) => move.startsWith("fulfil"))
        ? t("Complete a mission or end your turn.")
        : t("End your turn when you’re done.");
    default:
      return "";
  }
}

export function asks(view: TeamPlayView): string {
  return [askedWords(view), lastRoundWords(view)].filter(Boolean).join(" ");
}

/** What another seat is busy with. */
export function doing(view: TeamPlayView): string {
  switch (view.asked) {
    case "exchange":
    case "refill":
      return t("choosing a mission");
    case "discard":
      return t("discarding");
    case "turn":
      if (view.draws === 0) return t("drawing two cards");
      return view.draws === 1 ? t("drawing one more") : t("done drawing");
    default:
      return "";
  }
}

/** The same as a sentence. */
export function busyWith(view: TeamPlayView, name: string): string {
  switch (view.asked) {
    case "exchange":
    case "refill":
      return t("{name} is choosing a mission.", { name });
    case "discard":
      return t("{name} is discarding.", { name });
    case "turn":
      if (view.draws === 0) return t("{name} is drawing two cards.", { name });
      return view.draws === 1 ? t("{name} is drawing one more card.", { name }) : t("{name} has drawn two cards.", { name });
    default:
      return t("It’s {name}’s turn.", { name });
  }
}

// --- Moves ----------------------------------------------------------------------------------

export function moveWords(move: string, at: Setting, view?: TeamPlayView): string {
  const [verb, first = "", ...rest] = move.split(" ");
  switch (verb) {
    case "keep":
      return t("keep the mission");
    case "swap":
      return t("swap the mission for the next one");
    case "end":
      return t("end the turn");
    case "draw":
      return first === "pile"
        ? t("draw from the pile")
        : t("draw {card} from the bank", { card: cardWords(first) });
    case "discard":
      return t("discard {card}", { card: cardWords(first) });
    case "give": {
      const cards = cardsWords([first, ...rest]);
      const partner = view ? partnerOf(view, view.to_act) : null;
      return partner
        ? t("give {cards} to {name}", { cards, name: at.name(partner) })
        : t("give {cards} to your partner", { cards });
    }
    case "fulfil":
      return t("complete {mission} with {cards}", {
        mission: quoted(first, at),
        cards: cardsWords(rest),
      });
    default:
      return move;
  }
}

// --- What happened --------------------------------------------------------------------------

function newMission(event: Extract<TeamPlayEvent, { event: "mission" }>, at: Setting): string {
  const name = event.seat === null ? "" : at.name(event.seat);
  if (event.mission === null) {
    return name
      ? t("There’s no mission left for {name}.", { name })
      : t("There’s no mission left for the centre.");
  }
  const mission = quoted(event.mission, at);
  return name
    ? t("New mission for {name}: {mission}.", { name, mission })
    : t("New mission in the centre: {mission}.", { mission });
}

function happened(event: TeamPlayEvent, at: Setting): string {
  switch (event.event) {
    case "shuffled":
      return event.pile === "missions"
        ? tn("{n} mission is shuffled.", "{n} missions are shuffled.", event.count)
        : tn("{n} number card is shuffled.", "{n} number cards are shuffled.", event.count);
    case "bank":
      return event.card === null ? "" : t("New in the bank: {card}.", { card: cardWords(event.card) });
    case "dealt": {
      const name = at.name(event.seat);
      return event.cards
        ? t("Dealt to {name}: {cards}.", { name, cards: cardsWords(event.cards) })
        : tn("{name} is dealt {n} card.", "{name} is dealt {n} cards.", event.count, { name });
    }
    case "mission":
      return newMission(event, at);
    case "turn":
      return t("It’s {name}’s turn.", { name: at.name(event.seat) });
    case "drawn": {
      const name = at.name(event.seat);
      if (event.card === null) return t("{name} draws a card from the pile.", { name });
      const card = cardWords(event.card);
      return event.from === "pile"
        ? t("{name} draws a {card} from the pile.", { name, card })
        : t("{name} draws a {card} from the bank.", { name, card });
    }
    case "discarded":
      return t("{name} discards a {card}.", { name: at.name(event.seat), card: cardWords(event.card) });
    case "given": {
      const values = { name: at.name(event.seat), to: at.name(event.to) };
      return event.cards
        ? t("{name} gives {cards} to {to}.", { ...values, cards: cardsWords(event.cards) })
        : tn("{name} gives {n} card to {to}.", "{name} gives {n} cards to {to}.", event.count, values);
    }
    case "fulfilled":
      return tn(
        "{name} completes {mission} with {cards}: {n} point.",
        "{name} completes {mission} with {cards}: {n} points.",
        event.points,
        {
          name: at.name(event.seat),
          mission: quoted(event.mission, at),
          cards: cardsWords(event.cards),
        },
      );
    case "swapped":
      return event.mission === null
        ? t("{name} swaps a mission.", { name: at.name(event.seat) })
        : t("{name} swaps {mission} for the next one.", {
            name: at.name(event.seat),
            mission: quoted(event.mission, at),
          });
    case "last_round":
      return t("{name} triggers the last round: everyone gets one more turn.", { name: at.name(event.seat) });
    case "game_over":
      return t("The game is over.");
  }
}

/** Of the first deals, what whoever looks needs to hear. */
function dealt(events: readonly TeamPlayEvent[], at: Setting): string[] | null {
  if (events.some((event) => event.event === "dealt")) {
    const bank = events.flatMap((event) => (event.event === "bank" && event.card ? [event.card] : []));
    const own = events.filter((event) => event.event === "dealt" && event.cards);
    return [
      t("The cards are dealt. In the bank: {cards}.", { cards: cardsWords(bank) }),
      ...own.map((event) => happened(event, at)),
    ];
  }
  const missions = events.flatMap((event) => (event.event === "mission" ? [event] : []));
  const centre = missions.find((event) => event.seat === null)?.mission;
  if (missions.length < 3 || !centre) return null;
  return [t("The missions are dealt. In the centre: {mission}.", { mission: quoted(centre, at) })];
}

export function tell(line: Line, at: Setting): string[] {
  const events = line.events as TeamPlayEvent[];
  const told = dealt(events, at) ?? events.map((event) => happened(event, at));
  if (line.move === "keep" && line.seat !== null) {
    told.unshift(t("{name} keeps the mission.", { name: at.name(line.seat) }));
  }
  return told.filter(Boolean);
}

// --- How it ended ---------------------------------------------------------------------------

export function result(view: TeamPlayView, at: Setting): string {
  const best = Math.max(...view.scores);
  const won = view.teams.filter((team) => view.scores[team[0]! - 1] === best);
  const seats = won.flat();
  const points = pointsWords(best);
  if (won.length > 1) {
    return t("It’s a tie: {names} share the win with {points}.", { points, names: and(seats.map(at.name)) });
  }
  const mine = at.mine.length === 1 && seats.includes(at.mine[0]!);
  if (mine) {
    const partner = seats.find((seat) => seat !== at.mine[0]);
    return partner
      ? t("You and {name} win with {points}!", { name: at.name(partner), points })
      : t("You win with {points}!", { points });
  }
  return seats.length > 1
    ? t("{names} win with {points}.", { names: and(seats.map(at.name)), points })
    : t("{name} wins with {points}.", { name: at.name(seats[0] ?? 1), points });
}

// --- Values of reasons ----------------------------------------------------------------------

const CARD = /^[rb]\d$/;

/** `r1 b2` or `r1, b2`, in words; anything else stays as it is. */
function listed(value: unknown): unknown {
  const cards = String(value).split(/[ ,]+/).filter(Boolean);
  return cards.length && cards.every((card) => CARD.test(card)) ? cardsWords(cards) : value;
}

export function value(name: string, one: unknown, at: Setting, details: Values): unknown {
  switch (name) {
    case "mission": // a sentence that says what it asks for needs no name for it
      return details.asks === undefined ? quoted(String(one), at) : t("this mission");
    case "asks":
      return missionWords(String(details.mission), at);
    case "card":
    case "cards":
    case "surplus":
    case "bank":
      return listed(Array.isArray(one) ? one.join(" ") : one);
    default:
      return one;
  }
}

/** A sentence about somebody who has drawn no card yet, or one. */
export function form({ drawn }: Values): number {
  return Number(drawn);
}
