/** Who is at the table while a game is played: seats, presence, watchers, and who asks for a seat. */

import type { Session } from "../store/session";
import { mayAnswer } from "../store/table";
import { Button } from "../ui/parts";
import type { SeatFacts } from "../wire";
import { t, tn } from "../words/i18n";
import { asksForSeat } from "../words/seats";
import { clockText, marks } from "./asked";
import { KnownDeal } from "./KnownDeal";
import { NameForm } from "./NameForm";
import { Warming } from "./Warming";

export function People({ session }: { session: Session }) {
  const { facts, watching } = session.state.value;
  const { claims = [] } = facts;
  return (
    <>
      <ol class="plain tb-seats">
        {facts.seats.map((seat) => (
          <SeatLine key={seat.seat} session={session} seat={seat} />
        ))}
      </ol>
      {facts.state === "playing" && facts.seats.some((seat) => seat.bot) && <Warming game={facts.game} />}
      {watching > 0 && <p class="faint tb-watching">{tn("{n} person is watching", "{n} people are watching", watching)}</p>}
      <KnownDeal facts={facts} />
      {claims.filter((claim) => !mayAnswer(session.state.value, claim)).map((claim) => (
        <p key={claim.claim} class="faint tb-watching">
          {asksForSeat(claim)}
        </p>
      ))}
      {!session.me && facts.state === "playing" && <NameForm why={t("Then you can talk, or ask for a seat.")} />}
    </>
  );
}

function SeatLine({ session, seat }: { session: Session; seat: SeatFacts }) {
  const { facts, mine, present } = session.state.value;
  const next = session.toAct.value === seat.seat;
  const own = mine.includes(seat.seat);
  const playing = facts.state === "playing";
  const gone = seat.name && !own && playing && (seat.away || !present.includes(seat.seat));
  return (
    <li class={next ? "tb-seat tb-next" : "tb-seat"} aria-current={next ? "true" : undefined}>
      <span class={`tb-token ${gone ? "tb-gone" : ""}`} aria-hidden="true">
        {seat.seat}
      </span>
      <span class="tb-who">
        <b>{session.name(seat.seat)}</b>
        <small>{marks(session, seat).join(" · ")}</small>
      </span>
      {next && <span class="tb-due">{t("to move")}</span>}
      {playing && seat.name && seat.reserve !== undefined && seat.reserve !== null && (
        <small class="tb-reserve">{t("{time} in reserve", { time: clockText(seat.reserve) })}</small>
      )}
      {playing && own && seat.away && (
        <Button onClick={() => session.ask({ do: "sit", seat: seat.seat })}>{t("Sit down again")}</Button>
      )}
      {playing && mine.length === 0 && session.me && (seat.bot || seat.away) && (
        <Button onClick={() => session.ask({ do: "claim", seat: seat.seat })}>{t("Ask for this seat")}</Button>
      )}
    </li>
  );
}
