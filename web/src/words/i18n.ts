/**
 * The page's words. Sentences stand in the code in English; the catalogues (locale/*.po, brought to
 * the browser as JSON) have the other languages. Every text on the page goes through `t`, `tn` or
 * `rich`, with a literal text: that is how they are found and translated.
 */

import { computed, signal } from "@preact/signals";
import { isValidElement, type ComponentChild } from "preact";
import { elided, SMALL_WORD } from "./elision";

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
    if (!answer?.ok) throw new Error(t("Can’t reach the server."));
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

/**
 * `{name}`, or `{cells[0]}`; `{n|card|cards}` is a number with the word for one thing and for many. A
 * small word before it belongs to it, see elision.ts.
 */
const PLACE = new RegExp(`${SMALL_WORD}\\{([a-z_]+)(?:\\[(\\d+)\\])?((?:\\|[^|{}]*)*)\\}`, "g");

/** Calls back with each piece of a template between placeholders, and with each placeholder. */
function pieces(
  template: string,
  text: (piece: string) => void,
  place: (all: string, small: string | undefined, name: string, index: string | undefined, forms: string[]) => void,
): void {
  let last = 0;
  for (const match of template.matchAll(PLACE)) {
    const [all, space = "", small, name, index, forms] = match;
    text(template.slice(last, match.index) + space);
    place(all.slice(space.length), small, name!, index, forms ? forms.slice(1).split("|") : []);
    last = match.index + all.length;
  }
  text(template.slice(last));
}

/** The small word before a placeholder, as it is before what fills the place. */
const before = (small: string | undefined, word: string): string =>
  small === undefined ? "" : elided(language.value, small, word);

export function fill(template: string, values: Values): string {
  let filled = "";
  pieces(
    template,
    (piece) => (filled += piece),
    (all, small, name, index, forms) => {
      const given = values[name];
      const one = index === undefined ? given : (given as readonly unknown[] | undefined)?.[Number(index)];
      const words = forms.length ? counted(Number(one), forms) : worded(one);
      filled += one === undefined ? all : before(small, words) + words;
    },
  );
  return filled;
}

const worded = (value: unknown): string => {
  if (Array.isArray(value)) return and(value.map(worded));
  return typeof value === "number" ? numeral(value) : String(value);
};

/** A text in the language of the page. */
export function t(text: string, values: Values = {}): string {
  return fill(found(text), values);
}

/** Marks a text for translation that reaches `said` as a value. */
export const mark = (text: string): string => text;

/** A text that does not stand here: it was marked elsewhere, or the server has it. */
export const said = (text: string, values: Values = {}): string => fill(found(text), values);

const plurals = computed(() => new Intl.PluralRules(locale.value));
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many"];

/** A number with its word. The forms are in the order of CLDR’s categories; the last is for all others. */
function counted(n: number, forms: readonly string[]): string {
  const known = plurals.value.resolvedOptions().pluralCategories;
  const place = CATEGORIES.filter((one) => known.includes(one)).indexOf(plurals.value.select(n));
  const form = forms[place] ?? forms.at(-1);
  return `${numeral(n)} ${form}`;
}

/** A text about `n` things: `tn("{n} card", "{n} cards", n)`. */
export function tn(one: string, many: string, n: number, values: Values = {}): string {
  const other = catalogue.value[one];
  const forms: Forms = typeof other === "object" ? other : { one, other: many };
  return fill(forms[plurals.value.select(n)] ?? forms.other ?? many, { n, ...values });
}

/** A text with pieces of the page in it. */
export function rich(text: string, values: Record<string, ComponentChild>): ComponentChild[] {
  const parts: ComponentChild[] = [];
  pieces(
    found(text),
    (piece) => parts.push(piece),
    (_all, small, name) => parts.push(before(small, textOf(values[name])), values[name]),
  );
  return parts;
}

function textOf(child: ComponentChild): string {
  if (isValidElement(child)) return textOf((child.props as { children?: ComponentChild }).children);
  return Array.isArray(child) ? textOf(child[0] as ComponentChild) : String(child ?? "");
}

/** Numbers, lists and dates are written as people with this tag write them. */
const locale = computed(() => (language.value === "en" ? "en-GB" : language.value));

// Four digits stay together: a rating is 1512.
const grouped = { useGrouping: "min2" } as unknown as Intl.NumberFormatOptions;
const numbers = computed(() => new Intl.NumberFormat(locale.value, { maximumFractionDigits: 20, ...grouped }));
const rounded = computed(() => new Intl.NumberFormat(locale.value, { maximumFractionDigits: 1, ...grouped }));
/** A number with a true minus. */
export const numeral = (n: number): string => signed(numbers.value.format(n));
/** The same, with one digit after the point at most. */
export const tenths = (n: number): string => signed(rounded.value.format(n));
const signed = (digits: string): string => (digits === "-0" ? "0" : digits.replace("-", "−"));

const lists = computed(() => new Intl.ListFormat(locale.value, { type: "conjunction" }));
const choices = computed(() => new Intl.ListFormat(locale.value, { type: "disjunction" }));
export const and = (things: readonly string[]): string => lists.value.format(things);
export const or = (things: readonly string[]): string => choices.value.format(things);

// A day is told by its date, wherever one is: in local time it would be the day before in the west.
const days = computed(() => new Intl.DateTimeFormat(locale.value, { dateStyle: "medium", timeZone: "UTC" }));
const moments = computed(
  () => new Intl.DateTimeFormat(locale.value, { dateStyle: "medium", timeStyle: "short" }),
);
/** A day like 2026-11-16. */
export const onDay = (day: string): string => days.value.format(new Date(day));
export const atMoment = (moment: number): string => moments.value.format(new Date(moment));

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A reason of the server's as a sentence of its own. Cards keep their small letters: r5. */
export function sentence(text: string): string {
  const begun = /^\p{Ll}+(?![\p{L}\d])/u.test(text) ? capital(text) : text;
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
