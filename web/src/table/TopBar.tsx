/** The bar above the board: where one is, whose turn it is and what is asked, the clock, the menu. */

import { useEffect, useState } from "preact/hooks";
import type { Session } from "../store/session";
import { Icon } from "../ui/icons";
import { Button } from "../ui/parts";
import { Link } from "../ui/router";
import { onDay, t } from "../words/i18n";
import { modeName } from "../words/names";
import { clockText, headline } from "./asked";

export function TopBar({ session, menu }: { session: Session; menu(): void }) {
  const { facts, mine } = session.state.value;
  const { face } = session;
  const next = session.toAct.value;
  const view = session.view.value;
  const myTurn = next !== null && mine.includes(next);
  const tags = [
    face.name,
    facts.mode && modeName(facts.mode),
    facts.day && t("Deal of {day}", { day: onDay(facts.day) }),
    facts.what_if && t("What if …"),
  ].filter(Boolean);
  const asks = session.acting.value && view ? face.asks(view, session.setting) : "";
  return (
    <div class="tb-top">
      <Link to="/" class="button button-quiet button-round" aria-label={t("Back to the games")}>
        <Icon name="back" />
      </Link>
      <div class="tb-head">
        <p class="tb-kind">{tags.join(" · ")}</p>
        <h1 class={myTurn ? "tb-turn tb-mine" : "tb-turn"}>{headline(session)}</h1>
        {asks && <p class="tb-asks">{asks}</p>}
      </div>
      <Clock session={session} />
      <Button icon="menu" kind="quiet" aria-label={t("Menu")} aria-haspopup="dialog" onClick={menu} />
    </div>
  );
}

/** The time that is left for the move that is due: its own first, then what is in reserve. */
function Clock({ session }: { session: Session }) {
  const { facts, ahead } = session.state.value;
  const [now, setNow] = useState(Date.now());
  const deadline = facts.state === "playing" ? facts.deadline : null;
  useEffect(() => {
    if (!deadline) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (!deadline) return null;
  const left = deadline - now - ahead;
  const reserve = facts.seats[(session.toAct.value ?? 1) - 1]?.reserve ?? 0;
  const own = left - reserve;
  return (
    <p
      class={own <= 0 || left < 15_000 ? "tb-clock tb-soon" : "tb-clock"}
      role="timer"
      aria-label={t("{time} left", { time: clockText(left) })}
    >
      {clockText(own > 0 ? own : left)}
      {own > 0 && reserve > 0 && <small>{`+${clockText(reserve)}`}</small>}
    </p>
  );
}

/** Told while the line to the server is down. */
export function LostLine({ session }: { session: Session }) {
  if (session.up.value) return null;
  return (
    <p class="tb-lost" role="status">
      <Icon name="turn" size={18} />
      {session.farewell.value ??
        t("Connection lost. Trying to reconnect … Your moves will be sent as soon as it’s back.")}
    </p>
  );
}
