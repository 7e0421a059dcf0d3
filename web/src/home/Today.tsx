/** Today's deals: the same cards for everybody here, one try each. */

import { useState } from "preact/hooks";
import { faceOf } from "../games";
import { Button, Select } from "../ui/parts";
import { Link } from "../ui/router";
import type { Daily, DailyDeal } from "../wire";
import { onDay, t, tn } from "../words/i18n";
import { playToday } from "./play";
import { who } from "./who";
import { gameName } from "./words";
import { levelName } from "../words/names";

const HOUR = 3_600_000;

/** When there are new ones. */
function untilLine(until: number): string {
  const hours = Math.floor((until - Date.now()) / HOUR);
  return hours < 1
    ? t("New deals in less than an hour.")
    : tn("New deals in {n} hour.", "New deals in {n} hours.", hours);
}

export function Today({ daily }: { daily: Daily }) {
  return (
    <section class="home-part" aria-labelledby="home-today">
      <h2 id="home-today">{t("Today’s deals")}</h2>
      <p class="home-about">
        {t("{day}: everyone gets the same cards. Who will make the most of them?", {
          day: onDay(daily.day),
        })}{" "}
        {untilLine(daily.until)}
      </p>
      <ul class="plain home-tickets">
        {daily.deals.map((deal) => (
          <Ticket key={deal.game} deal={deal} />
        ))}
      </ul>
    </section>
  );
}

function terms(deal: DailyDeal): string {
  const [bot] = Object.values(deal.bots);
  if (!bot) return t("Solo or as a team");
  return faceOf(deal.game).company(Object.keys(deal.bots).length, levelName(bot));
}

/** Whether its cards were seen here, under another name: everybody has one try. */
function isSpent(deal: DailyDeal): boolean {
  return Boolean(deal.seen) && !deal.table;
}

/** What I made of it. */
function playedLine({ results }: DailyDeal): string {
  for (const { seats, scores } of results) {
    const score = scores[seats.findIndex((seat) => seat.name && seat.name === who.value?.name)];
    if (score !== undefined) return t("You’ve played it. Your score: {score}", { score });
  }
  return t("You’ve played it today.");
}

function Ticket({ deal }: { deal: DailyDeal }) {
  const [players, setPlayers] = useState(deal.players[0] ?? 1);
  const [busy, setBusy] = useState(false);
  const title = `home-today-${deal.game}`;
  const play = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await playToday(deal, players);
    setBusy(false);
  };
  return (
    <li class="home-ticket" data-game={deal.game}>
      <div>
        <h3 id={title}>{gameName(deal.game)}</h3>
        <p>{deal.played ? playedLine(deal) : isSpent(deal) ? t("Already played in this browser.") : terms(deal)}</p>
        <p>
          {deal.results.length > 0 ? (
            <Link to={`/deals/${deal.deal}`}>
              {tn("{n} result so far", "{n} results so far", deal.results.length)}
            </Link>
          ) : (
            t("No results yet")
          )}
        </p>
      </div>
      <div class="home-stub">
        {deal.table ? (
          <Link
            to={`/t/${deal.table}`}
            class={`button ${deal.played ? "" : "button-main"}`}
            aria-describedby={title}
          >
            {deal.played ? t("View the game") : t("Continue")}
          </Link>
        ) : isSpent(deal) ? null : (
          <>
            {deal.players.length > 1 && (
              <Select
                label={t("Players")}
                value={players}
                options={deal.players.map((count) => [count, tn("{n} player", "{n} players", count)] as const)}
                change={(count) => setPlayers(count)}
              />
            )}
            <Button
              aria-disabled={busy}
              aria-describedby={title}
              onClick={() => void play()}
            >
              {t("Play")}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
