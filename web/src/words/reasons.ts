/**
 * Why something is not possible, in the page's language. The server says a code and the details;
 * templates.json has the English sentence of every code, by game.
 */

import type { Setting, Voice } from "../games/face";
import type { Advice, Reason } from "../wire";
import { fill, or, said, sentence, t, type Values } from "./i18n";
import templates from "./templates.json";

type Template = string | string[];
type Templates = Record<string, Template>;
const GAMES = templates as unknown as Record<string, Templates> & { any: Record<string, string>; bots: Record<string, Templates> };

/** A refusal of the table or the server. If its code has no sentence here, it is said as it came. */
export function refusal(reason: Reason, at?: Setting): string {
  const details = reason.details ?? {};
  return general(reason, named(inWords(details), details, at));
}

function general(reason: Reason, values: Values): string {
  const template = GAMES.any[reason.code];
  if (template !== undefined) return sentence(fill(said(template), values));
  return sentence(reason.sentence.replaceAll("'", "’"));
}

/** A detail that is a sentence or a phrase of its own: what is wrong with a request, say. */
type Message = { code: string } & Values;

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "code" in value && String(value.code) in GAMES.any;
}

/** The details in words: messages, of which a list is a choice, and the kind of a move. */
function inWords(details: Values): Values {
  const words = (one: unknown): unknown => {
    if (isMessage(one)) return fill(said(GAMES.any[one.code]!), inWords(one));
    if (Array.isArray(one) && one.length && one.every(isMessage)) return or(one.map((each) => String(words(each))));
    return one;
  };
  const inside = (name: string, one: unknown): unknown => (name === "kind" ? said(String(one)) : words(one));
  return Object.fromEntries(Object.entries(details).map(([name, one]) => [name, inside(name, one)]));
}

/** Details that are a seat. A sentence calls its player `{name}`. */
const SEATS = ["seat", "owner", "to_act"];

function named(values: Values, details: Values, at?: Setting): Values {
  const seat = SEATS.map((key) => details[key]).find((one) => typeof one === "number");
  if (seat === undefined || values.name) return values;
  return { ...values, name: at ? at.name(seat) : t("seat {seat}", { seat }) };
}

function worded(details: Values, face: Voice, at: Setting): Values {
  const values = Object.entries(inWords(details)).map(([name, value]) => [name, inGame(name, value)]);
  return named(Object.fromEntries(values) as Values, details, at);

  function inGame(name: string, value: unknown): unknown {
    if (name === "other" && typeof value === "string") return t("“{words}”", { words: face.move(value, at) });
    return face.value(name, value, at, details);
  }
}

/** Some templates of games come in several forms; the game's face says which one is meant. */
function chosen(template: Template, details: Values, face: Voice): string {
  if (typeof template === "string") return template;
  return template[Math.min(face.form(details), template.length - 1)] ?? "";
}

/** Why a move is not possible. */
export function whyNot(reason: Reason, face: Voice, at: Setting): string {
  const details = reason.details ?? {};
  const template = GAMES[at.game.game]?.[reason.code];
  if (template === undefined) return general(reason, worded(details, face, at));
  return sentence(fill(said(chosen(template, details, face)), worded(details, face, at)));
}

/** What a hint says of the move it proposes. */
export function advised(advice: Advice, face: Voice, at: Setting): string {
  const code = advice.code ?? "";
  const template = GAMES.bots[at.game.game]?.[code] ?? GAMES.bots.any?.[code];
  if (template === undefined) return sentence(advice.sentence);
  const details = advice.details ?? {};
  return sentence(fill(said(chosen(template, details, face)), worded(details, face, at)));
}
