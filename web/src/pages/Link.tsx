/** The other end of "take my seat to my phone": asked first, since a link can be used but once. */

import { useState } from "preact/hooks";
import { know } from "../home/who";
import { post } from "../net/api";
import { toast, trying } from "../ui/notice";
import { Button } from "../ui/parts";
import { go } from "../ui/router";
import type { Me } from "../wire";
import { t } from "../words/i18n";

export function LinkPage({ token }: { token: string }) {
  const [busy, setBusy] = useState(false);
  const use = async (): Promise<void> => {
    setBusy(true);
    const person = await trying(() => post<Me>("/api/link", { token }));
    setBusy(false);
    if (!person) return;
    know(person);
    toast(t("Welcome, {name}.", { name: person.name }));
    go("/", true);
  };
  return (
    <main id="main" class="page page-narrow">
      <h1>{t("Be yourself here")}</h1>
      <p>{t("This device becomes yours as well: your name, your seats, your tables. The link works once.")}</p>
      <Button kind="main" aria-disabled={busy} onClick={() => !busy && void use()}>
        {t("Yes, this is my device")}
      </Button>
    </main>
  );
}
