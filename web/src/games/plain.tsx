/** The plainest board: every legal move is a button. */

import type { BoardProps } from "./face";

export function PlainBoard({ view, acting, busy, make }: BoardProps) {
  return (
    <div class="buttons">
      {acting &&
        view.legal.map((move) => (
          <button key={move} class="button" disabled={busy} onClick={() => make(move)}>
            {move}
          </button>
        ))}
    </div>
  );
}
