/** The other end of "use this device too": asked first, since a link can be used only once. */

import { useState } from "preact/hooks";
import { know, who } from "../home/who";
import { perhaps, post } from "../net/api";
import { toast, trying } from "../ui/notice";
import { Button } from "../ui/parts";
import { go, ledTo, place } from "../ui/router";
import type { Me, Tables } from "../wire";
import { t } from "../words/i18n";

export function LinkPage({ token }: { token: string }) {
  const [busy, setBusy] = useState(false);
  const [to] = useState(ledTo(place.value));
  const before = who.value;
  const use = async (): Promise<void> => {
    setBusy(true);
    const person = await trying(() => post<Me>("/api/link", { token }));
    setBusy(false);
    if (!person) return;
    know(person);
    toast(t("Welcome, {name}.", { name: person.name }));
    go(to ?? (await onlyTable()) ?? "/", true);
  };
  return (
    <main id="main" class="page page-narrow">
      <h1>{t("Use this device too")}</h1>
      <p>{t("You’ll have your name, your seats and your tables on this device as well. The link works only once.")}</p>
      {before && (
        <p class="panel">
          {t("You’re signed in here as {name}. If this link is someone else’s, {name} will be signed out.", {
            name: before.name,
          })}
        </p>
      )}
      <Button kind="main" aria-disabled={busy} onClick={() => !busy && void use()}>
        {t("Yes, this is my device")}
      </Button>
    </main>
  );
}

/** Where I am playing: a QR code names no page. Of several tables one chooses on the start page. */
async function onlyTable(): Promise<string | null> {
  const mine = (await perhaps<Tables>("/api/me/tables"))?.tables ?? [];
  const [one, ...others] = mine.filter(({ state }) => state === "playing" || state === "gathering");
  return one && !others.length ? `/t/${one.id}` : null;
}
