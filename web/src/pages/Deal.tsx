/** A deal: what everybody made of the same cards, and the same cards again. */

import { useState } from "preact/hooks";
import { useAsked } from "../home/asked";
import { botsBeside, sitDown, usual } from "../home/play";
import { company, gameName, playersLine } from "../home/words";
import { modeName } from "../words/names";
import { games, get } from "../net/api";
import { Button } from "../ui/parts";
import { Link } from "../ui/router";
import type { DealPage as Deal, GameFacts, Mode, Result } from "../wire";
import { atMoment, numeral, onDay, t } from "../words/i18n";
import { Moment } from "./later";
import { OutOfReach, Refused } from "./Lost";
import { BackHome } from "./Puzzles";

export function DealPage({ id }: { id: string }) {
  const ask = (): Promise<[Deal, GameFacts[]]> =>
    Promise.all([get<Deal>(`/api/deals/${encodeURIComponent(id)}`), games()]);
  const [asked, again] = useAsked(ask, id);
  if (asked.state === "waiting") return <Moment />;
  if (asked.state === "away") return <OutOfReach retry={again} />;
  if (asked.state === "refused") return <Refused words={asked.words} />;
  const [deal, all] = asked.answer;
  const facts = all.find((one) => one.game === deal.game);
  const game = gameName(deal.game);
  return (
    <main id="main" class="page">
      <BackHome />
      <h1>
        {deal.day
          ? t("{game}: deal of {day}", { game, day: onDay(deal.day) })
          : t("A {game} deal", { game })}
      </h1>
      <p class="page-lead">{playersLine([deal.players])}</p>
      <Results results={deal.results} />
      {facts && <Again deal={deal} facts={facts} />}
      <details class="page-part">
        <summary>{t("How the cards were shuffled")}</summary>
        <p>{t("This fingerprint was recorded before the first card was dealt. Once every game with this deal is over, anyone can check that nothing was changed.")}</p>
        <p>
          <code>{deal.commitment}</code>
        </p>
      </details>
    </main>
  );
}

/** One number for a team that shares it. */
function scores({ scores: all }: Result): string {
  return (new Set(all).size === 1 ? all.slice(0, 1) : all).map(numeral).join(" · ");
}

function Results({ results }: { results: readonly Result[] }) {
  if (!results.length) return <p class="page-empty">{t("Nobody has finished this deal yet.")}</p>;
  return (
    <div class="page-scroll" tabIndex={0} role="region" aria-label={t("Results")}>
      <table class="page-rows">
        <thead>
          <tr>
            <th scope="col">{t("Who")}</th>
            <th scope="col">{t("Score")}</th>
            <th scope="col">{t("When")}</th>
            <th scope="col">{t("Game")}</th>
          </tr>
        </thead>
        <tbody>
          {results.map((one) => (
            <tr key={one.table}>
              <td>{company(one.seats, t("someone"))}</td>
              <td>
                <span class="page-number">{scores(one)}</span>
                {one.mode && <small class="faint"> {modeName(one.mode)}</small>}
                {one.knew_deal ? (
                  <small class="faint"> {t("knew the deal")}</small>
                ) : (
                  one.rated === false && <small class="faint"> {t("unrated")}</small>
                )}
              </td>
              <td>{atMoment(one.finished)}</td>
              <td>
                <Link to={`/t/${one.table}`}>{t("View the game")}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A team that has seen the cards plays a challenge, another one a competition. */
function Again({ deal, facts }: { deal: Deal; facts: GameFacts }) {
  const [busy, setBusy] = useState(false);
  if (!deal.table) {
    return <p class="faint page-part">{t("Others are still playing this deal; you can play it tomorrow.")}</p>;
  }
  const play = async (mode: Mode | null): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const { game, players, options, table: same_deal } = deal;
    const bots = botsBeside(players, usual(facts).level);
    await sitDown({ game, players, options, same_deal, mode, seat: 1, bots, start: true });
    setBusy(false);
  };
  const puzzle = deal.results.some((one) => one.mode === "puzzle");
  if (!facts.modes.length || puzzle) {
    return (
      <div class="buttons page-part">
        <Button kind="main" icon="play" aria-disabled={busy} onClick={() => void play(null)}>
          {t("Play this deal")}
        </Button>
      </div>
    );
  }
  return (
    <section class="page-part">
      <h2>{t("Play this deal")}</h2>
      <div class="page-modes">
        <div class="panel">
          <h3>{t("As a competition")}</h3>
          <p>
            {deal.seen
              ? t("You’ve seen these cards, so your result would be marked and not ranked.")
              : t("You haven’t seen these cards. Play them like everyone before you, then compare your results.")}
          </p>
          <Button icon="play" aria-disabled={busy} onClick={() => void play("competition")}>
            {t("Compete")}
          </Button>
        </div>
        <div class="panel">
          <h3>{t("As a challenge")}</h3>
          <p>{t("Have you played these cards before? See if you can do better this time.")}</p>
          <Button icon="turn" aria-disabled={busy} onClick={() => void play("challenge")}>
            {t("Try to do better")}
          </Button>
        </div>
      </div>
    </section>
  );
}
