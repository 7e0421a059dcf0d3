/**
 * French elides *de* and *que* before a vowel: « le tour d’Ada », « le tour de Ben ». A template says
 * `de {name}`, and this decides when the name is known.
 */

/** A template’s placeholder, with a word before it that may be elided. */
export const ELIDABLE = "(?:(^|[\\s(«\u202f\u00a0])([Dd]e|(?:(?:[Jj]us|[Ll]ors|[Pp]uis)?[Qq]u)e) )?";

const VOWEL = /^[aeiouàâäæéèêëîïôöœùûü]/i;
/** Y is a vowel before a consonant: « d’Yves », « de Yann ». */
const Y = /^y(?![aeiouy])/i;
/** Words that begin with a vowel but are not elided, and cells of a board: « de a2 ». */
const NEVER = /^(?:onz|oui(?!r)|ouistiti|[a-z]\d)/i;

/** `de` or `que` before a word: « d’ » before a vowel, « de » before a consonant. */
export function elided(small: string, word: string): string {
  const vowel = (VOWEL.test(word) || Y.test(word)) && !NEVER.test(word);
  return vowel ? `${small.slice(0, -1)}’` : `${small} `;
}
