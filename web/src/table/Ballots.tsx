/**
 * What the people at the table are asked: who voted what, and buttons for those who have not yet;
 * who asks for a seat; and the way back to a seat that one has left or lost.
 */

import type { Session } from "../store/session";
import { mayAnswer } from "../store/table";
import { Button } from "../ui/parts";
import type { Ballot, ClaimFacts, Vote } from "../wire";
import { and, t } from "../words/i18n";
import { asksForSeat } from "../words/seats";
import { choiceName, question } from "../words/story";

const ABOUT_SEAT: readonly Vote["choice"][] = ["wait", "bot", "end"];
const YES_NO: readonly Vote["choice"][] = ["yes", "no"];

export function Ballots({ session }: { session: Session }) {
  const { facts, mine, lost } = session.state.value;
  if (facts.state !== "playing") return null;
  // Who is alone has left nobody to ask.
  const ballots = (facts.ballots ?? []).filter((ballot) => ballot.voters.length > 0);
  const claims = (facts.claims ?? []).filter((claim) => mayAnswer(session.state.value, claim));
  const left = facts.seats.filter((one) => one.away && mine.includes(one.seat));
  if (!ballots.length && !claims.length && !left.length && !lost.length) return null;
  return (
    <div class="tb-ballots">
      {left.map(({ seat }) => (
        <section key={seat} class="tb-ballot">
          <h2>
            {mine.length > 1 ? t("{name} has left.", { name: session.name(seat) }) : t("You’ve left your seat.")}
          </h2>
          <Button kind="main" onClick={() => session.ask({ do: "sit", seat })}>
            {t("Sit down again")}
          </Button>
        </section>
      ))}
      {lost.map((seat) => (
        <section key={seat} class="tb-ballot">
          <h2>{t("Someone else has your seat now.")}</h2>
          <Button kind="main" onClick={() => session.ask({ do: "sit", seat })}>
            {t("Sit down again")}
          </Button>
        </section>
      ))}
      {claims.map((claim) => (
        <ClaimSheet key={claim.claim} session={session} claim={claim} />
      ))}
      {ballots.map((ballot) => (
        <BallotSheet key={ballot.ballot} session={session} ballot={ballot} />
      ))}
    </div>
  );
}

/** Somebody asks for a seat; the host gives it, or all who play. */
function ClaimSheet({ session, claim }: { session: Session; claim: ClaimFacts }) {
  const { mine } = session.state.value;
  const { name, seat, voters = [], agreed = [] } = claim;
  const answer = (give: boolean) => (): void => session.ask({ do: "answer", claim: claim.claim, give });
  const missing = voters.filter((one) => !agreed.includes(one));
  const asked = !mine.length || missing.some((one) => mine.includes(one)); // a host without a seat is asked
  const others = missing.filter((one) => !mine.includes(one)).map(session.name);
  const heading = `claim-${claim.claim}`;
  return (
    <section class="tb-ballot" aria-labelledby={heading}>
      <h2 id={heading}>{asksForSeat(claim)}</h2>
      {!claim.host && (
        <p class="faint">
          {t("Everyone playing must agree. {name} can keep the seat by coming back.", { name: session.name(seat) })}
        </p>
      )}
      <div class="buttons">
        {asked && (
          <Button kind="main" onClick={answer(true)}>
            {name ? t("Give {name} the seat", { name }) : t("Give the seat away")}
          </Button>
        )}
        <Button onClick={answer(false)}>{t("Not now")}</Button>
      </div>
      {others.length > 0 && <p class="faint">{t("Waiting for {names}.", { names: and(others) })}</p>}
      {voters.length > 0 && !missing.length && (
        <p class="faint">{t("Everyone agrees. The seat will soon be given away, unless {name} comes back.", { name: session.name(seat) })}</p>
      )}
    </section>
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
        <div key={seat} class="buttons" role="group" aria-label={t("{name}’s vote", { name: session.name(seat) })}>
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
