/**
 * Small words that change before a vowel: French « le tour d’Ada », « le tour de Ben », Italian «tocca ad
 * Ada», «tocca a Ben». A template says `de {name}` or `a {name}`, and this decides when the name is known.
 */

type Rule = (small: string, word: string) => string;

/** A small word before a placeholder, with what is before it. */
export const SMALL_WORD = "(?:(^|[\\s(«\u202f\u00a0])([Dd]e|(?:[Jj]us|[Ll]ors|[Pp]uis)?[Qq]ue|[Aa]) )?";

const VOWEL = /^[aeiouàâäæéèêëîïôöœùûü]/i;
/** Y is a vowel before a consonant: « d’Yves », « de Yann ». */
const Y = /^y(?![aeiouy])[a-z]/i;
/** Words that begin with a vowel but are not elided, and cells of a board: « de a2 ». */
const NEVER = /^(?:onz|oui(?!r)|ouistiti|[a-z]\d)/i;

/** De and que before a vowel: d’, qu’. */
const french: Rule = (small, word) => {
  const vowel = (VOWEL.test(word) || Y.test(word)) && !NEVER.test(word);
  return vowel && !/^a$/i.test(small) ? `${small.slice(0, -1)}’` : `${small} `;
};

/** A before the same vowel: ad. */
const italian: Rule = (small, word) => (/^a$/i.test(small) && /^[aàá](?!\d)/i.test(word) ? `${small}d ` : `${small} `);

const RULES: Readonly<Record<string, Rule>> = { fr: french, it: italian };

/** A small word before another one in a language, with the space if there is one. */
export const elided = (language: string, small: string, word: string): string =>
  RULES[language]?.(small, word) ?? `${small} `;
