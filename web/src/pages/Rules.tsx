/** The rules of a game, to read or to print: /rules/<game>, from a table /rules/<game>?table=<id>. */

import { faceOf } from "../games";
import { headingId, Markdown, plain } from "../learn/markdown";
import { Unread, useRules } from "../learn/Rules";
import { Icon } from "../ui/icons";
import { Button } from "../ui/parts";
import { Link, place } from "../ui/router";
import { t } from "../words/i18n";

const ID = "rules";

export function RulesPage({ game }: { game: string }) {
  const { rules, ask } = useRules(game);
  const face = faceOf(game);
  const table = new URL(place.value, location.origin).searchParams.get("table");
  const parts = (rules ?? []).flatMap((block, number) =>
    block.kind === "heading" && block.level === 2 ? [{ number, text: block.text }] : [],
  );
  return (
    <main id="main" class="rules-page">
      <nav class="rules-nav" aria-label={t("Contents")}>
        <Link class="rules-back" to={table ? `/t/${encodeURIComponent(table)}` : "/"}>
          <Icon name="back" />
          {table ? t("Back to the table") : t("Back to the games")}
        </Link>
        {parts.length > 0 && (
          <ol class="rules-contents plain">
            {parts.map(({ number, text }) => (
              <li key={number}>
                <a href={`#${headingId(ID, number)}`}>{plain(text)}</a>
              </li>
            ))}
          </ol>
        )}
        <div class="rules-do">
          {face.lesson && (
            <Link class="button" to={`/learn/${game}`}>
              {t("Learn by playing")}
            </Link>
          )}
          <Button kind="quiet" onClick={() => print()}>
            {t("Print")}
          </Button>
        </div>
      </nav>
      <article class="rules rules-sheet" aria-busy={rules === undefined}>
        {rules ? (
          <Markdown blocks={rules} id={ID} />
        ) : (
          <>
            <h1>{face.name}</h1>
            {rules === null && <Unread ask={ask} />}
          </>
        )}
      </article>
    </main>
  );
}
