/** The teams: their points, who they are, and the missions they have scored. */

import "./teams.css";
import type { Seat } from "../../wire";
import { and, t, tn } from "../../words/i18n";
import { Emblem } from "./Card";
import type { Looked } from "./Look";
import type { Play } from "./play";
import { pointsWords } from "./words";

export const teamOf = (play: Play, seat: Seat): number =>
  play.view.teams.findIndex((team) => team.includes(seat));

export function Teams({ play, look }: { play: Play; look(what: Looked): void }) {
  const { view, at, me } = play;
  const name = (seat: Seat): string => (seat === me ? t("You") : at.name(seat));
  const best = Math.max(...view.scores);
  return (
    <ul class={`tp-teams ${play.highlight === "teams" ? "tp-pointed" : ""}`} aria-label={t("Points")}>
      {view.teams.map((team, index) => {
        const points = view.scores[team[0]! - 1] ?? 0;
        const scored = view.scored[index] ?? [];
        const classes = ["tp-plate", `tp-team-${index + 1}`];
        if (me !== null && team.includes(me)) classes.push("tp-ours");
        if (best > 0 && points === best) classes.push("tp-leads");
        return (
          <li key={index} class={classes.join(" ")}>
            <button
              type="button"
              data-spot={`stack-${index}`}
              onClick={() => look({ kind: "scored", team: index })}
            >
              <span class="unseen">
                {t("{names}: {points}, {missions}", {
                  names: and(team.map(name)),
                  points: pointsWords(points),
                  missions: tn("{n} mission", "{n} missions", scored.length),
                })}
              </span>
              <Emblem team={index} />
              <span class="tp-names" aria-hidden="true">
                {team.map((seat, place) => (
                  <span key={seat} class={seat === view.to_act ? "tp-acts" : ""}>
                    {place ? " · " : ""}
                    {name(seat)}
                  </span>
                ))}
              </span>
              <span class="tp-stack" aria-hidden="true">
                {scored.slice(0, 8).map((mission) => (
                  <i key={mission} />
                ))}
              </span>
              <b class="tp-score" aria-hidden="true">{points}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
