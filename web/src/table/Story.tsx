/** What happened, in sentences; and what is said, with a field and phrases to say something. */

import type { ComponentChild } from "preact";
import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Session } from "../store/session";
import { hasEarlier } from "../store/table";
import { part } from "../ui/part";
import { Button } from "../ui/parts";
import { Link } from "../ui/router";
import type { AnyTold, Phrase } from "../wire";
import { t } from "../words/i18n";
import { phraseText, story } from "../words/story";
import { speaker, tableAt } from "./asked";
import { NameForm } from "./NameForm";

const SpeakerMenu = part(() => import("./Moderation").then((one) => one.SpeakerMenu));
const BarredPeople = part(() => import("./Moderation").then((one) => one.BarredPeople));

interface Props {
  session: Session;
  phrases: readonly Phrase[];
}

/** Keeps a list at its end while one does not read further up. */
function useAtEnd(count: number) {
  const box = useRef<HTMLOListElement>(null);
  const below = useRef(true);
  // Before it is painted: a scroll that is told late would else look like somebody reading further up.
  useLayoutEffect(() => {
    const list = box.current;
    if (list && below.current) list.scrollTop = list.scrollHeight;
  }, [count]);
  /** Stays where one reads, although the list grows: what is older comes above it. */
  const stay = (): void => {
    below.current = false;
  };
  const onScroll = (): void => {
    const list = box.current;
    if (list) below.current = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  };
  return { list: { ref: box, onScroll }, stay };
}

interface EarlierProps {
  session: Session;
  end: ReturnType<typeof useAtEnd>;
}

/** Asks for what happened before all that is shown. */
function Earlier({ session, end }: EarlierProps) {
  if (!hasEarlier(session.state.value)) return null;
  const ask = async (): Promise<void> => {
    end.stay();
    await session.earlier();
    if (!hasEarlier(session.state.value)) end.list.ref.current?.focus(); // the button is gone
  };
  return (
    <li class="tb-earlier">
      <Button kind="quiet" icon="up" onClick={() => void ask()}>
        {t("Show earlier")}
      </Button>
    </li>
  );
}

export function Story({ session, phrases }: Props) {
  const told = session.told.value;
  const { facts, mine } = session.state.value;
  // What is said stands in the talk; the hints one asked for oneself are no news.
  const known = (entry: AnyTold): boolean =>
    entry.what === "said" || (entry.what === "hinted" && mine.includes(entry.seat));
  const paragraphs = useMemo(
    () => story(told, { face: session.face, at: session.setting, phrases }).filter(({ entry }) => !known(entry)),
    [told, facts.seats, phrases],
  );
  const end = useAtEnd(paragraphs.length);
  return (
    <ol class="plain tb-story" {...end.list} tabIndex={0} aria-label={t("What happened")}>
      <Earlier session={session} end={end} />
      {paragraphs.map(({ entry, text }) => (
        <li key={entry.n} class={"lines" in entry ? "" : "tb-aside"}>
          {text}
        </li>
      ))}
    </ol>
  );
}

/** Addresses of tables here become links, so that one can follow the others to the next one. */
function linked(text: string): ComponentChild[] {
  return text.split(/(https?:\/\/\S+)/).map((part) => {
    const table = tableAt(part);
    return table ? <Link to={table}>{part}</Link> : part;
  });
}

export function Talk({ session, phrases }: Props) {
  const { facts, told, mine, muted } = session.state.value;
  const why = useId();
  const said = told.filter((entry) => entry.what === "said");
  const barred = (facts.muted?.length ?? 0) + (facts.removed?.length ?? 0); // they take room from the list
  const end = useAtEnd(said.length + barred);
  const { draft } = session;
  const text = draft.text.value;
  const refused = draft.why.value;
  const closed = facts.talk === "closed";
  const seat = speaker(session);
  const send = (event: Event): void => {
    event.preventDefault();
    session.say(seat);
  };
  const sayPhrase = (phrase: string): void =>
    session.ask({ do: "say", phrase, ...(seat !== null && { seat }) });
  return (
    <div class="tb-talk">
      <ol class="plain tb-said" {...end.list} tabIndex={0} aria-label={t("What was said")}>
        <Earlier session={session} end={end} />
        {said.map((entry) => (
          <li key={entry.n} class={entry.seat && mine.includes(entry.seat) ? "tb-own" : ""}>
            <b>{entry.name}</b>
            {session.host.value && <SpeakerMenu session={session} said={entry} />}
            <span>{entry.text ? linked(entry.text) : phraseText(entry.phrase ?? "", phrases)}</span>
          </li>
        ))}
        {said.length === 0 && !closed && <li class="tb-nothing">{t("Nobody has said anything yet.")}</li>}
      </ol>
      {session.host.value && barred > 0 && <BarredPeople session={session} />}
      {closed ? (
        <p class="faint">{t("Partners aren’t allowed to talk during this game.")}</p>
      ) : !session.me ? (
        facts.state !== "playing" && <NameForm why={t("Then you can talk to the others.")} />
      ) : (
        <>
          {muted && (
            <p class="faint" id={why} role="status">
              {t("The host has muted you at this table. You can still play, but you can’t talk.")}
            </p>
          )}
          {!muted && refused && (
            <p class="tb-refused" id={why}>
              {refused}
            </p>
          )}
          <div class="tb-phrases" role="group" aria-label={t("Phrases: the others see them in their own language")}>
            {phrases.map(({ phrase }) => (
              <button key={phrase} type="button" class="tb-phrase" disabled={muted} onClick={() => sayPhrase(phrase)}>
                {phraseText(phrase, phrases)}
              </button>
            ))}
          </div>
          <form class="tb-say" onSubmit={send}>
            <input
              maxLength={300}
              disabled={muted}
              aria-describedby={muted || refused ? why : undefined}
              aria-label={t("Say something")}
              placeholder={t("Say something")}
              value={text}
              onInput={(event) => draft.type(event.currentTarget.value)}
            />
            <Button type="submit" disabled={muted || !text.trim()}>
              {t("Send")}
            </Button>
          </form>
        </>
      )}
    </div>
  );
}
