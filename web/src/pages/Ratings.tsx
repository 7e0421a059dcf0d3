/** How strong persons and bots are, game by game. */

import { useState } from "preact/hooks";
import { useAsked } from "../home/asked";
import { Choice } from "../home/Choice";
import { who } from "../home/who";
import { botOf } from "../home/words";
import { FACES } from "../games";
import { get } from "../net/api";
import type { Rating, Ratings } from "../wire";
import { tenths, t } from "../words/i18n";
import { OutOfReach, Refused } from "./Lost";
import { BackHome } from "./Puzzles";

export function RatingsPage() {
  const [game, setGame] = useState(Object.keys(FACES)[0]!);
  const [asked, again] = useAsked(() => get<Ratings>(`/api/ratings?game=${game}`), game);
  if (asked.state === "away") return <OutOfReach retry={again} />;
  if (asked.state === "refused") return <Refused words={asked.words} />;
  return (
    <main id="main" class="page">
      <BackHome />
      <h1>{t("Ratings")}</h1>
      <p class="page-lead">
        {t("A cautious estimate of how strong someone is, based on all their rated games. It gets more certain, and usually higher, with every game.")}
      </p>
      <div class="page-choice">
        <Choice
          legend={t("Which game?")}
          value={game}
          options={Object.entries(FACES).map(([code, face]) => [code, face.name] as const)}
          change={(code) => setGame(code)}
        />
      </div>
      {asked.state === "here" && <Rows ratings={asked.answer.ratings} />}
    </main>
  );
}

function Rows({ ratings }: { ratings: readonly Rating[] }) {
  if (!ratings.length) {
    return (
      <p class="page-empty">
        {t("Nobody has a rating in this game yet. A game counts if nobody asks for hints and there is someone to compare with.")}
      </p>
    );
  }
  const average = ratings.some((one) => typeof one.average === "number");
  return (
    <div class="page-scroll" tabIndex={0} role="region" aria-label={t("Ratings")}>
      <table class="page-rows">
        <thead>
          <tr>
            <th scope="col">{t("Rank")}</th>
            <th scope="col">{t("Name")}</th>
            <th scope="col">{t("Rating")}</th>
            <th scope="col">{t("Games")}</th>
            <th scope="col">{t("Won")}</th>
            {average && <th scope="col">{t("Average score")}</th>}
          </tr>
        </thead>
        <tbody>
          {ratings.map((one, index) => (
            <tr key={one.name} class={one.name === who.value?.name && !one.bot ? "page-me" : ""}>
              <td class="page-number">{index + 1}</td>
              <th scope="row">
                {one.bot ? botOf(one.name.replace(/ bot$/, "")) : one.name /* "skilled bot" */}
              </th>
              <td class="page-number">{tenths(one.rating)}</td>
              <td class="page-number">{one.games}</td>
              <td class="page-number">{one.wins}</td>
              {average && (
                <td class="page-number">{typeof one.average === "number" ? tenths(one.average) : "–"}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
