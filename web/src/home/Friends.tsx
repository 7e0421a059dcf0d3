/** A table of one's own: every seat chosen, who may come, a clock, hints, house rules. */

import { useState } from "preact/hooks";
import { trying } from "../ui/notice";
import { Button, Dialog, Field, NameInput, Select } from "../ui/parts";
import type { GameFacts, NewTable, Options } from "../wire";
import { t } from "../words/i18n";
import { Choice, counts } from "./Choice";
import { guestName } from "./names";
import { sitDown } from "./play";
import { called, calledLike, who } from "./who";
import { botOf, choiceName, clockLine, CLOCKS, gameName, optionName } from "./words";
import "./form.css";

const YOU = "you";
const OPEN = "";

/** A table for friends is for two or more. */
const companions = (players: readonly number[]): number[] => players.filter((count) => count > 1);

export function FriendsDialog({ facts, close }: { facts: GameFacts; close(): void }) {
  const sizes = companions(facts.players);
  const [proposed] = useState(() => (who.value ? null : guestName(0)));
  const [name, setName] = useState(() => proposed ?? who.value?.name ?? "");
  const [players, setPlayers] = useState(Math.max(facts.usual_players, sizes[0] ?? 2));
  /** By seat: me, nobody yet, or the level of a bot. */
  const [seats, setSeats] = useState<readonly string[]>([YOU]);
  const [open, setOpen] = useState(false);
  const [clock, setClock] = useState(0);
  const [hints, setHints] = useState(true);
  const [options, setOptions] = useState<Options>({});
  const [busy, setBusy] = useState(false);

  const at = (index: number): string => seats[index] ?? OPEN;
  const all = Array.from({ length: players }, (_, index) => at(index));
  const seat = (index: number, what: string): void =>
    setSeats(all.map((one, other) => (other === index ? what : one === YOU && what === YOU ? OPEN : one)));

  const begin = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const mine = all.indexOf(YOU);
    const bots = all.flatMap((one, index) => (one !== YOU && one !== OPEN ? [[index + 1, one]] : []));
    const wish: NewTable = {
      game: facts.game,
      players,
      seat: mine < 0 ? null : mine + 1,
      bots: Object.fromEntries(bots) as Record<string, string>,
      options,
      public: open,
      hints,
      clock: CLOCKS[clock] ?? null,
    };
    // A name that we proposed may be another's by now: then it is one like it.
    const known = await trying(() => (name === proposed ? calledLike(name) : called(name.trim())));
    if (known) await sitDown(wish);
    setBusy(false);
  };

  return (
    <Dialog title={t("{game} with friends", { game: gameName(facts.game) })} close={close}>
      <form class="home-form" onSubmit={(event) => void begin(event)}>
        <Field label={t("Your name")}>
          {(id) => <NameInput id={id} value={name} change={setName} own />}
        </Field>
        <Choice legend={t("Players")} value={players} options={counts(sizes)} change={(count) => setPlayers(count)} />
        <fieldset>
          <legend>{t("Who sits where")}</legend>
          <ol class="plain home-seats">
            {all.map((one, index) => (
              <li key={index}>
                <span class="home-seat" aria-hidden="true">
                  {index + 1}
                </span>
                <Select
                  label={t("Seat {seat}", { seat: index + 1 })}
                  value={one}
                  options={[
                    [YOU, t("You")],
                    [OPEN, t("Open for a friend")],
                    ...facts.levels.map(({ level }) => [level, botOf(level)] as const),
                  ]}
                  change={(what) => seat(index, what)}
                />
              </li>
            ))}
          </ol>
        </fieldset>
        <Choice
          legend={t("Who can join")}
          value={open ? "public" : "private"}
          options={[
            ["private", t("Anyone with the link or code")],
            ["public", t("Anyone: the table is listed here")],
          ]}
          change={(wish) => setOpen(wish === "public")}
        />
        <details class="home-more">
          <summary>{facts.options.length ? t("Clock, hints and house rules") : t("Clock and hints")}</summary>
          <div class="home-form">
            <Field label={t("Thinking time")}>
              {(id) => (
                <Select
                  id={id}
                  value={clock}
                  options={CLOCKS.map((one, index) => [index, clockLine(one)] as const)}
                  change={(index) => setClock(index)}
                />
              )}
            </Field>
            {facts.options.map((option) => (
              <Field key={option.option} label={optionName(facts.game, option)}>
                {(id) => (
                  <Select
                    id={id}
                    value={option.choices.indexOf(options[option.option] ?? option.choices[0]!)}
                    options={option.choices.map((choice, index) => [index, choiceName(facts.game, option, choice)] as const)}
                    change={(index) => setOptions({ ...options, [option.option]: option.choices[index]! })}
                  />
                )}
              </Field>
            ))}
            <label class="tick">
              <input
                type="checkbox"
                checked={hints}
                onChange={(event) => setHints(event.currentTarget.checked)}
              />
              {t("Allow hints")}
            </label>
          </div>
        </details>
        <p class="faint">{t("At the table you’ll get a link, a code and a QR code to invite your friends.")}</p>
        <Button kind="main" type="submit" icon="people" aria-disabled={busy}>
          {t("Open the table")}
        </Button>
      </form>
    </Dialog>
  );
}
