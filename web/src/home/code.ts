/** Six letters that invite to a table. */

export const CODE_LENGTH = 6;

/** What can be a code of what was typed or pasted; a whole link will do, too. */
export function codeIn(text: string): string {
  const link = /\/j\/([A-Za-z]{6})/.exec(text);
  return (link?.[1] ?? text.replace(/[^A-Za-z]/g, "").slice(0, CODE_LENGTH)).toUpperCase();
}
