/** Team Play's table, put together. */

import "./board.css";
import { useRef, useState } from "preact/hooks";
import type { TeamPlayView } from "../../wire";
import { t } from "../../words/i18n";
import type { BoardProps } from "../face";
import { Bank } from "./Bank";
import { cardOf, type Held } from "./cards";
import { useCarrying, type Drop } from "./carrying";
import { Dock } from "./Dock";
import { useFlights } from "./flights";
import { Look, type Looked } from "./Look";
import { OpenMission } from "./Mission";
import { fulfilMove, giveMove, usePlay, useReasons, type Play } from "./play";
import { Seats } from "./Seats";
import { Teams } from "./Teams";
import { lastRoundWords } from "./words";

/** The missions one may fulfil: the one in the centre, and one's own. */
function Missions({ play }: { play: Play }) {
  const { view, me } = play;
  const own = me === null ? [] : (view.missions[me - 1] ?? []);
  return (
    <section
      class={`tp-missions ${play.highlight === "missions" ? "tp-pointed" : ""}`}
      aria-label={t("Open missions")}
    >
      <OpenMission play={play} mission={view.centre} spot="mission-centre" whose={t("For everyone")} />
      {own.map((mission, place) => (
        <OpenMission key={place} play={play} mission={mission} spot={`mission-${me}-${place}`} whose={t("Yours")} />
      ))}
    </section>
  );
}

/** The cards a drag takes along: all that are picked, if it begins at one of them. */
function taken(play: Play, what: string): Held[] {
  const held = what.slice("held ".length);
  return play.picked.includes(held) ? [...play.picked] : [held];
}

function moveOf(play: Play, what: string, onto: string): string | null {
  if (!what.startsWith("held ")) return onto === "hand" ? what : null;
  const cards = taken(play, what).map(cardOf);
  if (onto === "partner") return giveMove(cards);
  if (onto === "discard") return `discard ${cards.join(" ")}`;
  return onto.startsWith("mission ") ? fulfilMove(onto.slice("mission ".length), cards) : null;
}

/** A card let go over another one takes its place. */
function reorder(play: Play, { what, over }: Drop): void {
  const hand = play.hand ?? [];
  const held = what.slice("held ".length);
  const target = over.closest<HTMLElement>("[data-held]")?.dataset["held"];
  const at = target === undefined ? hand.length : hand.indexOf(target);
  play.place(held, hand.indexOf(held) < at ? at + 1 : at);
}

export function Board(props: BoardProps<TeamPlayView>) {
  const { view } = props;
  const board = useRef<HTMLDivElement>(null);
  const play = usePlay(props);
  const [looked, look] = useState<Looked | null>(null);

  const picked = play.cards;
  const open = play.me === null ? [] : [view.centre, ...(view.missions[play.me - 1] ?? [])];
  useReasons(play, props.why, [
    "end",
    "draw pile",
    ...view.bank.flatMap((card) => (card ? [`draw ${card}`] : [])),
    ...(picked.length && play.partner !== null ? [giveMove(picked)] : []),
    ...(picked.length ? open.flatMap((one) => (one ? [fulfilMove(one, picked)] : [])) : []),
  ]);

  const carry = useCarrying(board, {
    along: (what) => {
      const root = board.current!;
      if (!what.startsWith("held ")) {
        const source = root.querySelector(`[data-drag="${what}"] .tp-card`);
        return source ? [source] : [];
      }
      return taken(play, what).flatMap((held) => [...root.querySelectorAll(`[data-held="${held}"] .tp-card`)]);
    },
    takes: (what, onto) => {
      const move = moveOf(play, what, onto);
      return move === null ? false : play.can(move);
    },
    drop: (drop) => {
      const move = moveOf(play, drop.what, drop.onto);
      if (move !== null) play.act(move);
      else if (drop.onto === "hand") reorder(play, drop);
    },
  });
  useFlights(board, view, props.news, play.me);

  const last = lastRoundWords(view);
  const classes = ["tp-board", `tp-for-${view.players}`, view.teams.length < view.players ? "tp-duos" : "tp-solos"];
  if (view.teams.length > 2) classes.push("tp-crowd");
  return (
    <div class={classes.join(" ")} ref={board} onPointerDown={carry}>
      <Teams play={play} look={look} />
      {last && (
        <p class="tp-last" role="status">
          {last}
        </p>
      )}
      <div class="tp-table">
        <Seats play={play} look={look} />
        <div class="tp-middle">
          <Bank play={play} look={look} news={props.news} />
          <Missions play={play} />
        </div>
      </div>
      <Dock play={play} />
      {looked && <Look play={play} what={looked} close={() => look(null)} />}
    </div>
  );
}
