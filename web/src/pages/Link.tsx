/** The other end of "take my seat to my phone": asked first, since a link can be used but once. */

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
      <h1>{t("Be yourself here")}</h1>
      <p>{t("This device becomes yours as well: your name, your seats, your tables. The link works once.")}</p>
      {before && (
        <p class="panel">
          {t("So far you are {name} here. If the link is another person’s, this device forgets {name}.", {
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
