/** A quiet word that the bots of a game still play simply: the server has only just been set up. */

import { useEffect, useState } from "preact/hooks";
import { perhaps } from "../net/api";
import type { Warming as Answer } from "../wire";
import { t } from "../words/i18n";

const EVERY = 3000;

export function Warming({ game }: { game: string }) {
  const [warming, setWarming] = useState(false);
  useEffect(() => {
    let timer = 0;
    let open = true;
    const look = async (): Promise<void> => {
      const answer = await perhaps<Answer>("/api/warming");
      if (!open) return;
      const still = answer?.games.includes(game) ?? false;
      setWarming(still);
      if (still) timer = window.setTimeout(() => void look(), EVERY);
    };
    void look();
    return () => {
      open = false;
      window.clearTimeout(timer);
    };
  }, [game]);
  return (
    <p class="faint tb-watching" role="status" hidden={!warming}>
      {warming && t("The bots are warming up. For a minute or two, they won’t play as well as usual.")}
    </p>
  );
}
