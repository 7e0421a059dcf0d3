/** What "Play now" does for a game: how many players, and how good the bots are. It is remembered. */

import { useId, useState } from "preact/hooks";
import { Button, Dialog } from "../ui/parts";
import type { GameFacts } from "../wire";
import { t } from "../words/i18n";
import { Choice, counts } from "./Choice";
import { usual, type Usual } from "./play";
import { gameName, levelLine } from "./words";
import { levelName } from "../words/names";
import "./form.css";

interface Props {
  facts: GameFacts;
  close(): void;
  choose(wish: Usual): void;
  play(wish: Usual): void;
}

export function UsualDialog({ facts, close, choose, play }: Props) {
  const [wish, setWish] = useState(usual(facts));
  const name = useId();
  const change = (part: Partial<Usual>): void => {
    const next = { ...wish, ...part };
    setWish(next);
    choose(next);
  };
  return (
    <Dialog title={gameName(facts.game)} close={close}>
      <div class="home-form">
        <Choice
          legend={t("Players")}
          value={wish.players}
          options={counts(facts.players)}
          change={(players) => change({ players })}
        />
        {wish.players > 1 && (
          <fieldset>
            <legend>{t("Bots")}</legend>
            <div class="home-levels">
              {facts.levels.map(({ level }) => (
                <label key={level} class="home-level">
                  <input
                    type="radio"
                    name={name}
                    checked={level === wish.level}
                    onChange={() => change({ level })}
                  />
                  <span>
                    <strong>{levelName(level)}</strong>
                    <small>{levelLine(level)}</small>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <p class="faint">{t("“Play now” will remember this.")}</p>
        <Button
          kind="main"
          icon="play"
          onClick={() => {
            close();
            play(wish);
          }}
        >
          {t("Play now")}
        </Button>
      </div>
    </Dialog>
  );
}
