/** The book of puzzles. */

import { useAsked } from "../home/asked";
import { BOOK, PuzzleGrid } from "../home/PuzzleBook";
import { get } from "../net/api";
import { Icon } from "../ui/icons";
import { Link } from "../ui/router";
import type { Puzzles } from "../wire";
import { t } from "../words/i18n";
import { Moment } from "./later";
import { OutOfReach, Refused } from "./Lost";
import "../home/rest.css";

export function PuzzlesPage() {
  const [asked, again] = useAsked(() => get<Puzzles>("/api/puzzles"));
  if (asked.state === "waiting") return <Moment />;
  if (asked.state === "away") return <OutOfReach retry={again} />;
  if (asked.state === "refused") return <Refused words={asked.words} />;
  const { puzzles } = asked.answer;
  return (
    <main id="main" class="page">
      <BackHome />
      <h1>{t("Puzzles")}</h1>
      <p class="page-lead">{BOOK?.lead()}</p>
      {BOOK && puzzles.length ? <PuzzleGrid book={BOOK} puzzles={puzzles} /> : <p class="page-empty">{t("There are no puzzles yet.")}</p>}
    </main>
  );
}

export function BackHome() {
  return (
    <Link to="/" class="page-back">
      <Icon name="back" size={18} />
      {t("All games")}
    </Link>
  );
}
