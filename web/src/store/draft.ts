/**
 * What somebody is about to say. It outlives the sheet that it is typed in. Words that are refused come
 * back, with the reason.
 */

import { signal } from "@preact/signals";

export class Draft {
  readonly text = signal("");
  /** Why the last words were not said. */
  readonly why = signal("");

  type(text: string, why = ""): void {
    this.text.value = text;
    this.why.value = why;
  }

  /** These words were not said. What was typed since comes after them. */
  refused(words: string, why: string): void {
    this.type(`${words} ${this.text.value}`.trim(), why);
  }
}
