/** What draws attention to a table: its title, its sounds, and sentences for who listens. */

import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Face } from "../games/face";
import type { Session } from "../store/session";
import { CHANGES_GAME, toVote } from "../store/table";
import { announce } from "../ui/notice";
import { play, type Sound } from "../ui/sound";
import type { Line, Phrase } from "../wire";
import { t } from "../words/i18n";
import { question, sentences } from "../words/story";
import { headline } from "./asked";

const BLINK = 1200;

/** How lines sound; a deal has no sound of its own. */
export function soundOf(face: Face, lines: readonly Line[]): Sound | null {
  const made = lines.filter((line) => line.seat !== null);
  if (!made.length) return null;
  const events = made.flatMap((line) => [...line.events]);
  if (events.some((event) => event.event === "game_over")) return "win";
  return events.map((event) => face.sounds[event.event]).find(Boolean) ?? "card";
}

export function useAttention(session: Session, phrases: readonly Phrase[]): void {
  useTitle(session);
  useSounds(session);
  useQuestions(session);
  const last = useRef(0);
  useSignalEffect(() => {
    const told = session.told.value;
    const first = last.current === 0;
    const fresh = told.filter((entry) => entry.n > last.current);
    last.current = told.at(-1)?.n ?? last.current;
    if (first || !fresh.length) return;
    const at = session.setting;
    const asked = new Set(toVote(session.state.value).map((ballot) => ballot.ballot));
    const others = fresh.filter((entry) => !(entry.what === "asked" && asked.has(entry.ballot)));
    const words = others.flatMap((entry) => sentences(entry, { face: session.face, at, phrases }));
    const view = session.view.value;
    const turned = fresh.some((entry) => CHANGES_GAME.has(entry.what));
    if (turned && session.acting.value && view) words.push(`${headline(session)}.`, session.face.asks(view, at));
    announce(words.filter(Boolean).join(" "));
  });
}

/** What one is asked is said when it comes, also where no entry says so: what to do about an empty seat. */
function useQuestions(session: Session): void {
  const known = useRef(new Set<number>());
  useSignalEffect(() => {
    for (const ballot of toVote(session.state.value)) {
      if (known.current.has(ballot.ballot)) continue;
      known.current.add(ballot.ballot);
      announce(question(ballot, { face: session.face, at: session.setting }));
    }
  });
}

function useSounds(session: Session): void {
  const mine = useRef(false);
  useSignalEffect(() => {
    const sound = soundOf(session.face, session.news.value);
    if (sound) play(sound);
  });
  useSignalEffect(() => {
    const acting = session.acting.value;
    if (acting && !mine.current) play("turn");
    mine.current = acting;
  });
}

/** "Your turn · <the game> · Upturn"; it blinks while one's turn waits in a hidden page. */
function useTitle(session: Session): void {
  const next = session.toAct.value;
  const waits = next !== null && session.state.value.mine.includes(next);
  const title = `${headline(session)} · ${session.face.name} · Upturn`;
  useEffect(() => {
    document.title = title;
    if (!waits) return;
    let on = false;
    const timer = setInterval(() => {
      on = !on && document.hidden;
      document.title = on ? `● ${t("Your turn")}` : title;
    }, BLINK);
    return () => clearInterval(timer);
  }, [title, waits]);
  useEffect(
    () => () => {
      document.title = "Upturn";
    },
    [],
  );
}
