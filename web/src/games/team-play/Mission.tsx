/** Mission cards: points, a drawing of what is asked for, and the words. */

import "./mission.css";
import { t, tn } from "../../words/i18n";
import type { Setting } from "../face";
import { isRed, numberOf } from "./cards";
import { missing, type Fit, type Place } from "./fit";
import { drawingOf, factsOf, poolText, type Requirement, type Tile } from "./missions";
import { missionTitle, pointsWords } from "./words";
import { fulfilMove, type Play } from "./play";

const EMPTY: Place = { card: null, number: null };

function TileImage({ tile, place, run }: { tile: Tile; place: Place | undefined; run: boolean }) {
  const card = place?.card;
  const paint = card ? (isRed(card) ? "r" : "b") : (place?.paint ?? tile.paint);
  const classes = ["tp-tile", `tp-tile-${paint}`];
  if (place && !card) classes.push("tp-tile-missing");
  const mark = card ? numberOf(card) : (place?.number ?? (run ? "" : tile.mark));
  return (
    <i class={classes.join(" ")} style={run ? { "--step": tile.step } : undefined}>
      {mark}
    </i>
  );
}

/** What is asked for, as small cards; those that the hand has are laid on it. */
export function MissionDrawing(props: { asked: Requirement | null; fit?: Fit | null; slots?: boolean }) {
  const { asked, fit, slots } = props;
  const drawing = drawingOf(asked);
  let at = 0;
  return (
    <span class={`tp-drawing ${drawing.run ? "tp-run" : ""}`} aria-hidden="true">
      <span class="tp-tiles">
        {drawing.pieces.map((piece, index) =>
          "sign" in piece ? (
            <i key={index} class="tp-sign">
              {piece.sign}
            </i>
          ) : (
            <span key={index} class="tp-group">
              {piece.tiles.map((tile, index) => (
                <TileImage key={index} tile={tile} run={drawing.run} place={fit ? fit[at++] : slots ? EMPTY : undefined} />
              ))}
              {piece.times > 1 && <i class="tp-sign">×{piece.times}</i>}
            </span>
          ),
        )}
      </span>
      {drawing.pools.length > 0 && (
        <span class="tp-pools">
          {drawing.pools.map(poolText).map((pool) => (
            <span key={pool} class="tp-pool">
              {pool}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

interface SheetProps {
  mission: string;
  at: Setting;
  fit?: Fit | null;
  /** Draw places for cards, also where it cannot be said which fit. */
  slots?: boolean;
}

/** The face of a mission card. */
export function MissionSheet({ mission, at, fit, slots = false }: SheetProps) {
  const { points, requirement } = factsOf(at.game, mission);
  return (
    <>
      <b class="tp-points">{points}</b>
      <MissionDrawing asked={requirement} fit={fit ?? null} slots={slots} />
      <span class="tp-words">{missionTitle(mission, at)}</span>
    </>
  );
}

export const missionLabel = (mission: string, at: Setting): string =>
  t("{mission}, {points}", {
    mission: missionTitle(mission, at),
    points: pointsWords(factsOf(at.game, mission).points),
  });

/** A mission of another seat: small, and to be looked at. */
export function SmallMission(props: {
  mission: string | null;
  at: Setting;
  /** What one's own hand has of it, where that is of interest. */
  fit?: Fit | null;
  spot: string;
  look(): void;
}) {
  const { mission, at, fit, spot, look } = props;
  if (!mission) return <span class="tp-mission tp-small tp-none" data-spot={spot} />;
  const holding = fit ? t("You have {n} of the {all} cards", { n: fit.length - missing(fit), all: fit.length }) : "";
  return (
    <button
      type="button"
      class="tp-mission tp-small"
      data-spot={spot}
      data-mission={mission}
      onClick={look}
    >
      <span class="unseen">{[missionLabel(mission, at), holding].filter(Boolean).join(". ")}</span>
      <span class="tp-sheet" aria-hidden="true">
        <MissionSheet mission={mission} at={at} fit={fit ?? null} />
      </span>
    </button>
  );
}

interface OpenProps {
  play: Play;
  mission: string | null;
  spot: string;
  /** Whose it is: "Yours", "For everyone". */
  whose: string;
}

/** A mission that one may fulfil: it lights up when it can be, and takes the picked cards. */
export function OpenMission({ play, mission, spot, whose }: OpenProps) {
  if (!mission) {
    return (
      <div class="tp-open">
        <span class="tp-whose">{whose}</span>
        <span class="tp-mission tp-full tp-none" data-spot={spot}>
          {t("No mission left")}
        </span>
      </div>
    );
  }
  const { at, cards } = play;
  const { points } = factsOf(at.game, mission);
  const matched = play.matched.includes(mission);
  const ready = play.ways(mission).length > 0;
  const fit = play.fit(mission);
  const move = fulfilMove(mission, cards);
  const refused = play.acting && cards.length > 0 && !matched;
  const offered = play.acting && play.view.offered === mission;
  const state = offered
    ? t("Keep or swap?")
    : matched
    ? tn("Complete for {n} point", "Complete for {n} points", points)
    : ready
      ? t("Ready")
      : fit && play.hand
        ? tn("{n} card missing", "{n} cards missing", missing(fit))
        : "";
  const classes = ["tp-mission", "tp-full"];
  if (matched) classes.push("tp-matched");
  else if (ready || offered) classes.push("tp-ready");
  if (play.shownMove?.startsWith(`fulfil ${mission} `)) classes.push("tp-advised");
  const sheet = (
    <>
      <span class="unseen">{[whose, missionLabel(mission, at), state].filter(Boolean).join(". ")}</span>
      <span class="tp-sheet" aria-hidden="true">
        <MissionSheet mission={mission} at={at} fit={fit} slots={play.hand !== null} />
        <span class="tp-state">{state}</span>
      </span>
    </>
  );
  return (
    <div class="tp-open">
      <span class="tp-whose" aria-hidden="true">
        {whose}
      </span>
      {play.hand ? (
        <button
          type="button"
          class={classes.join(" ")}
          data-spot={spot}
          data-mission={mission}
          data-drop={`mission ${mission}`}
          data-move={matched ? move : undefined}
          aria-disabled={refused || undefined}
          title={refused ? play.reason(move) : undefined}
          onClick={() => play.press(mission)}
        >
          {sheet}
        </button>
      ) : (
        <div class={classes.join(" ")} data-spot={spot} data-mission={mission}>
          {sheet}
        </div>
      )}
    </div>
  );
}

