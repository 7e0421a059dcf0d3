/** Below the board: a hint, taking back, and every legal move as a button, in words. */

import { useState } from "preact/hooks";
import { MoveList } from "../games/MoveList";
import type { Session } from "../store/session";
import { Button } from "../ui/parts";
import type { AnyTold, Seat } from "../wire";
import { and, capital, rich, t, tn } from "../words/i18n";
import { advised } from "../words/reasons";
import { sentences } from "../words/story";
import { whyNotBack } from "./asked";

export function Thoughts({ session }: { session: Session }) {
  const { advice } = session.state.value;
  const view = session.view.value;
  const at = session.setting;
  const move = advice?.move;
  const possible = move && session.acting.value && view?.legal.includes(move);
  return (
    <>
      {session.thinking.value && <p class="tb-advice">{t("Thinking about a hint …")}</p>}
      {advice && !session.thinking.value && (
        <div class="tb-advice" role="note" aria-label={t("Hint")}>
          {move && (
            <p>{rich("A bot would do this: {move}", { move: <b>{capital(session.face.move(move, at, view ?? undefined))}</b> })}</p>
          )}
          <p>{advised(advice, session.face, at)}</p>
          {possible && (
            <Button kind="main" data-move={move} disabled={session.busy.value} onClick={() => session.make(move)}>
              {t("Make this move")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Hint and taking back; more is in the menu. */
export function Deeds({ session }: { session: Session }) {
  const { facts, mine } = session.state.value;
  if (facts.state !== "playing" || session.curtain.value !== null) return null;
  const back = (facts.take_back ?? []).filter((seat) => mine.includes(seat));
  const asked = whyNotBack(session);
  const next = session.toAct.value;
  return (
    <>
      {next !== null && !session.acting.value && !session.busy.value && (
        <p class="tb-wait">{thoughts(session) || lately(session) || waiting(session, next)}</p>
      )}
      {session.busy.value && <p class="tb-wait">{t("Sending …")}</p>}
      {session.acting.value && facts.hints && (
        <Button icon="bulb" disabled={session.thinking.value} onClick={() => session.hint()}>
          <span class="tb-label">{t("Hint")}</span>
        </Button>
      )}
      {back.map((seat) => (
        <Button
          key={seat}
          icon="undo"
          disabled={Boolean(asked)}
          title={asked || undefined}
          onClick={() => session.ask({ do: "take-back", seat })}
        >
          <span class="tb-label">
            {mine.length > 1 ? t("Take back ({name})", { name: session.name(seat) }) : t("Take back")}
          </span>
        </Button>
      ))}
    </>
  );
}

/** What teammates point at. It stands where one waits, so that the board keeps its size. */
function thoughts(session: Session): string {
  const view = session.view.value ?? undefined;
  const told = Object.entries(session.state.value.pointed).map(([seat, move]) =>
    t("{name} is considering: {move}", {
      name: session.name(Number(seat)),
      move: session.face.move(move, session.setting, view),
    }),
  );
  return told.join(" ");
}

/** What was done last. Whose turn it is stands above; without a story beside the board this is its end. */
function lately(session: Session): string {
  const last = lastMove(session.told.value);
  return (last && sentences(last, { face: session.face, at: session.setting, phrases: [] })[0]) ?? "";
}

/** The last move, unless it was taken back. */
export function lastMove(told: readonly AnyTold[]): AnyTold | null {
  const undone = (entry: AnyTold): boolean =>
    entry.what === "took-back" || (entry.what === "voted" && typeof entry.kept === "number");
  const last = told.findLast((entry) => entry.what === "moved" || undone(entry));
  return last && !undone(last) ? last : null;
}

function waiting(session: Session, next: Seat): string {
  const { seats, ballots = [] } = session.state.value.facts;
  const asked = ballots.flatMap((ballot) => ballot.voters.filter((seat) => !ballot.votes[seat]));
  if (asked.length > 0) return t("Waiting for {names}.", { names: and([...new Set(asked)].map(session.name)) });
  const seat = seats[next - 1];
  const name = session.name(next);
  return seat?.bot ? t("{name} is thinking …", { name }) : t("Waiting for {name} to move.", { name });
}

/** Every move in words; a plain board is that itself. */
export function AllMoves({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  const view = session.view.value;
  if (!view || !session.acting.value || session.face.plain) return null;
  const words = tn("All moves ({n})", "All moves ({n})", view.legal.length);
  return (
    // Who plays by this list opens it once: it stays open from turn to turn.
    <details class="tb-moves" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words}</summary>
      {open && (
        <div class="tb-groups" role="group" aria-label={words}>
          <MoveList face={session.face} view={view} at={session.setting} busy={session.busy.value} make={session.make} />
        </div>
      )}
    </details>
  );
}
