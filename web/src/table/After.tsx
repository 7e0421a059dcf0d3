/** When it is over: how it ended, who has how much, and what can be done now. */

import { useEffect, useState } from "preact/hooks";
import { perhaps } from "../net/api";
import type { Session } from "../store/session";
import { toast, trying } from "../ui/notice";
import { Button } from "../ui/parts";
import { Link } from "../ui/router";
import type { AnyView, DealPage, Mode, Result } from "../wire";
import { and, numeral, t } from "../words/i18n";
import { endedBy } from "../words/story";
import { modeName } from "../words/names";
import { invitation, playAgain, tryAgain } from "./again";
import { headline, recordName, standings } from "./asked";
import { Shuffle } from "./Menu";

export function After({ session, lookBack }: { session: Session; lookBack(): void }) {
  const { facts, views } = session.state.value;
  const view = session.view.value ?? views[0] ?? null;
  const over = facts.state === "over";
  const puzzle = facts.mode === "puzzle";
  const deal = useDeal(facts.deal);
  const file = recordName(session.state.value);
  return (
    <section class="tb-after" aria-labelledby="result">
      <div class="tb-result">
        <p class="tb-kind">{session.face.name}</p>
        <h2 id="result">
          {over && view ? session.face.result(view, session.setting) || t("The game is over") : headline(session)}
        </h2>
        {!over && <p>{endedBy(facts.ended_by)}</p>}
        {view && over && <Scores session={session} view={view} />}
        {over && <Rated result={deal?.results.find((one) => one.table === facts.id)} />}
        <div class="buttons tb-main">
          {puzzle ? <AgainPuzzle session={session} /> : <Again session={session} />}
          {facts.plies ? (
            <Button icon="turn" onClick={lookBack}>
              {t("Look back")}
            </Button>
          ) : null}
          {view && over && (
            <Button icon="share" onClick={() => void trying(() => share(session, view))}>
              {t("Share a picture")}
            </Button>
          )}
        </div>
      </div>
      <div class="tb-further">
        {session.me && facts.plies && !puzzle && isFree(session, deal) ? <SameDeal session={session} /> : null}
        <ul class="plain tb-links">
          {deal && (
            <li>
              <Link to={`/deals/${facts.deal}`}>{t("All results for this deal")}</Link>
            </li>
          )}
          {facts.plies ? (
            <li>
              <a href={`/api/tables/${facts.id}/record`} download={file}>
                {t("Download the record")}
              </a>
            </li>
          ) : null}
          {facts.what_if && (
            <li>
              <Link to={`/t/${facts.what_if}`}>{t("Continued from this game")}</Link>
            </li>
          )}
        </ul>
        <details>
          <summary>{t("How the cards were shuffled")}</summary>
          <Shuffle session={session} />
        </details>
      </div>
    </section>
  );
}

function Scores({ session, view }: { session: Session; view: AnyView }) {
  const { mine } = session.state.value;
  const rows = standings(session.game, view);
  return (
    <ol class="plain tb-scores">
      {rows.map(({ seats, score, best }) => (
        <li key={seats[0]} class={best ? "tb-best" : ""}>
          <span class="tb-names">
            {and(seats.map(session.name))}
            {seats.some((seat) => mine.includes(seat)) && <small>{rows.length > 1 ? t("you") : ""}</small>}
            {best && <small class="tb-won">{session.face.most(view.players)}</small>}
          </span>
          <span class="tb-score" aria-label={session.face.score(score, view.players)}>
            {numeral(score)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What is known of a deal; nothing if no game of it has come to its end. */
function useDeal(id: string): DealPage | null | undefined {
  const [deal, setDeal] = useState<DealPage | null | undefined>(undefined);
  useEffect(() => {
    let gone = false;
    void perhaps<DealPage>(`/api/deals/${id}`).then((page) => gone || setDeal(page));
    return () => void (gone = true);
  }, [id]);
  return deal;
}

/** Whether the cards may be played again: not those of today, while others play them. */
function isFree(session: Session, deal: DealPage | null | undefined): boolean {
  return deal ? deal.table !== null : deal === null && !session.state.value.facts.day;
}

/** Whether the result counts for ratings. */
function Rated({ result }: { result: Result | undefined }) {
  if (!result) return null;
  if (result.knew_deal) {
    return <p class="faint">{t("Someone here had seen these cards before, so this game isn’t ranked.")}</p>;
  }
  return (
    <p class="faint">
      {result.rated ?? true ? t("This game counts towards the ratings.") : t("This game doesn’t count towards the ratings.")}
    </p>
  );
}

/** Once more. If somebody else has opened the next table already, one goes there. */
function Again({ session }: { session: Session }) {
  const { facts, told } = session.state.value;
  const next = invitation(told);
  const words = facts.plies ? t("Play again") : t("Open another table");
  return (
    <>
      {next && (
        <Link to={next} class="button button-main">
          {t("Join the next game")}
        </Link>
      )}
      {session.me && (
        <Button icon="play" kind={next ? undefined : "main"} onClick={() => playAgain(session, "new")}>
          {words}
        </Button>
      )}
    </>
  );
}

function AgainPuzzle({ session }: { session: Session }) {
  return (
    <>
      {session.me && (
        <Button icon="play" kind="main" onClick={() => tryAgain(session)}>
          {t("Try again")}
        </Button>
      )}
      <Link to="/puzzles" class="button">
        {t("All puzzles")}
      </Link>
    </>
  );
}

/** The same cards once more. A team that knows them plays a challenge, another one a competition. */
function SameDeal({ session }: { session: Session }) {
  const modes = session.game.modes.filter((mode): mode is Mode => mode !== "puzzle");
  if (!modes.length) {
    return (
      <Button icon="turn" onClick={() => playAgain(session, "same")}>
        {t("Play this deal again")}
      </Button>
    );
  }
  return (
    <fieldset class="tb-modes">
      <legend>{t("Play this deal again")}</legend>
      {modes.map((mode) => (
        <div key={mode}>
          <Button onClick={() => playAgain(session, "same", mode)}>{modeName(mode)}</Button>
          <small>
            {mode === "challenge"
              ? t("You know the cards now. Can you do better?")
              : t("For a team that hasn’t seen the cards. Can they beat your score?")}
          </small>
        </div>
      ))}
    </fieldset>
  );
}

/** A picture of the result, to send to friends; where that is not possible it is saved. */
async function share(session: Session, view: AnyView): Promise<void> {
  const { picture } = await import("./picture");
  const blob = await picture({
    face: session.face,
    view,
    result: session.face.result(view, { ...session.setting, mine: [] }), // others read it
    rows: standings(session.game, view).map(({ seats, score, best }) => ({ names: and(seats.map(session.name)), score, best })),
    place: location.host,
  });
  const file = new File([blob], "upturn.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  toast(t("Picture saved."));
}

