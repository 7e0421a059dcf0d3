/**
 * The live line to a table. It comes back by itself, asks for what it missed, and repeats what was
 * not answered under the same id, so that nothing is done twice and nothing is lost.
 */

import type { AnyCommand, AnyMessage, Reason } from "../wire";

/**
 * Milliseconds before the line is tried again: spread by chance, so that a server that has just
 * started is not asked by everybody at once.
 */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 8_000;

/** From half to one and a half times the pause that is due, but never more than the longest. */
function pauseAfter(tries: number): number {
  const due = FIRST_PAUSE * 2 ** tries;
  return Math.min(due * (0.5 + Math.random()), LONGEST_PAUSE * (0.5 + Math.random() / 2));
}

/** Not kept by the server either, so not worth a repeat when the line is back. */
const PASSING: ReadonlySet<string> = new Set(["look", "point", "why"]);

/** Refused for now only: the same is sent again a little later. */
const FOR_NOW: ReadonlySet<string> = new Set(["busy", "unavailable"]);
const AGAIN_AFTER = 1500;
const MOST_TRIES = 5;

/** A command without what the line adds to it. */
export type Wish = AnyCommand extends infer C
  ? C extends AnyCommand
    ? Omit<C, "id" | "version">
    : never
  : never;

export interface Ears {
  heard(message: AnyMessage): void;
  /** The line went up or down. */
  line(up: boolean): void;
  /** A command is refused for good. */
  refused?(command: AnyCommand, why: Reason): void;
}

export class Live {
  /** The last entry we know of. */
  version = 0;
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, AnyCommand>();
  private readonly tried = new Map<string, number>();
  private readonly session = Math.random().toString(36).slice(2, 10);
  private ids = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly address: (since: number) => string,
    private readonly ears: Ears,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Ask for something. It is sent again if the line breaks before it is answered. */
  ask(wish: Wish): string {
    const id = `${this.session}-${++this.ids}`;
    const command = { ...wish, id, version: this.version } as AnyCommand;
    if (!PASSING.has(command.do)) this.waiting.set(id, command);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
    return id;
  }

  /** Whether a command of this kind has no answer yet. */
  awaits(kind: AnyCommand["do"]): boolean {
    return [...this.waiting.values()].some((command) => command.do === kind);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const socket = new WebSocket(this.address(this.version));
    this.socket = socket;
    socket.onmessage = (event) => this.take(JSON.parse(String(event.data)) as AnyMessage);
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      this.ears.line(false);
      this.timer = setTimeout(() => this.connect(), pauseAfter(this.tries++));
    };
  }

  /** Somebody is looking, or the network is back: do not wait for the next try. */
  private readonly hurry = (): void => {
    if (this.timer !== undefined && !this.closed && !document.hidden) this.connect();
  };

  private take(message: AnyMessage): void {
    switch (message.say) {
      case "welcome":
        this.version = Math.max(this.version, message.version);
        this.tries = 0;
        this.ears.line(true);
        for (const command of this.waiting.values()) this.socket?.send(JSON.stringify(command));
        break;
      case "update":
        this.version = Math.max(this.version, message.version);
        if (message.done) this.waiting.delete(message.done);
        break;
      case "refused":
        if (message.id && !(FOR_NOW.has(message.code) && this.later(message.id))) {
          const command = this.waiting.get(message.id);
          this.waiting.delete(message.id);
          if (command) this.ears.refused?.(command, message);
        }
        break;
      case "done":
        this.waiting.delete(message.id);
        break;
    }
    this.ears.heard(message);
  }

  /** Whether a command is sent once more. */
  private later(id: string): boolean {
    const tries = (this.tried.get(id) ?? 0) + 1;
    this.tried.set(id, tries);
    if (!this.waiting.has(id) || tries > MOST_TRIES) return false;
    setTimeout(() => {
      const command = this.waiting.get(id);
      if (command && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
    }, AGAIN_AFTER * tries);
    return true;
  }
}

export function liveAddress(table: string): (since: number) => string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return (since) => `${scheme}://${location.host}/live/${table}?since=${since}`;
}
