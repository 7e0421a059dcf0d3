/** Who is at the table while a game is played: seats, presence, watchers, and who asks for a seat. */

import type { Session } from "../store/session";
import { Button } from "../ui/parts";
import type { SeatFacts } from "../wire";
import { t, tn } from "../words/i18n";
import { clockText, marks } from "./asked";
import { NameForm } from "./NameForm";

export function People({ session }: { session: Session }) {
  const { facts, watching } = session.state.value;
  return (
    <>
      <ol class="plain tb-seats">
        {facts.seats.map((seat) => (
          <SeatLine key={seat.seat} session={session} seat={seat} />
        ))}
      </ol>
      {watching > 0 && <p class="faint tb-watching">{tn("{n} person watches", "{n} people watch", watching)}</p>}
      <Claims session={session} />
      {!session.me && facts.state === "playing" && <NameForm why={t("With a name you can talk, or ask for a seat.")} />}
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
        <small class="tb-reserve">{t("reserve {time}", { time: clockText(seat.reserve) })}</small>
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

/** Who asks for a seat; the host gives it, or does not. */
function Claims({ session }: { session: Session }) {
  const { claims = [] } = session.state.value.facts;
  return (
    <>
      {claims.map(({ claim, name, seat }) => (
        <div key={claim} class="tb-claim">
          <p>{t("{name} asks for seat {seat}.", { name, seat })}</p>
          {session.host.value ? (
            <div class="buttons">
              <Button kind="main" onClick={() => session.ask({ do: "answer", claim, give: true })}>
                {t("Give it to {name}", { name })}
              </Button>
              <Button onClick={() => session.ask({ do: "answer", claim, give: false })}>{t("Not now")}</Button>
            </div>
          ) : (
            <p class="faint">{t("The host is asked.")}</p>
          )}
        </div>
      ))}
    </>
  );
}
