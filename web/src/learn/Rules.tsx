/** The rules of a game as the server has them, drawn for reading; also as a sheet at the table. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { faceOf } from "../games";
import { games } from "../net/api";
import { Button, Dialog } from "../ui/parts";
import { t } from "../words/i18n";
import { blocks, Markdown, type Block } from "./markdown";
import "./rules.css";

/** The blocks of a game's rules: undefined while they are on their way, null if they do not come. */
export function useRules(game: string): { rules: Block[] | null | undefined; ask(): void } {
  const [about, setAbout] = useState<string | null | undefined>(undefined);
  const ask = (): void => {
    setAbout(undefined);
    games().then(
      (all) => setAbout(all.find((one) => one.game === game)?.about ?? null),
      () => setAbout(null),
    );
  };
  useEffect(ask, [game]);
  const rules = useMemo(() => (about ? blocks(about) : about === undefined ? undefined : null), [about]);
  return { rules, ask };
}

export function Unread({ ask }: { ask(): void }) {
  return (
    <>
      <p>{t("The rules couldn’t be loaded. You may be offline.")}</p>
      <Button onClick={ask}>{t("Try again")}</Button>
    </>
  );
}

/** At the table: the rules over the game. */
export function RulesDialog({ game, close }: { game: string; close(): void }) {
  const { rules, ask } = useRules(game);
  const name = faceOf(game).name;
  return (
    <Dialog title={t("The rules of {game}", { game: name })} close={close} class="rules-dialog">
      <div class="rules">
        {rules === null && <Unread ask={ask} />}
        {/* The first heading is the game's name, which the sheet's title has. */}
        {rules && <Markdown blocks={rules.slice(1)} id="sheet" deeper={1} />}
      </div>
    </Dialog>
  );
}
