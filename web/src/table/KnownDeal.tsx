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
        {t("This deal comes from an earlier game. A team that has seen the cards, or looks at that game before this one is over, isn’t ranked.")}
      </p>
    );
  }
  if (facts.mode) return null; // a challenge and a puzzle say by their name that cards are known
  return (
    <p class="faint tb-known">
      {t("This deal comes from an earlier game. Anyone who played it knows the cards, so this game isn’t rated.")}{" "}
      <Link to={`/t/${facts.again}`}>{t("See the earlier game")}</Link>
    </p>
  );
}
