/** The end of an invitation: a code leads to its table. */

import { useEffect } from "preact/hooks";
import { useAsked } from "../home/asked";
import { get } from "../net/api";
import { go } from "../ui/router";
import type { Found } from "../wire";
import { JoinCode } from "../home/JoinCode";
import { t } from "../words/i18n";
import { Moment } from "./later";
import { OutOfReach } from "./Lost";

export function JoinPage({ code }: { code: string }) {
  const ask = (): Promise<Found> => get<Found>(`/api/codes/${encodeURIComponent(code)}`);
  const [asked, again] = useAsked(ask, code);
  const table = asked.state === "here" ? asked.answer.table : "";
  useEffect(() => {
    if (table) go(`/t/${table}`, true);
  }, [table]);
  if (asked.state === "away") return <OutOfReach retry={again} />;
  if (asked.state !== "refused") return <Moment />;
  return (
    <main id="main" class="page page-narrow">
      <h1>{t("This code doesn’t work")}</h1>
      <p>{asked.words}</p>
      <p>{t("Check it with whoever invited you, or try another code.")}</p>
      <JoinCode />
    </main>
  );
}
