/** A place at the table: who sits there, how many cards, how near to winning, and what lies in front. */

import "./seat.css";
import type { ComponentChildren } from "preact";
import type { DnupView, Seat } from "../../wire";
import { t } from "../../words/i18n";
import type { Setting } from "../face";
import { ON } from "./acting";
import { CardBack, Star } from "./Card";
import { cardsLeft, isMe, outWords, scoreWords } from "./words";

/** So many tokens win; with two players, so many rounds. */
const goal = (players: number): number => (players === 2 ? 2 : 4);

function Score({ score, players }: { score: number; players: number }) {
  const all = Math.max(goal(players), score);
  return (
    <span class="dn-score" data-part="scores">
      {Array.from({ length: all }, (_, nth) => (
        <i key={nth} class={nth < score ? "dn-token dn-won" : "dn-token"} aria-hidden="true" />
      ))}
      <span class="unseen">{scoreWords(score, players)}</span>
    </span>
  );
}

interface PlateProps {
  seat: Seat;
  view: DnupView;
  at: Setting;
  me: boolean;
}

export function Plate({ seat, view, at, me }: PlateProps) {
  const count = view.counts[seat - 1] ?? 0;
  const nth = view.out.indexOf(seat);
  const turn = seat === view.to_act;
  return (
    <div class={`dn-plate ${turn ? "dn-turn" : ""} ${nth >= 0 ? "dn-is-out" : ""}`}>
      <span class="dn-count" data-home={seat}>
        <CardBack />
        <b aria-hidden="true">{count}</b>
        <span class="unseen">{cardsLeft(count)}</span>
        {seat === view.starter && (
          <span class="dn-began" title={t("started this round")}>
            <Star />
            <span class="unseen">{t("started this round")}</span>
          </span>
        )}
      </span>
      <span class="dn-who">
        <span class="dn-name">{at.name(seat)}</span>
        <span class="dn-facts">
          <Score score={view.scores[seat - 1] ?? 0} players={view.players} />
          {nth >= 0 && <em class="dn-out">{outWords(nth)}</em>}
          {turn && !view.over && <em class="dn-now">{me ? t("your turn") : t("playing")}</em>}
        </span>
      </span>
    </div>
  );
}

interface Props extends PlateProps {
  /** Where it sits, counted clockwise from the bottom of the screen. */
  nth: number;
  children: ComponentChildren;
}

export function Place({ nth, children, ...plate }: Props) {
  const two = plate.view.players === 2;
  const label = isMe(plate.seat, plate.at) ? t("Your seat") : t("{name}’s seat", { name: plate.at.name(plate.seat) });
  return (
    <section
      class={`dn-place ${nth === 0 ? "dn-near" : `dn-nth-${nth}`} ${two ? "dn-two" : ""}`}
      aria-label={label}
      data-part={`seat-${plate.seat}`}
      data-drop={nth === 0 ? ON.mine : undefined}
    >
      <Plate {...plate} />
      <div class="dn-front">{children}</div>
    </section>
  );
}
