/** Told where a deal is played again against others: some may know its cards. */

import { Link } from "../ui/router";
import type { TableFacts } from "../wire";
import { t } from "../words/i18n";

export function KnownDeal({ facts }: { facts: TableFacts }) {
  // A challenge, a competition and a puzzle say by their name that cards are known, or whose they are.
  if (!facts.again || facts.mode) return null;
  return (
    <p class="faint tb-known">
      {t("The deal of an earlier game: who played it knows the cards. It is not rated.")}{" "}
      <Link to={`/t/${facts.again}`}>{t("The earlier game")}</Link>
    </p>
  );
}
