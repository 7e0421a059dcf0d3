/** Looking back: the game line by line, as any seat saw it, and playing on otherwise from there. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { get, playOn } from "../net/api";
import type { Session } from "../store/session";
import { copy } from "../ui/copy";
import { trying } from "../ui/notice";
import { Button, Dialog, Field, Select } from "../ui/parts";
import { go } from "../ui/router";
import type { AnyView, Line, Replay as Past, Seat } from "../wire";
import { t } from "../words/i18n";
import { levelName } from "../words/names";

const PACE = 1500;
const NOTHING: readonly Line[] = [];

interface Props {
  session: Session;
  ply: number | null;
  /** Back to how it ended. */
  result(): void;
  /** What else stands in its last row. */
  more: ComponentChildren;
}

export function Replay({ session, ply: first, result, more }: Props) {
  const { facts, mine } = session.state.value;
  const plies = facts.plies ?? 0;
  const [seat, setSeat] = useState<Seat>(mine[0] ?? 1);
  const [wanted, setWanted] = useState(Math.max(0, Math.min(plies, first ?? plies)));
  const [past, news] = usePast(facts.id, wanted, seat);
  const [running, setRunning] = useState(false);
  const [otherwise, setOtherwise] = useState(false);
  useEffect(() => {
    if (!running) return;
    if (wanted >= plies) return setRunning(false);
    const timer = setTimeout(() => setWanted(wanted + 1), PACE);
    return () => clearTimeout(timer);
  }, [running, wanted, past]);
  const step = (to: number): void => {
    setRunning(false);
    setWanted(Math.max(0, Math.min(plies, to)));
  };
  const run = (): void => {
    if (!running && wanted >= plies) setWanted(0);
    setRunning(!running);
  };
  const at = { ...session.setting, mine: [] };
  const line = past?.lines.at(-1);
  const where = t("After move {ply} of {plies}", { ply: wanted, plies });
  return (
    <div class="tb-replay">
      <h2 class="unseen">{t("Look back")}</h2>
      <div class="tb-board">{past?.views[0] && <PastBoard session={session} view={past.views[0]} news={news} />}</div>
      <section class="tb-scrub" aria-label={t("Look back")}>
        <p class="tb-line" aria-live="polite">
          {line ? session.face.tell(line, at).join(" ") : t("Before the first move")}
        </p>
        <div class="tb-steps">
          <Button icon="first" kind="quiet" aria-label={t("Go to the start")} disabled={wanted === 0} onClick={() => step(0)} />
          <Button icon="back" kind="quiet" aria-label={t("Previous move")} disabled={wanted === 0} onClick={() => step(wanted - 1)} />
          <Button icon={running ? "stop" : "play"} aria-label={running ? t("Pause playback") : t("Start playback")} onClick={run} />
          <Button icon="next" kind="quiet" aria-label={t("Next move")} disabled={wanted === plies} onClick={() => step(wanted + 1)} />
          <Button icon="last" kind="quiet" aria-label={t("Go to the end")} disabled={wanted === plies} onClick={() => step(plies)} />
          <input
            type="range"
            min={0}
            max={plies}
            value={wanted}
            aria-label={t("Position in the game")}
            aria-valuetext={where}
            onInput={(event) => step(event.currentTarget.valueAsNumber)}
          />
          <span class="tb-where">{`${wanted}/${plies}`}</span>
          <Button icon="link" title={t("Copy a link to this move")} onClick={() => void copy(`${location.origin}/t/${facts.id}?ply=${wanted}`)}>
            <span class="tb-label">{t("Copy a link to this move")}</span>
          </Button>
          {session.me && (
            <Button icon="flip" title={t("What if …")} disabled={wanted === plies} onClick={() => setOtherwise(true)}>
              <span class="tb-label">{t("What if …")}</span>
            </Button>
          )}
        </div>
        <div class="tb-row">
          <Button icon="back" onClick={result}>
            {t("Result")}
          </Button>
          {facts.players > 1 && (
            <label class="tb-by">
              <span aria-hidden="true">{t("As seen by")}</span>
              <Select
                label={t("As seen by")}
                value={seat}
                options={facts.seats.map((one) => [one.seat, session.name(one.seat)] as const)}
                change={(value) => setSeat(value)}
              />
            </label>
          )}
          {more}
        </div>
      </section>
      {otherwise && (
        <WhatIf session={session} ply={wanted} seat={seat} close={() => setOtherwise(false)} />
      )}
    </div>
  );
}

/** The game after so many lines. Lines that were looked at are kept; the last wish wins. */
function usePast(id: string, ply: number, seat: Seat): [Past | null, readonly Line[]] {
  const kept = useRef(new Map<string, Past>());
  const [shown, setShown] = useState<{ past: Past; news: readonly Line[] } | null>(null);
  useEffect(() => {
    let late = false;
    const key = `${seat}:${ply}`;
    const show = (past: Past): void => {
      kept.current.set(key, past);
      if (late) return;
      // One line further is shown as motion; a jump is not.
      setShown((before) => ({ past, news: before && before.past.ply === ply - 1 ? past.lines : NOTHING }));
    };
    const known = kept.current.get(key);
    if (known) show(known);
    else {
      void trying(() => get<Past>(`/api/tables/${id}/replay?ply=${ply}&seat=${seat}`)).then(
        (past) => past && show(past),
      );
    }
    return () => {
      late = true;
    };
  }, [id, ply, seat]);
  return [shown?.past ?? null, shown?.news ?? NOTHING];
}

const nothing = (): void => undefined;

function PastBoard({ session, view, news }: { session: Session; view: AnyView; news: readonly Line[] }) {
  const Board = session.face.Board;
  return (
    <Board
      view={{ ...view, legal: [] }}
      at={{ ...session.setting, mine: [] }}
      acting={false}
      busy={false}
      make={nothing}
      point={nothing}
      pointed={{}}
      advised={null}
      why={nothing}
      reasons={{}}
      news={news}
    />
  );
}

interface WhatIfProps {
  session: Session;
  ply: number;
  seat: Seat;
  close(): void;
}

/** Play on from here at a new table; the game that was played stays as it is. */
function WhatIf({ session, ply, seat: first, close }: WhatIfProps) {
  const { facts } = session.state.value;
  const [seat, setSeat] = useState(first);
  const [bot, setBot] = useState("skilled");
  const begin = (): void =>
    void trying(() => playOn(facts.id, { ply, seat, bot })).then((made) => {
      if (made) go(`/t/${made.table.id}`);
    });
  return (
    <Dialog title={t("What if …")} close={close}>
      <p>{t("Play on from here, with you in one seat and bots in the others. The original game stays as it is.")}</p>
      <div class="tb-form">
        {facts.players > 1 && (
          <>
            <Field label={t("Your seat")}>
              {(id) => (
                <Select
                  id={id}
                  value={seat}
                  options={facts.seats.map((one) => [one.seat, session.name(one.seat)] as const)}
                  change={(value) => setSeat(value)}
                />
              )}
            </Field>
            <Field label={t("Bots")}>
              {(id) => (
                <Select
                  id={id}
                  value={bot}
                  options={session.game.levels.map(({ level }) => [level, levelName(level)] as const)}
                  change={(value) => setBot(value)}
                />
              )}
            </Field>
          </>
        )}
        <Button kind="main" onClick={begin}>
          {t("Play on from here")}
        </Button>
      </div>
    </Dialog>
  );
}
