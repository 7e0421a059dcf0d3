/** The start page. */

import { FACES } from "../games";
import { beCalled, games, me, openTable } from "../net/api";
import { trying } from "../ui/notice";
import { Button } from "../ui/parts";
import { go } from "../ui/router";
import { t } from "../words/i18n";

export function HomePage() {
  const play = (game: string): void =>
    void trying(async () => {
      const known = await me();
      if (!known) await beCalled(t("Guest"), null);
      const facts = (await games()).find((one) => one.game === game)!;
      const players = facts.usual_players;
      const bots = Object.fromEntries(
        Array.from({ length: players - 1 }, (_, index) => [index + 2, "casual"]),
      );
      const { table } = await openTable({ game, players, seat: 1, bots, start: true });
      go(`/t/${table.id}`);
    });
  return (
    <main id="main">
      <h1>Upturn</h1>
      {Object.entries(FACES).map(([game, face]) => (
        <section key={game}>
          <h2>{face.name}</h2>
          <p>{face.line()}</p>
          <Button kind="main" onClick={() => play(game)}>
            {t("Play now")}
          </Button>
        </section>
      ))}
    </main>
  );
}
