/** One's own edge of the table: the steps of the turn, the hand, and what can be done with it. */

import "./dock.css";
import { useId } from "preact/hooks";
import { Icon } from "../../ui/icons";
import { Button } from "../../ui/parts";
import { rich, t, tn } from "../../words/i18n";
import { Emblem } from "./Card";
import { Hand } from "./Hand";
import { factsOf } from "./missions";
import { fulfilMove, giveMove, type Play } from "./play";
import { CardBacks } from "./Seats";
import { teamOf } from "./Teams";
import { busyWith, cardWords, missionTitle } from "./words";

interface Step {
  words: string;
  state: "done" | "now" | "open" | "shut";
  /** Cards drawn so far. */
  drawn?: number;
}

const DRAWS = [0, 1];

function steps({ view, partner }: Play): Step[] {
  const { draws, gave, legal } = view;
  const some = (verb: string): boolean => legal.some((move) => move.startsWith(`${verb} `));
  const list: Step[] = [
    { words: t("Draw"), state: some("draw") ? "now" : "done", drawn: draws },
    { words: t("Missions"), state: some("fulfil") ? "now" : "open" },
  ];
  if (partner !== null) {
    list.push({ words: t("Give"), state: gave ? "done" : some("give") ? "open" : "shut" });
  }
  return list;
}

/** Where one is in the turn; whose turn it is otherwise. */
function Progress({ play }: { play: Play }) {
  const { view, at, acting } = play;
  if (view.over) return <p class="tp-progress">{t("The game is over.")}</p>;
  if (!acting || view.to_act !== play.me) {
    return (
      <p class="tp-progress">
        {view.to_act === null ? "" : view.to_act === play.me ? t("Your turn") : busyWith(view, at.name(view.to_act))}
      </p>
    );
  }
  if (view.asked === "discard") {
    const over = (view.counts[(play.me ?? 1) - 1] ?? 0) - view.limit;
    return (
      <p class="tp-progress tp-yours">
        {tn("Too many cards: discard {n}.", "Too many cards: discard {n}, one at a time.", over)}
      </p>
    );
  }
  if (view.asked !== "turn") return <p class="tp-progress tp-yours">{t("Keep it or swap it?")}</p>;
  return (
    <ol class="tp-progress tp-yours plain" aria-label={t("Your turn")}>
      {steps(play).map((step) => (
        <li key={step.words} class={`tp-step tp-step-${step.state}`} aria-current={step.state === "now" ? "step" : undefined}>
          {step.state === "done" && step.drawn === undefined && <Icon name="check" size={14} />}
          {step.words}
          {step.drawn !== undefined && (
            <>
              {DRAWS.map((nth) => (
                <i key={nth} class={`tp-pip ${nth < step.drawn! ? "tp-pip-full" : ""}`} />
              ))}
              <span class="unseen">{t("{n} of {all}", { n: step.drawn, all: DRAWS.length })}</span>
            </>
          )}
          {step.state === "done" && <span class="unseen">{t("done")}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Keep a mission, or swap it: it is lit on the table, and the two choices lie side by side. */
function Exchange({ play, mission }: { play: Play; mission: string }) {
  const { at, busy } = play;
  const choice = (move: string): string => (play.shownMove === move ? "tp-advised" : "");
  const question = useId();
  return (
    <div class="tp-exchange" role="group" aria-labelledby={question}>
      <p id={question}>
        {rich("{mission}: if you swap it, you must keep the next one.", { mission: <b>{missionTitle(mission, at)}</b> })}
      </p>
      <div class="tp-choice">
        <Button kind="main" data-move="keep" disabled={busy} class={choice("keep")} onClick={() => play.act("keep")}>
          {t("Keep it")}
        </Button>
        <Button data-move="swap" disabled={busy} class={choice("swap")} onClick={() => play.act("swap")}>
          {t("Swap it")}
        </Button>
      </div>
    </div>
  );
}

function Actions({ play }: { play: Play }) {
  const { view, at, cards, matched, partner } = play;
  const give = giveMove(cards);
  const gives = cards.length > 0 && play.can(give);
  const discard = `discard ${cards[0] ?? ""}`;
  const discards = play.acting && view.asked === "discard";
  return (
    <div class="tp-actions">
      {matched.map((mission) => (
        <Button
          key={mission}
          kind="main"
          data-move={fulfilMove(mission, cards)}
          title={missionTitle(mission, at)}
          onClick={() => play.act(fulfilMove(mission, cards))}
        >
          {tn("Complete for {n} point", "Complete for {n} points", factsOf(at.game, mission).points)}
        </Button>
      ))}
      {discards && (
        <Button
          kind="main"
          data-move={cards.length === 1 ? discard : undefined}
          disabled={cards.length !== 1}
          onClick={() => play.act(discard)}
        >
          {cards.length === 1 ? t("Discard {card}", { card: cardWords(cards[0]!) }) : t("Discard")}
        </Button>
      )}
      {partner !== null && !discards && (
        <Button
          class={play.shownMove?.startsWith("give ") ? "tp-advised" : ""}
          data-move={gives ? give : undefined}
          aria-disabled={!gives || undefined}
          title={gives || !cards.length ? undefined : play.reason(give)}
          onClick={() => play.act(cards.length ? give : "give")}
        >
          {cards.length
            ? tn("Give {n} card to {name}", "Give {n} cards to {name}", cards.length, { name: at.name(partner) })
            : t("Give cards to {name}", { name: at.name(partner) })}
        </Button>
      )}
      <Button
        kind={play.can("end") && !matched.length ? "main" : undefined}
        class={`tp-end ${play.shownMove === "end" ? "tp-advised" : ""}`}
        data-move={play.can("end") ? "end" : undefined}
        aria-disabled={!play.can("end") || undefined}
        title={play.can("end") ? undefined : play.reason("end")}
        onClick={() => play.act("end")}
      >
        {t("End turn")}
      </Button>
    </div>
  );
}

export function Dock({ play }: { play: Play }) {
  const { view, me, sorting } = play;
  if (me === null) return null;
  const asked = play.acting && view.offered && (view.asked === "exchange" || view.asked === "refill");
  const acts = view.to_act === me;
  return (
    <section class={`tp-dock tp-team-${teamOf(play, me) + 1} ${acts ? "tp-turn" : ""}`} aria-label={t("Your seat")}>
      <div class="tp-me">
        <Emblem team={teamOf(play, me)} />
        <span class="tp-name">{t("You")}</span>
        <CardBacks count={view.counts[me - 1] ?? 0} limit={view.limit} />
      </div>
      <Progress play={play} />
      <div class="tp-sort" role="group" aria-label={t("Sort your hand")}>
          <button type="button" aria-pressed={sorting === "number"} onClick={() => play.sort("number")}>
            <span class="tp-sort-image" aria-hidden="true">
              <i>1</i>
              <i>2</i>
              <i>3</i>
            </span>
            <span class="tp-sort-words">{t("By number")}</span>
          </button>
          <button type="button" aria-pressed={sorting === "colour"} onClick={() => play.sort("colour")}>
            <span class="tp-sort-image" aria-hidden="true">
              <i class="tp-red" />
              <i class="tp-red" />
              <i class="tp-blue" />
            </span>
            <span class="tp-sort-words">{t("By colour")}</span>
          </button>
      </div>
      <Hand play={play} />
      {asked ? <Exchange play={play} mission={view.offered!} /> : !view.over && <Actions play={play} />}
    </section>
  );
}
