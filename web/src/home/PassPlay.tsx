/** Several people at one device, which is passed around: their names, and bots for the rest. */

import { useState } from "preact/hooks";
import { faceOf } from "../games";
import { Button, Dialog, NameInput, Select } from "../ui/parts";
import type { GameFacts } from "../wire";
import { t } from "../words/i18n";
import { Choice, counts } from "./Choice";
import { passAndPlay, usual, type Place } from "./play";
import { who } from "./who";
import { botOf, gameName } from "./words";
import "./form.css";

const PERSON = "";
const KEPT = "upturn.people";

function keptNames(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as string[];
  } catch {
    return [];
  }
}

interface Chair {
  name: string;
  bot: string;
}

export function PassDialog({ facts, close }: { facts: GameFacts; close(): void }) {
  const sizes = facts.players.filter((count) => count > 1);
  const [players, setPlayers] = useState(Math.max(facts.usual_players, sizes[0] ?? 2));
  const [busy, setBusy] = useState(false);
  const [chairs, setChairs] = useState<Chair[]>(() => {
    const names = keptNames();
    const { level } = usual(facts);
    return Array.from({ length: Math.max(...facts.players) }, (_, index) => ({
      name: names[index] ?? (index === 0 ? (who.value?.name ?? "") : ""),
      bot: index < 2 ? PERSON : level,
    }));
  });
  const shown = chairs.slice(0, players);
  const change = (index: number, part: Partial<Chair>): void =>
    setChairs(chairs.map((one, other) => (other === index ? { ...one, ...part } : one)));

  const begin = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    localStorage.setItem(KEPT, JSON.stringify(chairs.map((one) => one.name.trim())));
    const places = shown.map(({ name, bot }, index): Place => {
      return bot ? { bot } : { name: name.trim() || t("Player {seat}", { seat: index + 1 }) };
    });
    await passAndPlay(facts.game, places);
    setBusy(false);
  };

  return (
    <Dialog title={t("{game}: pass and play", { game: gameName(facts.game) })} close={close}>
      <form class="home-form" onSubmit={(event) => void begin(event)}>
        <p>
          {faceOf(facts.game).open
            ? t("You all play on this device: just pass it around.")
            : t("You all play on this device. Between turns it hides what the next player shouldn’t see.")}
        </p>
        <Choice legend={t("Players")} value={players} options={counts(sizes)} change={(count) => setPlayers(count)} />
        <fieldset>
          <legend>{t("Who’s playing")}</legend>
          <ol class="plain home-seats">
            {shown.map(({ name, bot }, index) => (
              <li key={index}>
                <span class="home-seat" aria-hidden="true">
                  {index + 1}
                </span>
                {!bot && (
                  <NameInput
                    label={t("Name for seat {seat}", { seat: index + 1 })}
                    otherwise={t("Player {seat}", { seat: index + 1 })}
                    value={name}
                    change={(wish) => change(index, { name: wish })}
                  />
                )}
                {index > 0 && (
                  <Select
                    label={t("Who’s in seat {seat}", { seat: index + 1 })}
                    value={bot}
                    options={[
                      [PERSON, t("A person")],
                      ...facts.levels.map(({ level }) => [level, botOf(level)] as const),
                    ]}
                    change={(what) => change(index, { bot: what })}
                  />
                )}
              </li>
            ))}
          </ol>
        </fieldset>
        <Button kind="main" type="submit" icon="play" aria-disabled={busy}>
          {t("Start the game")}
        </Button>
      </form>
    </Dialog>
  );
}
