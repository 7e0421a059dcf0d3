/** A game on the landing page, like the lid of its box: its picture, a line, and the ways to play. */

import { useState } from "preact/hooks";
import type { Face } from "../games/face";
import { pictureOf } from "../games/pictures";
import { games } from "../net/api";
import { trying } from "../ui/notice";
import { Button } from "../ui/parts";
import { Link } from "../ui/router";
import type { GameFacts } from "../wire";
import { t, tn } from "../words/i18n";
import { FriendsDialog } from "./Friends";
import { PassDialog } from "./PassPlay";
import { playNow, remember, usual, type Usual } from "./play";
import { UsualDialog } from "./UsualDialog";
import { playersLine } from "./words";
import { levelName } from "../words/names";

type Sheet = "usual" | "friends" | "pass" | null;

interface Props {
  game: string;
  face: Face;
  /** Absent until the server has told. */
  facts: GameFacts | undefined;
}

/** What "Play now" will do. */
function usualLine({ players, level }: Usual): string {
  if (players === 1) return t("On your own");
  return tn("With {n} bot, level: {level}", "With {n} bots, level: {level}", players - 1, {
    level: levelName(level),
  });
}

export function GameCard({ game, face, facts }: Props) {
  const [sheet, setSheet] = useState<Sheet>(null);
  const [busy, setBusy] = useState(false);
  const [, changed] = useState(0);
  const close = (): void => setSheet(null);
  const play = async (wish?: Usual): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await trying(async () => {
      const known = facts ?? (await games()).find((one) => one.game === game);
      if (known) await playNow(game, wish ?? usual(known));
    });
    setBusy(false);
  };
  const choose = (wish: Usual): void => {
    remember(game, wish);
    changed((n) => n + 1);
  };
  const title = `home-${game}`;
  const Picture = pictureOf(game);
  return (
    <article class="home-game" data-game={game} aria-labelledby={title}>
      <div class="home-picture" aria-hidden="true">
        <Picture />
      </div>
      <div class="home-lid">
        <h2 id={title}>{face.name}</h2>
        <p class="home-players">{facts ? playersLine(facts.players) : "\u00a0"}</p>
        <p class="home-line">{face.line()}</p>
        <div class="home-actions">
          <div class="home-play">
            <Button
              kind="main"
              icon="play"
              class="home-now"
              aria-disabled={busy}
              aria-describedby={`${title} ${title}-usual`}
              onClick={() => void play()}
            >
              {busy ? t("Setting up the table …") : t("Play now")}
            </Button>
            <Button
              class="home-dots"
              aria-label={t("Players and bots for {game}", { game: face.name })}
              title={t("Players and bots")}
              disabled={!facts}
              onClick={() => setSheet("usual")}
            >
              <span aria-hidden="true">…</span>
            </Button>
          </div>
          <p class="home-usual" id={`${title}-usual`}>
            {facts ? usualLine(usual(facts)) : "\u00a0"}
          </p>
          <div class="home-ways">
            <Button icon="people" aria-describedby={title} disabled={!facts} onClick={() => setSheet("friends")}>
              {t("With friends")}
            </Button>
            <Button icon="phone" aria-describedby={title} disabled={!facts} onClick={() => setSheet("pass")}>
              {t("Pass and play")}
            </Button>
          </div>
          <p class="home-read">
            {face.lesson && (
              <Link to={`/learn/${game}`} aria-describedby={title}>
                {t("Learn to play")}
              </Link>
            )}
            <Link to={`/rules/${game}`} aria-describedby={title}>
              {t("Rules")}
            </Link>
          </p>
        </div>
      </div>
      {facts && sheet === "usual" && (
        <UsualDialog facts={facts} close={close} choose={choose} play={(wish) => void play(wish)} />
      )}
      {facts && sheet === "friends" && <FriendsDialog facts={facts} close={close} />}
      {facts && sheet === "pass" && <PassDialog facts={facts} close={close} />}
    </article>
  );
}
