/** A table: who is at it, the board, and what can be done. */

import { useEffect, useState } from "preact/hooks";
import { FACES } from "../games";
import { games, get, me } from "../net/api";
import { Session } from "../store/session";
import type { Standing } from "../wire";
import { t } from "../words/i18n";

export function TablePage({ id }: { id: string }) {
  const [session, setSession] = useState<Session | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let mine: Session | null = null;
    let gone = false;
    Promise.all([get<Standing>(`/api/tables/${id}`), games(), me()]).then(
      ([standing, all, person]) => {
        const game = all.find((one) => one.game === standing.table.game);
        const face = FACES[standing.table.game];
        if (gone || !game || !face) return;
        mine = new Session(standing, game, face, person);
        setSession(mine);
      },
      (error: Error) => setProblem(error.message),
    );
    return () => {
      gone = true;
      mine?.close();
    };
  }, [id]);
  if (problem) return <main id="main">{problem}</main>;
  if (!session) return <main id="main">{t("One moment …")}</main>;
  return <AtTable session={session} />;
}

function AtTable({ session }: { session: Session }) {
  const { face } = session;
  const view = session.view.value;
  const state = session.state.value;
  const Board = face.Board;
  return (
    <main id="main">
      <h1>{face.name}</h1>
      {view && (
        <Board
          view={view}
          at={session.setting}
          acting={session.acting.value}
          busy={session.busy.value}
          make={session.make}
          point={session.point}
          pointed={state.pointed}
          advised={state.advice?.move ?? null}
          why={session.why}
          reasons={state.reasons}
          news={session.news.value}
        />
      )}
    </main>
  );
}
