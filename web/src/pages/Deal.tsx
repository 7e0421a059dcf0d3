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
          ? t("{game}: the deal of {day}", { game, day: onDay(deal.day) })
          : t("A deal of {game}", { game })}
      </h1>
      <p class="page-lead">{playersLine([deal.players])}</p>
      <Results results={deal.results} />
      {facts && <Again deal={deal} facts={facts} />}
      <details class="page-part">
        <summary>{t("How the cards were shuffled")}</summary>
        <p>{t("This was noted before the first card was dealt. When the games of it are over, everybody can check that nothing was changed.")}</p>
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
              <td>{company(one.seats, t("somebody"))}</td>
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
                <Link to={`/t/${one.table}`}>{t("Look at it")}</Link>
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
    return <p class="faint page-part">{t("Others still play this deal today; from tomorrow on it is free.")}</p>;
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
              ? t("You have seen these cards: your result would be marked and not ranked.")
              : t("You have not seen these cards: you play them like everybody before you, and compare.")}
          </p>
          <Button icon="play" aria-disabled={busy} onClick={() => void play("competition")}>
            {t("Compete")}
          </Button>
        </div>
        <div class="panel">
          <h3>{t("As a challenge")}</h3>
          <p>{t("You know the cards that came: can you do better than last time?")}</p>
          <Button icon="turn" aria-disabled={busy} onClick={() => void play("challenge")}>
            {t("Try to do better")}
          </Button>
        </div>
      </div>
    </section>
  );
}
