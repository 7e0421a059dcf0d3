/**
 * How things stand at a table, as told by the server: old state + message = new state. Pure; it
 * holds no rules, only what it was told.
 */

import type {
  Advice,
  AnyMessage,
  AnyTold,
  AnyView,
  Ballot,
  ClaimFacts,
  Reasons,
  Seat,
  Standing,
  TableFacts,
} from "../wire";

export interface TableState {
  facts: TableFacts;
  /** The seats of whoever looks at this page; none: a spectator. */
  mine: Seat[];
  /**
   * One for each of `mine`, or the spectators'; none before the game. At a device that is passed
   * around, while hands are hidden: the one of the seat that looks, or the spectators'.
   */
  views: AnyView[];
  /** Seats that were theirs until somebody else got them: they sit down there to have them back. */
  lost: Seat[];
  /** Whether whoever looks was the host when the line came up. */
  hosting: boolean;
  /** Whether they have had a seat since. */
  sat: boolean;
  present: Seat[];
  watching: number;
  /** Whether the host has muted whoever looks. */
  muted: boolean;
  /** Whether whoever looks opened the table: nobody else removes people. */
  opener: boolean;
  /** What happened, in order and without a gap; the server may keep older entries (`hasEarlier`). */
  told: AnyTold[];
  /** What the last message brought, to be shown as motion; empty after a welcome. */
  news: AnyTold[];
  advice: Advice | null;
  /** What teammates think of, by seat. */
  pointed: Record<Seat, string>;
  /** Why moves are not possible, by move; null: it is. Of the position as it stands. */
  reasons: Reasons["reasons"];
  /** Milliseconds the server's clock is ahead of ours. */
  ahead: number;
}

export function begin(standing: Standing): TableState {
  return {
    facts: standing.table,
    mine: standing.seats,
    lost: standing.lost ?? [],
    views: standing.views,
    hosting: standing.host ?? false,
    sat: standing.seats.length > 0,
    present: [],
    watching: 0,
    muted: standing.muted ?? false,
    opener: standing.opener ?? false,
    told: [],
    news: [],
    advice: null,
    pointed: {},
    reasons: {},
    ahead: 0,
  };
}

export function take(state: TableState, message: AnyMessage, now: number): TableState {
  switch (message.say) {
    case "welcome":
      return settled(state, {
        ...state,
        facts: message.table,
        mine: message.seats,
        lost: message.lost ?? [],
        views: message.views,
        hosting: message.host ?? false,
        sat: message.seats.length > 0,
        present: message.present,
        watching: message.watching,
        muted: message.muted ?? false,
        opener: message.opener ?? false,
        told: joined(state.told, message.told, message.first),
        news: [],
      });
    case "update": {
      const last = message.told.at(-1);
      const facts = message.table ?? state.facts;
      return settled(state, {
        ...state,
        facts: message.take_back ? { ...facts, take_back: message.take_back } : facts,
        mine: message.seats ?? state.mine,
        lost: state.lost.filter((seat) => !message.seats?.includes(seat)),
        sat: state.sat || Boolean(message.seats?.length),
        views: message.views?.length ? message.views : state.views,
        muted: message.muted ?? state.muted,
        told: joined(state.told, message.told),
        news: message.told.filter((entry) => entry.n > (state.told.at(-1)?.n ?? 0)),
        ahead: last ? last.at - now : state.ahead,
      });
    }
    case "presence":
      return { ...state, present: message.present, watching: message.watching };
    case "seat-claimed":
      if (message.table !== state.facts.id || !message.given || state.lost.includes(message.seat)) return state;
      return { ...state, lost: [...state.lost, message.seat] };
    case "pointed": {
      const { [message.seat]: _, ...others } = state.pointed;
      return { ...state, pointed: message.move ? { ...others, [message.seat]: message.move } : others };
    }
    case "advice":
      return { ...state, advice: message };
    case "reasons":
      return { ...state, reasons: { ...state.reasons, ...message.reasons } };
    default:
      return state;
  }
}

/**
 * Told entries with those that follow them; the line may tell some twice. After a long absence it leaves
 * some out before the `first` that it tells: then what was known before them is asked for again when wanted.
 */
function joined(told: AnyTold[], more: AnyTold[], first = 1): AnyTold[] {
  const last = told.at(-1)?.n ?? 0;
  if (first > last + 1) return more;
  const fresh = more.filter((entry) => entry.n > last);
  return fresh.length ? [...told, ...fresh] : told;
}

/** Whether the server has entries from before those we were told. */
export function hasEarlier({ told }: TableState): boolean {
  return (told[0]?.n ?? 1) > 1;
}

/** With entries that came before all that we were told. */
export function withEarlier(state: TableState, earlier: readonly AnyTold[]): TableState {
  const first = state.told[0]?.n ?? 1;
  return { ...state, told: [...earlier.filter((entry) => entry.n < first), ...state.told] };
}

/** Thoughts about a position end with it. */
function settled(before: TableState, after: TableState): TableState {
  if (gameVersion(before) === gameVersion(after) && toAct(before) === toAct(after)) return after;
  return { ...after, advice: null, pointed: {}, reasons: {} };
}

/** Entries that may have changed the game. */
export const CHANGES_GAME: ReadonlySet<string> = new Set(["started", "moved", "voted", "took-back"]);

/** The number of the last entry that may have changed the game. */
export function gameVersion(state: TableState): number {
  return state.told.findLast((entry) => CHANGES_GAME.has(entry.what))?.n ?? 0;
}

/** The seat whose move is due. */
export function toAct(state: TableState): Seat | null {
  if (state.facts.state !== "playing") return null;
  return state.views[0]?.to_act ?? state.facts.to_act ?? null;
}

/** The ballots in which whoever looks has not voted yet. */
export function toVote({ facts, mine }: TableState): Ballot[] {
  const open = (ballot: Ballot): boolean => ballot.voters.some((seat) => mine.includes(seat) && !ballot.votes[seat]);
  return facts.state === "playing" ? (facts.ballots ?? []).filter(open) : [];
}

/** Whether whoever looks has a say in who gets a seat that somebody asks for. */
export function mayAnswer(state: TableState, { host, voters = [] }: ClaimFacts): boolean {
  const alone = host && !state.mine.length && isHost(state);
  return alone || voters.some((seat) => state.mine.includes(seat));
}

/** Whether whoever looks is the host. Who opened the table and never sat stays it beside who has a seat. */
export function isHost({ facts, mine, hosting, sat }: TableState): boolean {
  const hosts = facts.seats.filter((seat) => seat.host);
  return hosts.some(({ seat }) => mine.includes(seat)) || (hosting && (!sat || !hosts.length));
}

/** The view to draw: that of the seat to act if it was sent, else the first. */
export function shown(state: TableState): AnyView | null {
  const seat = toAct(state);
  return state.views.find((view) => view.seat !== null && view.seat === seat) ?? state.views[0] ?? null;
}
