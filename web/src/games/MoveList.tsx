/** Every legal move as a button, in words: beside each board, and on a plain one. */

import { Button } from "../ui/parts";
import { capital, t, tn } from "../words/i18n";
import type { Face, Setting, View } from "./face";

/** More buttons of one kind than this are folded away. */
const MOST = 60;

interface Props {
  face: Face;
  view: View;
  at: Setting;
  busy: boolean;
  /** The move a hint proposes. */
  advised?: string | null;
  make(move: string): void;
}

export function MoveList(props: Props) {
  return (
    <>
      {grouped(props.view.legal).map(([verb, moves]) => (
        <Group key={verb} {...props} verb={verb} moves={moves} />
      ))}
    </>
  );
}

/** Moves by their first word, in the order in which the server lists them. */
export function grouped(legal: readonly string[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const move of legal) {
    const verb = move.split(" ")[0] ?? "";
    groups.set(verb, [...(groups.get(verb) ?? []), move]);
  }
  return [...groups];
}

function Group({ face, view, at, busy, advised, make, verb, moves }: Props & { verb: string; moves: string[] }) {
  const name = face.verbs[verb]?.();
  const one = (move: string) => (
    <Button
      key={move}
      data-move={move}
      class={move === advised ? "move-advised" : undefined}
      disabled={busy}
      onClick={() => make(move)}
    >
      <span>{capital(face.move(move, at, view))}</span>
      {agreed(view).includes(move) && <small>{t("everyone must agree")}</small>}
    </Button>
  );
  const rest = moves.slice(MOST);
  return (
    <fieldset>
      {name && moves.length > 1 && <legend>{name}</legend>}
      <div class="buttons">{moves.slice(0, MOST).map(one)}</div>
      {rest.length > 0 && (
        <details>
          <summary>{tn("{n} more", "{n} more", rest.length)}</summary>
          <div class="buttons">{rest.map(one)}</div>
        </details>
      )}
    </fieldset>
  );
}

/** The moves that all players must agree to, in a game that has such. */
function agreed(view: View): readonly string[] {
  return view.players > 1 && "agreed" in view ? (view.agreed as readonly string[]) : [];
}
