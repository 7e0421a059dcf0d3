/** Learn a game by playing it: /learn/<game>. The lesson comes as one file, and needs no server. */

import { useEffect, useState } from "preact/hooks";
import { FACES, faceOf } from "../games";
import type { Lesson } from "../learn/lesson";
import { Runner } from "../learn/Runner";
import "../learn/learn.css";
import { Icon } from "../ui/icons";
import { Button } from "../ui/parts";
import { Link } from "../ui/router";
import { said, t } from "../words/i18n";

async function load(game: string): Promise<Lesson> {
  const answer = await fetch(`${import.meta.env.BASE_URL}lessons/${game}.json`);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as Lesson;
}

export function LearnPage({ game }: { game: string }) {
  const face = faceOf(game);
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const [failed, setFailed] = useState(false);
  const ask = (): void => {
    setFailed(false);
    if (face.lesson) load(game).then(setLesson, () => setFailed(true));
  };
  useEffect(ask, [game]);
  if (!face.lesson || failed) {
    return (
      <main id="main" class="page learn-lost">
        <h1>{t("No lesson here")}</h1>
        <p>
          {failed
            ? t("The lesson couldn’t be loaded. You may be offline.")
            : FACES[game]
              ? t("There’s no lesson for {game} yet.", { game: face.name })
              : t("There’s no game with that name.")}
        </p>
        <div class="buttons">
          {failed && (
            <Button kind="main" onClick={ask}>
              {t("Try again")}
            </Button>
          )}
          <Link class="button" to="/">
            {t("Back to the games")}
          </Link>
        </div>
      </main>
    );
  }
  return (
    <main id="main" class="learn-page" aria-busy={!lesson}>
      <div class="learn-bar">
        <Link to="/" class="button button-quiet button-round" aria-label={t("Back to the games")}>
          <Icon name="back" />
        </Link>
        <h1 data-title={t("Learn {game}", { game: face.name })}>
          {lesson ? said(lesson.title) : t("Learn {game}", { game: face.name })}
        </h1>
        <Link to={`/rules/${game}`} class="button button-quiet button-round" aria-label={t("Rules")} title={t("Rules")}>
          <Icon name="help" />
        </Link>
      </div>
      {lesson && <Runner key={game} lesson={lesson} face={face} game={game} />}
    </main>
  );
}
