/**
 * Why something is not possible, in the page's language. The server says a code and what belongs
 * to it; templates.json has the English sentence of every code, by game.
 */

import type { Setting, Voice } from "../games/face";
import type { Advice, Reason } from "../wire";
import { fill, said, sentence, t, type Values } from "./i18n";
import templates from "./templates.json";

type Template = string | string[];
type Templates = Record<string, Template>;
const GAMES = templates as unknown as Record<string, Templates> & { any: Record<string, string>; bots: Record<string, Templates> };

/** A refusal of the table or the server. If its code has no sentence here, it is said as it came. */
export function refusal(reason: Reason, values: Values = reason.details ?? {}): string {
  const template = GAMES.any[reason.code];
  if (template === undefined) return sentence(reason.sentence.replaceAll("'", "’"));
  return sentence(fill(said(template), values));
}

function worded(details: Values, face: Voice, at: Setting): Values {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      shared(name, value, face, at) ?? face.value(name, value, at, details),
    ]),
  );
}

/** What every game speaks of: a seat is told with its name, another move in words. */
function shared(name: string, value: unknown, face: Voice, at: Setting): string | null {
  if (name === "other" && typeof value === "string") return t("“{words}”", { words: face.move(value, at) });
  if ((name !== "seat" && name !== "owner") || typeof value !== "number") return null;
  const called = at.name(value);
  return called.includes(String(value)) ? null : `${value} (${called})`;
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
  if (template === undefined) return refusal(reason, worded(details, face, at));
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
