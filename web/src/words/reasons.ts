/**
 * Why something is not possible, in the page's language. The server says a code and the details; the files
 * in sentences/ have the English sentence of every code. Each file comes when it is first needed: until then,
 * and if it cannot be loaded, a reason is said in the server's words.
 */

import { signal } from "@preact/signals";
import type { Setting, Voice } from "../games/face";
import type { Advice, Reason } from "../wire";
import { fill, or, said, sentence, t, type Values } from "./i18n";

type Template = string | string[];
type Part = Readonly<Record<string, Template>>;

const FILES = import.meta.glob<Part>("./sentences/*.json", { import: "default" });
const parts = signal<Readonly<Record<string, Part>>>({});
const loading = new Map<string, Promise<void>>();
/** Of every game: refusals of moves, of the table and the server, and what is wrong with a request. */
const COMMON = ["moves", "refusals", "requests"];

/** Loads a part. It never fails: what cannot be loaded has no sentences. */
function load(part: string): Promise<void> {
  const file = FILES[`./sentences/${part}.json`] ?? (() => Promise.resolve({}));
  const coming =
    loading.get(part) ??
    file().then(
      (sentences) => void (parts.value = { ...parts.value, [part]: sentences }),
      () => void loading.delete(part),
    );
  loading.set(part, coming);
  return coming;
}

/** Loads all that a refusal may need, at a table of a game or elsewhere. */
export async function sentencesLoaded(...games: string[]): Promise<void> {
  await Promise.all([...COMMON, ...games].map(load));
}

/** Does something that says a refusal: now if its sentence is there, else when it has come. */
export function withSentences(game: string, say: () => void): void {
  if ([...COMMON, game].every((part) => part in parts.value)) say();
  else void sentencesLoaded(game).then(say);
}

/** The sentence of a code, from the first part that has it; one that is not there yet is loaded. */
function sentenceOf(code: string, ...wanted: string[]): Template | undefined {
  for (const part of wanted) {
    const sentences = parts.value[part];
    if (!sentences) {
      void load(part);
      return undefined;
    }
    if (code in sentences) return sentences[code];
  }
  return undefined;
}

/** A refusal of the table or the server. If its code has no sentence here, it is said as it came. */
export function refusal(reason: Reason, at?: Setting): string {
  const details = reason.details ?? {};
  const template = sentenceOf(reason.code, ...COMMON);
  if (typeof template !== "string") return asItCame(reason);
  return sentence(fill(said(template), named(inWords(details), details, at)));
}

const asItCame = (reason: Reason | Advice): string => sentence(reason.sentence.replaceAll("'", "’"));

/** A detail that is a sentence or a phrase of its own: what is wrong with a request, say. */
type Message = { code: string } & Values;

const isMessage = (value: unknown): value is Message => typeof value === "object" && value !== null && "code" in value;

/** The details in words: messages, of which a list is a choice, and the kind of a move. */
function inWords(details: Values): Values {
  const inside = (one: Message): string => {
    const template = sentenceOf(one.code, "requests");
    return typeof template === "string" ? fill(said(template), inWords(one)) : one.code;
  };
  const words = (name: string, one: unknown): unknown => {
    if (name === "kind") return said(String(one));
    if (isMessage(one)) return inside(one);
    return Array.isArray(one) && one.length && one.every(isMessage) ? or(one.map(inside)) : one;
  };
  return Object.fromEntries(Object.entries(details).map(([name, one]) => [name, words(name, one)]));
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

/** Why a move is not possible: by the rules of its game, or by what holds in every game and at every table. */
export function whyNot(reason: Reason, face: Voice, at: Setting): string {
  return told(reason, sentenceOf(reason.code, at.game.game, ...COMMON), face, at);
}

/** What a hint says of the move it proposes. */
export function advised(advice: Advice, face: Voice, at: Setting): string {
  return told(advice, sentenceOf(advice.code ?? "", `${at.game.game}-bots`, "any-bots"), face, at);
}

function told(reason: Reason | Advice, template: Template | undefined, face: Voice, at: Setting): string {
  if (template === undefined) return asItCame(reason);
  const details = reason.details ?? {};
  return sentence(fill(said(chosen(template, details, face)), worded(details, face, at)));
}
