/** The landing page: the games first, then quietly all else that goes on here. */

import { useEffect, useState } from "preact/hooks";
import { useAsked } from "../home/asked";
import { GameCard } from "../home/GameCard";
import { JoinCode } from "../home/JoinCode";
import { BOOK, PuzzleShelf } from "../home/PuzzleBook";
import { GoOn, TableList, withTurns, type MyTable } from "../home/Tables";
import { Today } from "../home/Today";
import { who, whoAmI } from "../home/who";
import { FACES, faceOf } from "../games";
import { games, perhaps } from "../net/api";
import { Link } from "../ui/router";
import type { Daily, GameFacts, Puzzles, TableLine, Tables } from "../wire";
import { t } from "../words/i18n";
import { OutOfReach, Refused } from "./Lost";
import "../home/home.css";
import "../home/rest.css";

/** What is nice to know: the page is whole without it. */
interface Around {
  open: TableLine[] | null;
  mine: MyTable[];
}

const LOOK_AGAIN = 30_000;
const MOST_MINE = 8;

async function around(): Promise<Around> {
  const person = await whoAmI().catch(() => null);
  const [open, mine] = await Promise.all([
    perhaps<Tables>("/api/tables"),
    person ? perhaps<Tables>("/api/me/tables") : null,
  ]);
  return { open: open?.tables ?? null, mine: await withTurns(mine?.tables ?? []) };
}

/** Looked at again while somebody looks at the page. */
function useAround(): Around {
  const [seen, setSeen] = useState<Around>({ open: null, mine: [] });
  useEffect(() => {
    let gone = false;
    const look = (): void => {
      if (!document.hidden) void around().then((now) => gone || setSeen(now));
    };
    look();
    const timer = setInterval(look, LOOK_AGAIN);
    document.addEventListener("visibilitychange", look);
    return () => {
      gone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return seen;
}

function useOnce<Answer>(path: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let gone = false;
    void perhaps<Answer>(path).then((told) => gone || setAnswer(told));
    return () => void (gone = true);
  }, [path]);
  return answer;
}

/** The games this page knows, and after them what else the server plays. */
function shelf(facts: readonly GameFacts[]): string[] {
  return [...new Set([...Object.keys(FACES), ...facts.map((one) => one.game)])];
}

export function HomePage() {
  const [asked, again] = useAsked(games);
  const { open, mine } = useAround();
  const daily = useOnce<Daily>("/api/daily");
  const puzzles = useOnce<Puzzles>("/api/puzzles");
  if (asked.state === "away") return <OutOfReach retry={again} />;
  if (asked.state === "refused") return <Refused words={asked.words} />;
  const facts = asked.state === "here" ? asked.answer : [];
  return (
    <main id="main" class="home">
      <div class="home-hello">
        <h1 data-title={t("Games to play together")}>{t("Come and take a seat")}</h1>
        <p>
          {t("Play with friends, with bots, or on your own. No sign-up, nothing to install.")}
        </p>
        <p>
          <a href="#join" onClick={toCode}>
            {t("Got a code?")}
          </a>
        </p>
      </div>
      <GoOn tables={mine} />
      <div class="home-top">
        <div class="home-games">
          {shelf(facts).map((game) => (
            <GameCard key={game} game={game} face={faceOf(game)} facts={facts.find((one) => one.game === game)} />
          ))}
        </div>
      </div>
      <div class="home-rest">
        <div class="home-column">
          {daily && <Today daily={daily} />}
          {puzzles && BOOK && <PuzzleShelf book={BOOK} puzzles={puzzles.puzzles} />}
        </div>
        <div class="home-column">
          <section class="home-part" id="join" aria-labelledby="home-join">
            <h2 id="home-join">{t("Join with a code")}</h2>
            <JoinCode />
          </section>
          <section class="home-part" aria-labelledby="home-open">
            <h2 id="home-open">{t("Open tables")}</h2>
            {open?.length ? (
              <TableList tables={open} />
            ) : (
              <p class="home-about">
                {t("No open tables right now. Start one and let anyone join.")}
              </p>
            )}
          </section>
          <MyTables tables={mine} />
          <section class="home-part" aria-labelledby="home-ratings">
            <h2 id="home-ratings">{t("Ratings")}</h2>
            <p class="home-about">
              <Link to="/ratings">{t("How strong are the players and bots here?")}</Link>
            </p>
          </section>
        </div>
      </div>
      <footer class="home-foot">
        <p>{t("Free software. No ads, no tracking, and you can see and delete everything we keep about you.")}</p>
        <p>
          <Link to="/me">{t("Settings and your data")}</Link>
        </p>
      </footer>
    </main>
  );
}

function MyTables({ tables }: { tables: readonly MyTable[] }) {
  const [all, setAll] = useState(false);
  if (!who.value) return null;
  return (
    <section class="home-part" aria-labelledby="home-mine">
      <h2 id="home-mine">{t("Your tables")}</h2>
      {tables.length ? (
        <TableList tables={all ? tables : tables.slice(0, MOST_MINE)} />
      ) : (
        <p class="home-about">{t("You haven’t joined a table yet.")}</p>
      )}
      {!all && tables.length > MOST_MINE && (
        <button class="button button-quiet" onClick={() => setAll(true)}>
          {t("Show all {n}", { n: tables.length })}
        </button>
      )}
    </section>
  );
}

/** Down to the code, ready to type. */
function toCode(event: Event): void {
  event.preventDefault();
  const part = document.getElementById("join");
  part?.scrollIntoView({ block: "center" });
  part?.querySelector("input")?.focus({ preventScroll: true });
}
