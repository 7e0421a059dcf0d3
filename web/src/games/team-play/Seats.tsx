/** The other seats around the table: who they are, how many cards they hold, their missions. */

import "./seats.css";
import type { Seat } from "../../wire";
import { Icon } from "../../ui/icons";
import { t, tn } from "../../words/i18n";
import { Emblem } from "./Card";
import type { Looked } from "./Look";
import { SmallMission } from "./Mission";
import { giveMove, type Play } from "./play";
import { teamOf } from "./Teams";
import { doing } from "./words";

/** In the order of play, beginning after whoever looks: a partner sits opposite. */
export function around(players: number, me: Seat | null): Seat[] {
  const seats = Array.from({ length: players }, (_, index) => index + 1);
  return me === null ? seats : [...seats.slice(me), ...seats.slice(0, me - 1)];
}

const MOST_BACKS = 8;

export function CardBacks({ count, limit }: { count: number; limit: number }) {
  return (
    <span class={`tp-holds ${count > limit ? "tp-over" : ""}`}>
      <span class="tp-fan" aria-hidden="true">
        {Array.from({ length: Math.min(count, MOST_BACKS) }, (_, index) => (
          <i key={index} />
        ))}
      </span>
      <span class="tp-held" aria-hidden="true">
        {count}
        <small>/{limit}</small>
      </span>
      <span class="unseen">
        {tn("{n} card, hand limit {limit}", "{n} cards, hand limit {limit}", count, { limit })}
      </span>
    </span>
  );
}

function OneSeat({ play, seat, look }: { play: Play; seat: Seat; look(what: Looked): void }) {
  const { view, at, cards } = play;
  const team = teamOf(play, seat);
  const acts = view.to_act === seat;
  const partner = play.partner === seat;
  const move = giveMove(cards);
  const gives = partner && cards.length > 0 && play.can(move);
  const classes = ["tp-seat", `tp-team-${team + 1}`];
  if (acts) classes.push("tp-turn");
  if (partner) classes.push("tp-partner");
  if (partner && (gives || play.shownMove?.startsWith("give "))) classes.push("tp-taking");
  return (
    <li
      class={classes.join(" ")}
      data-spot={`seat-${seat}`}
      data-drop={partner ? "partner" : undefined}
      aria-current={acts || undefined}
    >
      <div class="tp-who">
        <Emblem team={team} />
        <span class="tp-name">{at.name(seat)}</span>
        {partner && (
          <span class="tp-tag">
            <Icon name="link" size={14} />
            <span class="unseen">{t("Partner")}</span>
          </span>
        )}
        <CardBacks count={view.counts[seat - 1] ?? 0} limit={view.limit} />
      </div>
      <div class="tp-theirs">
        {(view.missions[seat - 1] ?? []).map((mission, place) => (
          <SmallMission
            key={place}
            mission={mission}
            at={at}
            fit={partner && mission ? play.fit(mission) : null}
            spot={`mission-${seat}-${place}`}
            look={() => mission && look({ kind: "mission", mission, seat })}
          />
        ))}
      </div>
      {gives ? (
        <button type="button" class="tp-give button button-main" data-move={move} onClick={() => play.act(move)}>
          {tn("Give {n} card", "Give {n} cards", cards.length)}
        </button>
      ) : (
        <span class="tp-doing">{acts ? doing(view) : ""}</span>
      )}
    </li>
  );
}

export function Seats({ play, look }: { play: Play; look(what: Looked): void }) {
  const seats = around(play.view.players, play.me);
  return (
    <ul
      class={`tp-seats tp-seats-${seats.length} ${play.highlight === "seats" ? "tp-pointed" : ""}`}
      aria-label={t("The other players")}
    >
      {seats.map((seat) => (
        <OneSeat key={seat} play={play} seat={seat} look={look} />
      ))}
    </ul>
  );
}
