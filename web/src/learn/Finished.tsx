/** The end of a lesson: on to a real table, or to the rules. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Figure } from "./Figure";
import type { Face } from "../games/face";
import { playNow, usual } from "../home/play";
import { games } from "../net/api";
import { trying } from "../ui/notice";
import { Button } from "../ui/parts";
import { Link } from "../ui/router";
import { t } from "../words/i18n";

interface Props {
  face: Face;
  game: string;
  again(): void;
}

export function Finished({ face, game, again }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const play = async (): Promise<void> => {
    setBusy(true);
    await trying(() => sitDown(game));
    setBusy(false);
  };
  return (
    <section class="learn-coach learn-finished" aria-label={t("Lesson")}>
      <Figure />
      <div class="learn-bubble">
        <h2 ref={heading} tabIndex={-1}>
          {t("You know how to play!")}
        </h2>
        <p>
          {face.open
            ? t("You’ll pick up the rest as you play. Try a full game of {game}.", { game: face.name })
            : t("You’ll pick up the rest as you play. Try a game of {game} against gentle opponents.", { game: face.name })}
        </p>
        <div class="buttons">
          <Button kind="main" icon="play" disabled={busy} onClick={() => void play()}>
            {t("Play now")}
          </Button>
          <Link class="button" to={`/rules/${game}`}>
            {t("Read the rules")}
          </Link>
          <Button kind="quiet" icon="turn" onClick={again}>
            {t("Repeat the lesson")}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** A table with the gentlest bots. */
async function sitDown(game: string): Promise<void> {
  const facts = (await games()).find((one) => one.game === game)!;
  const level = facts.levels[0]?.level;
  await playNow(game, { ...usual(facts), ...(level && { level }) });
}
