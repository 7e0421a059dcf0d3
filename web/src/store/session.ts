/** One table as this page is at it: its state as a signal, and what can be asked for there. */

import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Face, Setting } from "../games/face";
import { Live, liveAddress, type Wish } from "../net/live";
import { get } from "../net/api";
import type { AnyMessage, AnyTold, AnyView, GameFacts, Line, Me, Reason, Seat, Since, Standing } from "../wire";
import { announce, toast, trying } from "../ui/notice";
import { t } from "../words/i18n";
import { refusal, sentencesLoaded, whyNot, withSentences } from "../words/reasons";
import { seatClaimed, seatLost } from "../words/seats";
import { Draft } from "./draft";
import { begin, gameVersion, hasEarlier, isHost, shown, take, toAct, withEarlier, type TableState } from "./table";

export class Session {
  readonly state;
  /** Whether the line to the server is up. */
  readonly up = signal(true);
  /** The server has seen us off for good, and why. */
  readonly farewell = signal<string | null>(null);
  /** This device proves nobody any more. */
  readonly signedOut = signal(false);
  /** A move of ours has no answer yet. */
  readonly busy = signal(false);
  /** Advice was asked for and has not come yet. */
  readonly thinking = signal(false);

  /** What is typed to be said. */
  readonly draft = new Draft();

  readonly toAct: ReadonlySignal<Seat | null>;
  readonly acting: ReadonlySignal<boolean>;
  readonly view: ReadonlySignal<AnyView | null>;
  readonly host: ReadonlySignal<boolean>;
  /** The lines that the last message brought. */
  readonly news: ReadonlySignal<readonly Line[]>;
  /** What happened, as far back as it was told or asked for. */
  readonly told: ReadonlySignal<readonly AnyTold[]>;
  /** Between two people at one device: the seat to act, if its view was not sent yet. */
  readonly curtain: ReadonlySignal<Seat | null>;

  private readonly live: Live;
  private readonly asked = new Set<string>();
  private reading = false;
  /** Questions whose refusal is nobody's concern: one looks at a move, and learns nothing of it. */
  private readonly quiet = new Set<string>();
  private readonly stop: () => void;

  constructor(
    standing: Standing,
    readonly game: GameFacts,
    readonly face: Face,
    readonly me: Me | null,
  ) {
    this.state = signal<TableState>(begin(standing));
    this.toAct = computed(() => toAct(this.state.value));
    this.host = computed(() => isHost(this.state.value));
    this.view = computed(() => shown(this.state.value));
    this.acting = computed(() => this.toAct.value !== null && this.view.value?.seat === this.toAct.value);
    this.curtain = computed(() => {
      const seat = this.toAct.value;
      const hidden = this.view.value !== null && !this.acting.value;
      return seat !== null && hidden && this.state.value.mine.includes(seat) ? seat : null;
    });
    this.told = computed(() => this.state.value.told);
    const news = computed(() => this.state.value.news); // the same array until something happens
    this.news = computed(() => linesOf(news.value));
    this.live = new Live(liveAddress(standing.table.id), {
      heard: (message) => this.hear(message),
      line: (up) => {
        this.up.value = up;
        if (up) this.farewell.value = null;
        this.asked.clear(); // what was on its way is asked again
      },
      refused: (command, why) => {
        const { text } = command.do === "say" ? command : {};
        if (text) withSentences(this.game.game, () => this.draft.refused(text, this.worded(why)));
      },
    });
    let version = -1;
    this.stop = effect(() => {
      // What was asked about a position is not asked again for it; for the next one it is.
      const { facts, told } = this.state.value;
      const now = told.at(-1)?.n ?? facts.version;
      if (now === version) return;
      this.asked.clear();
      this.lastPointed = null;
      version = now;
    });
  }

  get id(): string {
    return this.state.value.facts.id;
  }

  /** What a seat is called. */
  name = (seat: Seat): string => {
    const one = this.state.value.facts.seats[seat - 1];
    if (one?.name) return one.name;
    return one?.bot ? t("Bot {seat}", { seat }) : t("Seat {seat}", { seat });
  };

  get setting(): Setting {
    const { facts, mine } = this.state.value;
    return { game: this.game, name: this.name, mine, seats: facts.players };
  }

  ask(wish: Wish): void {
    void sentencesLoaded(this.game.game); // it may be refused
    this.live.ask(wish);
    this.busy.value = this.live.awaits("move");
  }

  /** Say what is typed, for a seat or as a spectator. */
  say(seat: Seat | null): void {
    const text = this.draft.text.value.trim();
    if (text) this.ask({ do: "say", text, ...(seat !== null && { seat }) });
    this.draft.type("");
  }

  make = (move: string): void => {
    const seat = this.toAct.value;
    if (seat !== null && !this.busy.value) this.ask({ do: "move", seat, move });
  };

  private lastPointed: string | null = null;
  point = (move: string | null): void => {
    const seat = this.toAct.value;
    if (seat === null || !this.face.open || this.state.value.facts.players < 2) return;
    if (!this.acting.value || move === this.lastPointed) return;
    this.lastPointed = move;
    this.quiet.add(this.live.ask({ do: "point", seat, move }));
  };

  /** A person at a device that is passed around says that they look now. */
  look(seat: Seat): void {
    this.live.ask({ do: "look", seat });
  }

  why = (moves: string[]): void => {
    const seat = this.toAct.value;
    if (seat === null || !this.acting.value) return;
    const unknown = moves.filter((move) => !this.asked.has(move));
    for (const move of unknown) this.asked.add(move);
    for (let at = 0; at < unknown.length; at += 100) {
      this.quiet.add(this.live.ask({ do: "why", seat, moves: unknown.slice(at, at + 100) }));
    }
  };

  hint(): void {
    const seat = this.toAct.value;
    if (seat === null) return;
    this.thinking.value = true;
    this.ask({ do: "hint", seat });
  }

  /** Ask for some of what happened before the first entry that we were told. */
  async earlier(): Promise<void> {
    if (this.reading || !hasEarlier(this.state.value)) return;
    this.reading = true;
    const before = this.state.value.told[0]?.n ?? 1;
    const page = await trying(() => get<Since>(`/api/tables/${this.id}/entries?before=${before}`));
    this.reading = false;
    if (page && this.state.value.told[0]?.n === before) this.state.value = withEarlier(this.state.value, page.told);
  }

  close(): void {
    this.stop();
    this.live.close();
  }

  private notice(words: string): void {
    if (!words) return;
    toast(words);
    announce(words);
  }

  /** Say why the server closes the line. */
  private dismissed(why: Reason): void {
    const words = refusal(why, this.setting);
    this.farewell.value = words;
    if (why.code === "signed-out" || why.code === "deleted") {
      toast(words, "problem"); // the line comes back, as a spectator's
      announce(words);
      this.signedOut.value = true;
    }
  }

  /** A reason in words. */
  worded(reason: Reason): string {
    return whyNot(reason, this.face, this.setting);
  }

  private hear(message: AnyMessage): void {
    if (message.say === "advice" && !this.thinking.value) return; // it is for a position that is past
    batch(() => {
      const { mine } = this.state.value;
      const before = gameVersion(this.state.value);
      this.state.value = take(this.state.value, message, Date.now());
      if (gameVersion(this.state.value) !== before) this.thinking.value = false;
      this.busy.value = this.live.awaits("move");
      switch (message.say) {
        case "welcome":
        case "done": // advice that was on its way when the line broke does not come any more
          this.thinking.value = this.live.awaits("hint");
          break;
        case "update":
          if (mine.length && message.seats?.length === 0) this.notice(seatLost(message.told));
          break;
        case "seat-claimed":
          this.notice(seatClaimed(message, this.id));
          break;
        case "advice":
          this.thinking.value = false;
          break;
        case "refused": {
          if (message.id && this.quiet.delete(message.id)) break;
          this.thinking.value = false;
          withSentences(this.game.game, () => {
            const words = this.worded(message);
            toast(words, "problem");
            announce(words);
          });
          break;
        }
        case "farewell":
          if (message.code === "restarting") {
            this.farewell.value = t("The server is restarting. This page will reconnect and send your moves.");
          } else withSentences(this.game.game, () => this.dismissed(message));
          break;
      }
    });
  }
}

export function linesOf(entries: readonly AnyTold[]): Line[] {
  return entries.flatMap((entry) => ("lines" in entry ? (entry.lines ?? []) : []));
}
