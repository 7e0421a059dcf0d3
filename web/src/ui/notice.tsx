/** What is said beside the table: short notices for the eyes, and the same for screen readers. */

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

interface Toast {
  id: number;
  text: string;
  kind: "news" | "problem";
}

const SHOWN = 6000;
const toasts = signal<Toast[]>([]);
const spoken = signal<{ id: number; text: string }[]>([]);
let ids = 0;

/** Show a notice for a while. */
export function toast(text: string, kind: Toast["kind"] = "news"): void {
  const id = ++ids;
  toasts.value = [...toasts.value.filter((one) => one.text !== text), { id, text, kind }].slice(-3);
  setTimeout(() => dismiss(id), SHOWN);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

/** Say something to who listens rather than looks. */
export function announce(text: string): void {
  if (text) spoken.value = [...spoken.value, { id: ++ids, text }].slice(-12);
}

export function Notices() {
  const box = useRef<HTMLDivElement>(null);
  const last = toasts.value.at(-1)?.id;
  useEffect(() => {
    // Dialogs lie above the page; shown anew, the notices lie above dialogs.
    box.current?.hidePopover?.();
    if (last !== undefined) box.current?.showPopover?.();
  }, [last]);
  return (
    <>
      <div class="toasts" ref={box} popover="manual">
        {toasts.value.map((one) => (
          <button key={one.id} class={`toast toast-${one.kind}`} onClick={() => dismiss(one.id)}>
            {one.text}
          </button>
        ))}
      </div>
      <div class="unseen" role="log" aria-live="polite" id="announce">
        {spoken.value.map((one) => (
          <p key={one.id}>{one.text}</p>
        ))}
      </div>
    </>
  );
}

/** Try something that the server may refuse; say why if it does. */
export async function trying<Answer>(deed: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await deed();
  } catch (problem) {
    const words = problem instanceof Error ? problem.message : String(problem);
    toast(words, "problem");
    announce(words);
    return null;
  }
}
