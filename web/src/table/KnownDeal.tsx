/** Told where a deal is played again: some may know its cards. */

import { Link } from "../ui/router";
import type { TableFacts } from "../wire";
import { t } from "../words/i18n";

export function KnownDeal({ facts }: { facts: TableFacts }) {
  if (!facts.again) return null;
  if (facts.mode === "competition") {
    // No link: a look at the earlier game would spoil this one.
    return (
      <p class="faint tb-known">
        {t("The deal of an earlier game. A team that has seen its cards, or looks at that game before the end, is not ranked.")}
      </p>
    );
  }
  if (facts.mode) return null; // a challenge and a puzzle say by their name that cards are known
  return (
    <p class="faint tb-known">
      {t("The deal of an earlier game: who played it knows the cards. It is not rated.")}{" "}
      <Link to={`/t/${facts.again}`}>{t("The earlier game")}</Link>
    </p>
  );
}
