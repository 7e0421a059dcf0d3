/** The table page put together: a quiet frame, the board in it, and what stands beside it. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { RulesDialog } from "../learn/Rules";
import { allPhrases } from "../net/api";
import type { Session } from "../store/session";
import { Icon, type IconName } from "../ui/icons";
import { Button, Dialog } from "../ui/parts";
import type { Phrase } from "../wire";
import { t, tn } from "../words/i18n";
import { After } from "./After";
import type { Sheet } from "./asked";
import { useAttention } from "./attention";
import { Ballots } from "./Ballots";
import { Curtain } from "./Curtain";
import { Gathering } from "./Gathering";
import { CloseSheet, InviteSheet, Menu, PhoneSheet, SettingsSheet, ShuffleSheet, SureSheet } from "./Menu";
import { AllMoves, Deeds, Thoughts } from "./Moves";
import { People } from "./People";
import { Replay } from "./Replay";
import { Story, Talk } from "./Story";
import { LostLine, TopBar } from "./TopBar";
import "./table.css";
import "./beside.css";
import "./lobby.css";
import "./after.css";

/** Whether there is room for a panel beside the board. */
const broad = matchMedia("(min-width: 1100px)");
const wide = signal(broad.matches);
broad.addEventListener("change", () => (wide.value = broad.matches));

/** How long the last move is looked at before the result, in milliseconds. */
const LAST_MOVE = 2400;

export function AtTable({ session, ply }: { session: Session; ply: number | null }) {
  const { facts, told } = session.state.value;
  const [phrases, setPhrases] = useState<readonly Phrase[]>([]);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [looking, setLooking] = useState(ply !== null);
  useEffect(() => void allPhrases().then((list) => setPhrases(list?.phrases ?? [])), []);
  useAttention(session, phrases);
  const unread = useUnread(session, wide.value || sheet === "talk");
  const over = facts.state === "over" || facts.state === "ended";
  const [lingering, goOn] = useLinger(facts.state === "over");
  const done = over && !lingering;
  const replaying = done && looking && Boolean(facts.plies);
  const room = facts.state === "gathering" ? "gathering" : done ? "done" : "playing";
  const drawers = !wide.value && (
    <div class="tb-drawers">
      <Drawer icon="people" words={t("At the table")} open={() => setSheet("people")} />
      <Drawer
        icon="chat"
        words={t("Talk")}
        count={unread}
        counted={tn("Talk, {n} new message", "Talk, {n} new messages", unread)}
        open={() => setSheet("talk")}
      />
    </div>
  );
  return (
    <div class={`tb ${wide.value ? "tb-wide" : ""} tb-${room}`} data-version={told.at(-1)?.n ?? facts.version}>
      <main id="main" class="tb-frame">
        <TopBar session={session} menu={() => setSheet("menu")} />
        <LostLine session={session} />
        <div class="tb-stage">
          <Ballots session={session} />
          {room === "gathering" && <Gathering session={session} close={() => setSheet("close")} />}
          {room === "playing" && <Play session={session} />}
          {done && !replaying && <After session={session} lookBack={() => setLooking(true)} />}
          {replaying && <Replay session={session} ply={ply} result={() => setLooking(false)} more={drawers} />}
        </div>
        {!replaying && (
          <div class="tb-bottom">
            {room === "playing" && session.curtain.value === null && <Thoughts session={session} />}
            <div class="tb-row">
              <Deeds session={session} />
              <AllMoves session={session} />
              {lingering && (
                <Button kind="main" onClick={goOn}>
                  {t("Result")}
                </Button>
              )}
              {drawers}
            </div>
          </div>
        )}
      </main>
      {wide.value && <Beside session={session} phrases={phrases} />}
      {sheet && <Sheets key={sheet} sheet={sheet} session={session} phrases={phrases} open={setSheet} />}
    </div>
  );
}

/** Whether the board still stands although the game is over: the last move wants to be seen. */
function useLinger(over: boolean): [boolean, () => void] {
  const [seen, setSeen] = useState(over);
  useEffect(() => {
    if (!over) return setSeen(false);
    const timer = setTimeout(() => setSeen(true), LAST_MOVE);
    return () => clearTimeout(timer);
  }, [over]);
  return [over && !seen, () => setSeen(true)];
}

function Play({ session }: { session: Session }) {
  const { pointed, advice, reasons } = session.state.value;
  const view = session.view.value;
  const curtain = session.curtain.value;
  const Board = session.face.Board;
  if (curtain !== null) return <Curtain session={session} seat={curtain} />;
  if (!view) return <p class="tb-moment">{t("One moment …")}</p>;
  return (
    <div class="tb-board">
      <h2 class="unseen">{t("The board")}</h2>
      <Board
        view={view}
        at={session.setting}
        acting={session.acting.value}
        busy={session.busy.value}
        make={session.make}
        point={session.point}
        pointed={pointed}
        advised={advice?.move ?? null}
        why={session.why}
        reasons={reasons}
        news={session.news.value}
      />
    </div>
  );
}

interface BesideProps {
  session: Session;
  phrases: readonly Phrase[];
}

function Beside({ session, phrases }: BesideProps) {
  const gathering = session.state.value.facts.state === "gathering";
  return (
    <aside class="tb-beside">
      {!gathering && (
        <section aria-labelledby="people">
          <h2 id="people">{t("At the table")}</h2>
          <People session={session} />
        </section>
      )}
      <section class="tb-grow" aria-labelledby="story">
        <h2 id="story">{t("What happened")}</h2>
        <Story session={session} phrases={phrases} />
      </section>
      <section class="tb-grow" aria-labelledby="talk">
        <h2 id="talk">{t("Talk")}</h2>
        <Talk session={session} phrases={phrases} />
      </section>
    </aside>
  );
}

function Sheets({ sheet, session, phrases, open }: BesideProps & { sheet: Sheet; open(sheet: Sheet | null): void }) {
  const close = (): void => open(null);
  switch (sheet) {
    case "menu":
      return <Menu session={session} open={open} />;
    case "invite":
      return <InviteSheet session={session} open={open} />;
    case "phone":
      return <PhoneSheet session={session} open={open} />;
    case "close":
      return <CloseSheet session={session} open={open} />;
    case "shuffle":
      return <ShuffleSheet session={session} open={open} />;
    case "rules":
      return <RulesDialog game={session.game.game} close={() => open(null)} />;
    case "settings":
      return <SettingsSheet session={session} open={open} />;
    case "end":
    case "leave":
      return <SureSheet session={session} open={open} about={sheet} />;
    case "people":
      return (
        <Dialog title={t("At the table")} close={close} class="tb-sheet">
          <People session={session} />
          <h3>{t("What happened")}</h3>
          <Story session={session} phrases={phrases} />
        </Dialog>
      );
    case "talk":
      return (
        <Dialog title={t("Talk")} close={close} class="tb-sheet">
          <Talk session={session} phrases={phrases} />
        </Dialog>
      );
    default:
      return null;
  }
}

interface DrawerProps {
  icon: IconName;
  words: string;
  /** How much is new in it, and the words that say so. */
  count?: number;
  counted?: string;
  open(): void;
}

function Drawer({ icon, words, count = 0, counted = words, open }: DrawerProps) {
  return (
    <button type="button" class="button tb-drawer" aria-label={count ? counted : words} aria-haspopup="dialog" onClick={open}>
      <Icon name={icon} />
      <span class="tb-label">{words}</span>
      {count > 0 && (
        <span class="tb-badge" aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  );
}

/** How much others have said since the talk was last open. */
function useUnread(session: Session, reading: boolean): number {
  const { told, mine } = session.state.value;
  const last = told.at(-1)?.n ?? 0;
  const [read, setRead] = useState<number | null>(null);
  useEffect(() => {
    if (last && (reading || read === null)) setRead(last);
  }, [last, reading]);
  if (read === null) return 0;
  return told.filter((entry) => entry.what === "said" && entry.n > read && !(entry.seat && mine.includes(entry.seat)))
    .length;
}
