/** What the people at the table are asked: who voted what, and buttons for those who have not yet. */

import type { Session } from "../store/session";
import { Button } from "../ui/parts";
import type { Ballot, Vote } from "../wire";
import { and, t } from "../words/i18n";
import { choiceName, question } from "../words/story";

const ABOUT_SEAT: readonly Vote["choice"][] = ["wait", "bot", "end"];
const YES_NO: readonly Vote["choice"][] = ["yes", "no"];

export function Ballots({ session }: { session: Session }) {
  const { ballots = [], state } = session.state.value.facts;
  if (state !== "playing" || !ballots.length) return null;
  return (
    <div class="tb-ballots">
      {ballots.map((ballot) => (
        <BallotSheet key={ballot.ballot} session={session} ballot={ballot} />
      ))}
    </div>
  );
}

function BallotSheet({ session, ballot }: { session: Session; ballot: Ballot }) {
  const { mine } = session.state.value;
  const missing = ballot.voters.filter((seat) => !ballot.votes[seat]);
  const asked = missing.filter((seat) => mine.includes(seat));
  const choices = ballot.about === "seat" ? ABOUT_SEAT : YES_NO;
  const waiting = missing.filter((seat) => !mine.includes(seat)).map(session.name);
  const heading = `ballot-${ballot.ballot}`;
  return (
    <section class="tb-ballot" aria-labelledby={heading}>
      <h2 id={heading}>{question(ballot, { face: session.face, at: session.setting })}</h2>
      {Object.keys(ballot.votes).length > 0 && (
        <ul class="plain tb-votes">
          {Object.entries(ballot.votes).map(([seat, choice]) => (
            <li key={seat}>
              {t("{name}: {choice}", { name: session.name(Number(seat)), choice: choiceName(choice) })}
            </li>
          ))}
        </ul>
      )}
      {asked.map((seat) => (
        <div key={seat} class="buttons" role="group" aria-label={t("Vote of {name}", { name: session.name(seat) })}>
          {asked.length > 1 && <b>{session.name(seat)}</b>}
          {choices.map((choice, index) => (
            <Button
              key={choice}
              kind={index === 0 ? "main" : undefined}
              onClick={() => session.ask({ do: "vote", seat, ballot: ballot.ballot, choice })}
            >
              {choiceName(choice)}
            </Button>
          ))}
        </div>
      ))}
      {waiting.length > 0 && <p class="faint">{t("Waiting for {names}.", { names: and(waiting) })}</p>}
    </section>
  );
}
