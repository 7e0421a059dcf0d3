/**
 * The page's words. Sentences stand in the code in English; the catalogues (locale/*.po, brought to
 * the browser as JSON) have the other languages. Every text on the page goes through `t`, `tn` or
 * `rich`, with a literal text: that is how they are found and translated.
 */

import { computed, signal } from "@preact/signals";
import type { ComponentChild } from "preact";

export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch", it: "Italiano" } as const;
export type Language = keyof typeof LANGUAGES;
export type Values = Record<string, unknown>;
/** What is counted has a form for each plural category of its language. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
type Catalogue = Record<string, string | Forms>;

const KEPT = "upturn.language";

export const language = signal<Language>("en");
const catalogue = signal<Catalogue>({});

/** The language chosen here before, else the first of the browser's that we speak. */
export function preferred(kept: string | null, wished: readonly string[]): Language {
  for (const tag of [kept ?? "", ...wished]) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

export async function speak(wanted: Language): Promise<void> {
  let words: Catalogue = {};
  if (wanted !== "en") {
    const answer = await fetch(`${import.meta.env.BASE_URL}words/${wanted}.json`).catch(() => null);
    if (!answer?.ok) throw new Error(t("The server cannot be reached."));
    words = (await answer.json()) as Catalogue;
  }
  catalogue.value = words;
  language.value = wanted;
  document.documentElement.lang = wanted;
}

/** The same for good: remembered on this device. */
export async function choose(wanted: Language): Promise<void> {
  await speak(wanted);
  localStorage.setItem(KEPT, wanted);
}

export async function begin(): Promise<void> {
  const wanted = preferred(localStorage.getItem(KEPT), navigator.languages);
  await speak(wanted).catch(() => speak("en"));
}

/** For tests: words without a server. */
export function useWords(name: Language, words: Catalogue): void {
  catalogue.value = words;
  language.value = name;
}

function found(text: string): string {
  const other = catalogue.value[text];
  return typeof other === "string" ? other : text;
}

/** `{name}`, also `{cells[0]}`: a value by its name. */
const PLACE = /\{([a-z_]+)(?:\[(\d+)\])?\}/g;

function value(values: Values, name: string, index: string | undefined): unknown {
  const one = values[name];
  return index === undefined ? one : (one as readonly unknown[] | undefined)?.[Number(index)];
}

export function fill(template: string, values: Values): string {
  return template.replace(PLACE, (all, name: string, index?: string) => {
    const one = value(values, name, index);
    if (Array.isArray(one)) return and(one.map(String));
    return one === undefined ? all : typeof one === "number" ? numeral(one) : String(one);
  });
}

/** A text in the language of the page. */
export function t(text: string, values: Values = {}): string {
  return fill(found(text), values);
}

/** Marks a text for translation that reaches `said` as a value. */
export const mark = (text: string): string => text;

/** A text that does not stand here: it was marked elsewhere, or the server has it. */
export const said = (text: string, values: Values = {}): string => fill(found(text), values);

const plurals = computed(() => new Intl.PluralRules(language.value));

/** A text about `n` things: `tn("{n} card", "{n} cards", n)`. */
export function tn(one: string, many: string, n: number, values: Values = {}): string {
  const other = catalogue.value[one];
  const forms: Forms = typeof other === "object" ? other : { one, other: many };
  return fill(forms[plurals.value.select(n)] ?? forms.other ?? many, { n, ...values });
}

/** A text with pieces of the page in it. */
export function rich(text: string, values: Record<string, ComponentChild>): ComponentChild[] {
  const parts: ComponentChild[] = [];
  const template = found(text);
  let last = 0;
  for (const match of template.matchAll(PLACE)) {
    parts.push(template.slice(last, match.index), values[match[1]!]);
    last = match.index + match[0].length;
  }
  return [...parts, template.slice(last)];
}

/** A number with a true minus. */
export const numeral = (n: number): string => String(n).replace("-", "−");

const lists = computed(() => new Intl.ListFormat(language.value, { type: "conjunction" }));
const choices = computed(() => new Intl.ListFormat(language.value, { type: "disjunction" }));
export const and = (things: readonly string[]): string => lists.value.format(things);
export const or = (things: readonly string[]): string => choices.value.format(things);

// A day is told by its date, wherever one is: in local time it would be the day before in the west.
const days = computed(() => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeZone: "UTC" }));
const moments = computed(
  () => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }),
);
/** A day like 2026-11-16. */
export const onDay = (day: string): string => days.value.format(new Date(day));
export const atMoment = (moment: number): string => moments.value.format(new Date(moment));

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A reason of the server's as a sentence of its own. Cards keep their small letters: r5. */
export function sentence(text: string): string {
  const begun = /^\p{Ll}+\b(?!\d)/u.test(text) ? capital(text) : text;
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
