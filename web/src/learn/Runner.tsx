/** A lesson under way: the game's own board, and the coach beside it. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Face, Setting } from "../games/face";
import { who } from "../home/who";
import { moves as mayMove } from "../store/prefs";
import { announce } from "../ui/notice";
import type { Line, Reason } from "../wire";
import { said, t } from "../words/i18n";
import { Coach } from "./Coach";
import { Finished } from "./Finished";
import {
  asksMove,
  back,
  begin,
  hurry,
  isOver,
  next,
  partAt,
  readOn,
  reasonsFor,
  stepAt,
  tryMove,
  watches,
  type Lesson,
  type Way,
} from "./lesson";
import { useMark } from "./mark";

/** So long each thing is shown that others do. */
const PAUSE = 1900;
const PAUSE_WITHOUT_MOTION = 1300;

interface Props {
  lesson: Lesson;
  face: Face;
  game: string;
}

export function Runner({ lesson, face, game }: Props) {
  const [way, setWay] = useState<Way>(() => begin(lesson));
  const [reasons, setReasons] = useState<Record<string, Reason | null>>({});
  const [run, setRun] = useState(0);
  const at: Setting = useMemo(
    () => ({
      game: lesson.game,
      name: (seat) => (seat === lesson.seat ? (who.value?.name ?? t("Guest")) : (lesson.names[seat - 1] ?? "")),
      mine: [lesson.seat],
      seats: lesson.players,
    }),
    [lesson],
  );
  const step = stepAt(way);
  const over = isOver(way);
  const acting = asksMove(way);

  useEffect(() => {
    if (!watches(way)) return;
    const timer = setTimeout(() => setWay(next), mayMove() ? PAUSE : PAUSE_WITHOUT_MOTION);
    return () => clearTimeout(timer);
  }, [way]);
  useEffect(() => setReasons({}), [way.at, run]);
  useEffect(() => {
    // The coach's own words are read out, too: what happens while one watches stands among them.
    if (!watches(way)) for (const text of told(way.news, face, at)) announce(text);
  }, [way.news]);

  const make = useCallback((move: string) => setWay((now) => tryMove(now, move)), []);
  const why = useCallback(
    (moves: string[]) => {
      const found = reasonsFor(way, moves);
      setReasons((known) => (Object.keys(found).every((move) => move in known) ? known : { ...known, ...found }));
    },
    [way],
  );
  const point = useCallback(() => {}, []);
  const again = (): void => {
    setWay(begin(lesson));
    setRun(run + 1);
  };

  const board = useRef<HTMLDivElement>(null);
  useMark(board, watches(way) ? null : (step?.highlight ?? null), way.view);
  const happened = told(way.news, face, at);
  const Board = face.Board;
  return (
    <div class="learn">
      {over ? (
        <Finished face={face} game={game} again={again} />
      ) : (
        <Coach
          text={said(step!.text)}
          answer={way.answer && said(way.answer)}
          happened={watches(way) ? happened : []}
          number={way.at + 1}
          count={lesson.steps.length}
          acting={acting}
          next={() => setWay(watches(way) ? hurry(way) : readOn(way))}
          show={() => setWay(tryMove(way, step!.moves![0]!))}
          back={way.at > 0 || watches(way) ? () => setWay(back(way)) : null}
          again={way.at > 0 ? again : null}
          skip={() => setWay({ ...way, at: lesson.steps.length, coming: [], news: [], answer: null })}
        />
      )}
      <h2 class="unseen">{t("Table")}</h2>
      <div class="learn-board" ref={board}>
        <Board
          key={`${run} ${partAt(way)}`}
          view={way.view}
          at={at}
          acting={acting}
          busy={false}
          make={make}
          point={point}
          pointed={NOBODY}
          advised={null}
          why={why}
          reasons={reasons}
          news={way.news}
          highlight={acting || !watches(way) ? (step?.highlight ?? null) : null}
        />
      </div>
    </div>
  );
}

const NOBODY = {};

function told(news: readonly Line[], face: Face, at: Setting): string[] {
  return news.flatMap((line) => face.tell(line, at));
}
