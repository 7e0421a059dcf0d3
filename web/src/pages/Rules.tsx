/** Placeholder until the page is written. */

import { FACES } from "../games";

export function RulesPage({ game }: { game: string }) {
  return (
    <main id="main" class="page">
      <h1>{FACES[game]?.name ?? game}</h1>
    </main>
  );
}
