/**
 * A board for any game: who plays and has how much, what is seen as text, and what can be done as
 * buttons. A game that offers no board of its own is played at this one.
 */

import "./board.css";
import { useRef } from "preact/hooks";
import { useKeptFocus } from "../../ui/focus";
import { capital, numeral, t } from "../../words/i18n";
import type { BoardProps, Face } from "../face";
import { MoveList } from "../MoveList";

/** What every view has is shown elsewhere: in the row of seats, in the story, as buttons. */
const ELSEWHERE = new Set(["game", "players", "seat", "to_act", "over", "scores", "legal", "agreed", "history"]);

const NOTHING = "–";

export function Board({ face, ...props }: BoardProps & { face: Face }) {
  const { view, at } = props;
  const root = useRef<HTMLDivElement>(null);
  useKeptFocus(root, ".pl-asks");
  return (
    <div class="pl-board" ref={root}>
      <Seats face={face} {...props} />
      <div class="pl-sheet">
        <Facts of={view} without={ELSEWHERE} />
      </div>
      <section class="pl-moves" aria-labelledby="pl-asks">
        <h3 id="pl-asks" class="pl-asks" tabIndex={-1}>
          {asked(face, props)}
        </h3>
        {props.acting && <MoveList face={face} view={view} at={at} busy={props.busy} advised={props.highlight ?? props.advised} make={props.make} />}
      </section>
    </div>
  );
}

function asked(face: Face, { view, at, acting }: BoardProps): string {
  if (view.over) return face.result(view, at) || t("The game is over.");
  if (acting) return face.asks(view, at);
  return view.to_act === null ? t("One moment …") : t("It’s {name}’s turn.", { name: at.name(view.to_act) });
}

/** Who plays, with the score of each side. */
function Seats({ face, view, at }: BoardProps & { face: Face }) {
  return (
    <ol class="plain pl-seats" aria-label={t("Players")}>
      {(at.game.sides[view.players] ?? []).map((team) => (
        <li key={team[0]} aria-current={view.to_act !== null && team.includes(view.to_act) ? "true" : undefined}>
          {team.map((seat) => (
            <b key={seat}>
              {at.name(seat)}
              {view.to_act === seat && <span class="unseen"> {t("to move")}</span>}
            </b>
          ))}
          <span>{face.score(view.scores[(team[0] ?? 1) - 1] ?? 0, view.players)}</span>
        </li>
      ))}
    </ol>
  );
}

/** What a view says, by the names that the server has for it. */
function Facts({ of, without }: { of: object; without?: ReadonlySet<string> }) {
  const told = Object.entries(of).filter(([name]) => !without?.has(name));
  return (
    <dl class="pl-facts">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{capital(name.replaceAll("_", " "))}</dt>
          <dd>
            <Fact value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Fact({ value }: { value: unknown }) {
  if (Array.isArray(value)) {
    if (!value.length) return <>{NOTHING}</>;
    const list = value as unknown[];
    return (
      <ul class="plain pl-list">
        {list.map((one, at) => (
          <li key={at}>
            <Fact value={one} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value === "object" && value !== null) return <Facts of={value} />;
  return <>{plainly(value)}</>;
}

function plainly(value: unknown): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  return typeof value === "number" ? numeral(value) : String(value);
}
