/**
 * What somebody is about to say. It outlives the sheet that it is typed in. Words that are refused come
 * back, with the reason.
 */

import { signal } from "@preact/signals";

export class Draft {
  readonly text = signal("");
  /** Why the last words were not said. */
  readonly why = signal("");
  /** Words that were sent and have no answer yet, by the id of the command. */
  private readonly sent = new Map<string, string>();

  type(text: string): void {
    this.text.value = text;
    this.why.value = "";
  }

  /** The words are on their way; there is room for the next ones. */
  send(id: string): void {
    this.sent.set(id, this.text.value);
    this.type("");
  }

  said(id: string): void {
    this.sent.delete(id);
  }

  refused(id: string, why: string): void {
    const words = this.sent.get(id);
    if (words === undefined) return;
    this.sent.delete(id);
    this.text.value = [words, this.text.value].filter(Boolean).join(" ");
    this.why.value = why;
  }
}
