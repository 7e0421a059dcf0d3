/** A table: its session is begun here, and ended when one leaves the page. */

import { useEffect, useState } from "preact/hooks";
import { FACES } from "../games";
import { games, get, me } from "../net/api";
import { Session } from "../store/session";
import { AtTable } from "../table/AtTable";
import { Anew } from "../table/NameForm";
import { Icon } from "../ui/icons";
import { Link, place } from "../ui/router";
import type { Standing } from "../wire";
import { t } from "../words/i18n";

export function TablePage({ id }: { id: string }) {
  const [session, setSession] = useState<Session | null>(null);
  const [problem, setProblem] = useState("");
  const [round, setRound] = useState(0);
  useEffect(() => {
    let mine: Session | null = null;
    let gone = false;
    setProblem("");
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
  }, [id, round]);
  if (problem) return <NoTable problem={problem} />;
  if (!session) {
    return (
      <main id="main" class="tb-moment">
        {t("One moment …")}
      </main>
    );
  }
  const wanted = new URL(place.value, location.origin).searchParams.get("ply");
  const ply = wanted !== null && /^\d+$/.test(wanted) ? Number(wanted) : null;
  return (
    <Anew.Provider value={() => setRound(round + 1)}>
      <AtTable key={round} session={session} ply={ply} />
    </Anew.Provider>
  );
}

function NoTable({ problem }: { problem: string }) {
  return (
    <main id="main" class="tb-none">
      <h1>{problem}</h1>
      <Link to="/" class="button button-main">
        <Icon name="back" />
        {t("To the start page")}
      </Link>
    </main>
  );
}
