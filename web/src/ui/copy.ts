/** Texts to paste elsewhere. */

import { t } from "../words/i18n";
import { announce, toast } from "./notice";

/** Put a text where it can be pasted from; where that is not possible, show it. */
export async function copy(text: string): Promise<void> {
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (!done && !selected(text)) return toast(text);
  toast(t("Copied."));
  announce(t("Copied."));
}

/** The old way: browsers have the new one only for pages that came by https, not for those of a home network. */
function selected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true; // no keyboard on a phone
  field.className = "unseen";
  // A page behind a dialog cannot be selected from.
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  place.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
