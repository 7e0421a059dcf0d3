/** A table: its session is begun here, and ended when one leaves the page. */

import { useEffect, useState } from "preact/hooks";
import { faceOf } from "../games";
import { useAsked } from "../home/asked";
import { know } from "../home/who";
import { games, get, me } from "../net/api";
import { Session } from "../store/session";
import { AtTable } from "../table/AtTable";
import { Anew } from "../table/NameForm";
import { Icon } from "../ui/icons";
import { Link, place } from "../ui/router";
import type { GameFacts, Me, Standing } from "../wire";
import { t } from "../words/i18n";
import { OutOfReach } from "./Lost";

type Answer = [Standing, GameFacts[], Me | null];

export function TablePage({ id }: { id: string }) {
  const [round, setRound] = useState(0);
  const ask = (): Promise<Answer> => Promise.all([get<Standing>(`/api/tables/${id}`), games(), me()]);
  const [asked, again] = useAsked(ask, `${id} ${round}`);
  const session = useSession(asked.state === "here" ? asked.answer : null);
  const signedOut = session?.signedOut.value ?? false;
  useEffect(() => {
    if (!signedOut) return;
    know(null);
    setRound((times) => times + 1);
  }, [signedOut]);
  if (asked.state === "away") return <OutOfReach retry={again} />;
  if (asked.state === "refused") return <NoTable problem={asked.words} />;
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

/** The session at a table of which one knows how it stands. */
function useSession(answer: Answer | null): Session | null {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    if (!answer) return;
    const [standing, all, person] = answer;
    const game = all.find((one) => one.game === standing.table.game);
    if (!game) return;
    const mine = new Session(standing, game, faceOf(game.game), person);
    setSession(mine);
    return () => {
      mine.close();
      setSession(null);
    };
  }, [answer]);
  return session;
}

function NoTable({ problem }: { problem: string }) {
  return (
    <main id="main" class="tb-none">
      <h1>{problem}</h1>
      <Link to="/" class="button button-main">
        <Icon name="back" />
        {t("Back to the games")}
      </Link>
    </main>
  );
}
