// What crosses the network, as upturn.wire has it. Written by `make wire`: do not edit.

/** The hint that was asked for with this id. */
export interface Advice {
  say: "advice";
  id: ClientId;
  sentence: string;
  move?: string | null;
  /** Names the reason, for other languages. */
  code?: Word | null;
  /** What the sentence is made of. */
  details?: Record<string, unknown>;
}

/** The host gives the seat to who claimed it, or does not. */
export interface Answer {
  do: "answer";
  id: ClientId;
  version: Version;
  claim: number;
  give: boolean;
}

export interface Answered {
  what: "answered";
  n: number;
  at: Moment;
  claim: number;
  seat: Seat;
  given: boolean;
  name: Name;
}

export type AnyCommand =
  | Sit
  | Stand
  | Fill
  | Start
  | MakeMove
  | TakeBack
  | ProposeEnd
  | Vote
  | Say
  | Mute
  | Remove
  | Claim
  | Answer
  | Hint
  | Point
  | Look
  | Why;

export type AnyMessage =
  | Welcome
  | Update
  | Done
  | Refused
  | Presence
  | Pointed
  | Reasons
  | Advice
  | Farewell;

/** What an entry is told as. */
export type AnyTold =
  | Opened
  | Sat
  | Stood
  | Filled
  | Started
  | Moved
  | Asked
  | Voted
  | TookBack
  | Spoke
  | Muted
  | Removed
  | Away
  | Back
  | Claimed
  | Answered
  | Hinted
  | Ended;

/** What a seat sees, or a spectator. */
export type AnyView = DnupView | TeamPlayView | TeamUpView;

export type Area = "a" | "b";

/** A ballot began: `by` asks, or the table itself, about `seat` or `move`. */
export interface Asked {
  what: "asked";
  n: number;
  at: Moment;
  ballot: number;
  about: "agree" | "end" | "seat" | "take-back";
  by?: Seat | null;
  seat?: Seat | null;
  move?: string | null;
}

/** A person left, or has not been there for longer than the grace time. */
export interface Away {
  what: "away";
  n: number;
  at: Moment;
  seat: Seat;
  left?: boolean;
}

export interface Back {
  what: "back";
  n: number;
  at: Moment;
  seat: Seat;
}

/** A question to the seats. */
export interface Ballot {
  ballot: number;
  /** `agree`: to a move that needs all; `seat`: what becomes of an empty one. */
  about: "agree" | "end" | "seat" | "take-back";
  /** Who asks. null: the table itself, about a seat. */
  by: Seat | null;
  voters: Seat[];
  votes: Record<string, string>;
  /** The seat it is about. */
  seat?: Seat | null;
  /** The move it is about. */
  move?: string | null;
}

/** Somebody whom the host has muted or removed, and the entry that did it. */
export interface Barred {
  entry: number;
  name: Name;
  /** The seat that the host named, or that they spoke from. */
  seat?: Seat | null;
}

/** Ask the host for a seat whose person is not there, or that a bot sits in. */
export interface Claim {
  do: "claim";
  id: ClientId;
  version: Version;
  seat: Seat;
  name?: Name | null;
}

export interface ClaimFacts {
  claim: number;
  seat: Seat;
  name: Name;
}

export interface Claimed {
  what: "claimed";
  n: number;
  at: Moment;
  claim: number;
  seat: Seat;
  name: Name;
}

/** Chosen by the client, another one for each command: a repeat is recognised. */
export type ClientId = string;

/** A move may take so many seconds; what is over comes from the seat's reserve for the game. */
export interface Clock {
  move: number;
  reserve?: number;
}

/** Six letters that invite; I and O are none. */
export type Code = string;

export interface Daily {
  day: Day;
  until: Moment;
  deals: DailyDeal[];
}

/** Today's deal of a game, the same for everybody here. */
export interface DailyDeal {
  game: Word;
  /** How many seats its table can have. */
  players: number[];
  /** By seat: who plays along; empty: whoever you like. */
  bots: Record<string, Word>;
  options?: Options;
  deal: DealId;
  commitment: string;
  /** So far, the first of each person. */
  results: Result[];
  /** Where you play it, or have played it. */
  table?: TableId | null;
  played?: boolean;
}

/** A day by UTC. */
export type Day = string;

export type DealId = string;

/** A deal and every team's result on it. */
export interface DealPage {
  deal: string;
  game: Word;
  players: number;
  options: Options;
  commitment: string;
  day: string | null;
  /** A table to take the deal from, for `same_deal`. */
  table: TableId | null;
  results: Result[];
}

export interface Device {
  created: Moment;
  /** How it came: with a new name, or by a link. */
  label: string;
}

/** A seat added to the set of another; `cards` is the set as it is now. */
export interface DnupAdded {
  event: "added";
  seat: Seat;
  owner: Seat;
  area: Area | null;
  cards: string[];
}

/** The set of this seat was discarded: unbeaten, or beaten when its owner was out. */
export interface DnupDiscarded {
  event: "discarded";
  seat: Seat;
  area: Area | null;
  beaten: boolean;
  cards: string[];
}

/** What happens in dnup. */
export type DnupEvent =
  | DnupStarts
  | DnupPlayed
  | DnupAdded
  | DnupTaken
  | DnupReturned
  | DnupDiscarded
  | DnupOut
  | DnupRoundOver
  | DnupGameOver;

/** The game is over. */
export interface DnupGameOver {
  event: "game_over";
}

/** A deal (no seat) or a move, and what followed from it. */
export interface DnupLine {
  seat: Seat | null;
  move: string;
  events: DnupEvent[];
}

/** A seat has no cards any more, and got so many points for it. */
export interface DnupOut {
  event: "out";
  seat: Seat;
  points: number;
}

/** A seat laid down a set of its own. */
export interface DnupPlayed {
  event: "played";
  seat: Seat;
  area: Area | null;
  cards: string[];
}

/** A beaten set went back to its owner's hand; `cards` as they came there, turned. */
export interface DnupReturned {
  event: "returned";
  seat: Seat;
  area: Area | null;
  cards: string[];
}

/** The round is over; another deal follows. */
export interface DnupRoundOver {
  event: "round_over";
}

/** A set on the table. With two players each has two areas, `a` and `b`. */
export interface DnupSet {
  seat: Seat;
  area: Area | null;
  value: number;
  cards: string[];
}

/** Cards were dealt, and this seat begins. */
export interface DnupStarts {
  event: "starts";
  seat: Seat;
}

/** A seat took a set into its hand; `cards` as they came there, turned. */
export interface DnupTaken {
  event: "taken";
  seat: Seat;
  area: Area | null;
  owner: Seat;
  cards: string[];
}

/** A card is written `7/1`: its active value, then the one it has when turned. */
export interface DnupView {
  game: "dnup";
  players: number;
  seat: Seat | null;
  to_act: Seat | null;
  over: boolean;
  /** By seat. */
  scores: number[];
  round: number;
  starter: Seat | null;
  /** Where the seat to act plays, with two players. */
  area: Area | null;
  /** The seat's own; a spectator has none. */
  hand: string[] | null;
  /** By seat: how many cards it holds. */
  counts: number[];
  sets: DnupSet[];
  discard: number;
  /** The seats that have no cards any more, the first one first. */
  out: Seat[];
  /** What the seat may do now; empty unless it is to act. */
  legal: Move[];
  history?: DnupLine[];
}

/**
 * Your command is on disk, as the entry of this number: what a repeat is answered.      Also what a
 * command by REST is answered. Over a WebSocket the first answer is the update.
 */
export interface Done {
  say: "done";
  id: ClientId;
  version: Version;
}

/** The table was closed without a ballot: by whoever runs the server, or nobody came. */
export interface Ended {
  what: "ended";
  n: number;
  at: Moment;
  reason: Word;
}

/** Everything of yours that this server keeps. */
export interface Export {
  me: Me;
  devices: Device[];
  seatings: Seating[];
  results: Result[];
  said: Utterance[];
  /** Of the games you sat at that are over. */
  records: Record<string, unknown>[];
}

/** The last message before the server closes; `code` says why. */
export interface Farewell {
  say: "farewell";
  code: Word;
  sentence: string;
}

/** The host seats a bot, or opens a seat again (no bot), before the game. */
export interface Fill {
  do: "fill";
  id: ClientId;
  version: Version;
  seat: Seat;
  bot?: Word | null;
}

export interface Filled {
  what: "filled";
  n: number;
  at: Moment;
  seat: Seat;
  bot?: Word | null;
}

/** Where a code leads. */
export interface Found {
  table: TableId;
}

/** A game that can be played here. */
export interface GameFacts {
  game: Word;
  title: string;
  /** The version of its rules, as records have it. */
  rules: number;
  edition: string;
  players: number[];
  /** How many sit down if nobody says. */
  usual_players: number;
  /** By number of players: the seats that win and lose together. */
  sides: Record<string, Seat[][]>;
  options: Option[];
  /** The gentlest first. */
  levels: Level[];
  /** How a deal can be played again; none: in one way only. */
  modes: Mode[];
  /** Boxes or missions by their names in views and moves. */
  components: Record<string, unknown>;
  /** The rules in our words, in Markdown. */
  about: string;
}

export interface Games {
  /** What this server is called. */
  server: string;
  version: string;
  games: GameFacts[];
}

export interface Health {
  status: "ok";
}

/** Ask for advice. The others see that it was asked, only the asker what it was. */
export interface Hint {
  do: "hint";
  id: ClientId;
  version: Version;
  seat: Seat;
}

export interface Hinted {
  what: "hinted";
  n: number;
  at: Moment;
  seat: Seat;
}

/** Company: what a seat's bot can be. */
export interface Level {
  level: Word;
  description: string;
}

/** A deal or a move as the receiver witnessed it, and what followed from it. */
export interface Line {
  seat: Seat | null;
  move: string;
  events: DnupEvent[] | TeamPlayEvent[] | TeamUpEvent[];
}

/** Opens on another device as the same person, once, within the time. */
export interface Link {
  url: string;
  expires: number;
  /** An SVG. */
  qr: string;
}

/** What stands at the end of a link to another device. */
export interface LinkToken {
  token: Token;
}

/**
 * Say which of your seats looks at this device now, or that none does: for a game with hidden
 * hands and several seats of yours. The answer is an update with the view of that seat. Updates
 * have it until the turn comes to another seat of yours. It is not kept.
 */
export interface Look {
  do: "look";
  id: ClientId;
  version: Version;
  seat?: Seat | null;
}

/** Make a move. What all must agree to (stopping, in Team UP) begins a ballot. */
export interface MakeMove {
  do: "move";
  id: ClientId;
  version: Version;
  seat: Seat;
  move: Move;
}

/** A person, as told to that person. */
export interface Me {
  id: string;
  name: Name;
  created: Moment;
  /** Told once, when the person is made: programs send it as `Authorization: Bearer …`. */
  secret?: string | null;
}

export type Mode = "challenge" | "competition" | "puzzle";

/** Milliseconds since 1970, by the server's clock. */
export type Moment = number;

/** In the game's notation. */
export type Move = string;

export interface Moved {
  what: "moved";
  n: number;
  at: Moment;
  seat: Seat;
  lines: Line[];
  /** `clock`: time was up, and a bot made this one move. */
  by?: "bot" | "clock" | "person";
}

/**
 * The host mutes somebody: the person of `seat`, or the person who said the entry of this
 * number. `lift` lets them talk again; `entry` may then be the number that the facts tell.
 */
export interface Mute {
  do: "mute";
  id: ClientId;
  version: Version;
  seat?: Seat | null;
  entry?: number | null;
  lift?: boolean;
}

/** The host has muted somebody, or lets them talk again (`lifted`). */
export interface Muted {
  what: "muted";
  n: number;
  at: Moment;
  name: Name;
  seat?: Seat | null;
  lifted?: boolean;
}

/** What somebody is called. */
export type Name = string;

export interface NewPerson {
  name: Name;
}

/** What the host picks. Seats without a bot wait for people; the host takes `seat`, or none. */
export interface NewTable {
  game: Word;
  players: number;
  options?: Options;
  /** By seat: the level of a bot. */
  bots?: Record<string, Word>;
  seat?: Seat | null;
  public?: boolean;
  clock?: Clock | null;
  hints?: boolean;
  /** Seconds until the others may decide about who is away; null: as the server has it. */
  grace?: number | null;
  /** A game of this server whose deal is played again. */
  same_deal?: TableId | null;
  /** Team UP with the same deal: as a challenge or a competition. */
  mode?: Mode | null;
  /** Team UP: a puzzle of the book. */
  puzzle?: number | null;
  /** Today's deal, the same for all. */
  daily?: boolean;
  /** Begin at once; no seat may be open. */
  start?: boolean;
  /** With one, a wish that is sent again gets the table that it was given the first time. */
  id?: ClientId | null;
}

export interface Opened {
  what: "opened";
  n: number;
  at: Moment;
}

/** A house rule. */
export interface Option {
  option: string;
  /** The default first. */
  choices: (string | number | boolean)[];
}

export type Options = Record<string, string | number | boolean>;

/** Something to say with one press, in four languages. */
export interface Phrase {
  phrase: Word;
  en: string;
  fr: string;
  de: string;
  it: string;
}

export interface Phrases {
  phrases: Phrase[];
}

/** Show the others a move one thinks of; it is not kept. Without a move: no longer. */
export interface Point {
  do: "point";
  id: ClientId;
  version: Version;
  seat: Seat;
  move?: Move | null;
}

/** A teammate thinks of this move, or no longer of any. */
export interface Pointed {
  say: "pointed";
  seat: Seat;
  move?: string | null;
}

/** Which seats have somebody at them right now, and how many watch. */
export interface Presence {
  say: "presence";
  present: Seat[];
  watching: number;
}

/** Why a call was refused. */
export interface Problem {
  code: Word;
  sentence: string;
  details?: Record<string, unknown>;
}

/**
 * Ask the others to end the game unfinished. Before the game the host closes the table so, and
 * needs no seat for it.
 */
export interface ProposeEnd {
  do: "propose-end";
  id: ClientId;
  version: Version;
  seat?: Seat | null;
}

/** A puzzle of the book, without its cards or its solution. */
export interface PuzzleLine {
  number: number;
  id: string;
  difficulty: number;
}

export interface Puzzles {
  puzzles: PuzzleLine[];
}

export interface Rating {
  name: Name;
  bot: boolean;
  /** A cautious estimate: mu − 3 sigma. */
  rating: number;
  mu: number;
  sigma: number;
  games: number;
  wins: number;
  /** Team UP: the average score. */
  average?: number | null;
}

export interface Ratings {
  game: Word;
  ratings: Rating[];
}

/** Why the rules forbid a move; `details` are what the sentence is made of. */
export interface Reason {
  code: Word;
  sentence: string;
  details?: Record<string, unknown>;
}

/** Why the moves that were asked about with this id are not possible at this version. */
export interface Reasons {
  say: "reasons";
  id: ClientId;
  version: Version;
  /** By move. null: it is possible. */
  reasons: Record<string, Reason | null>;
}

/** Your command was refused, and nothing changed. */
export interface Refused {
  say: "refused";
  id: ClientId | null;
  code: Word;
  sentence: string;
  details?: Record<string, unknown>;
}

/**
 * The host removes somebody, who is named as in `mute`: they lose their seats and cannot come
 * again. During the game only people without a seat. `lift` lets them come again.
 */
export interface Remove {
  do: "remove";
  id: ClientId;
  version: Version;
  seat?: Seat | null;
  entry?: number | null;
  lift?: boolean;
}

/** The host has removed somebody, or lets them come again (`lifted`). */
export interface Removed {
  what: "removed";
  n: number;
  at: Moment;
  name: Name;
  seat?: Seat | null;
  lifted?: boolean;
}

/** A finished game as it stood after so many of its lines. */
export interface Replay {
  ply: number;
  plies: number;
  /** The line that led here, as the seat asked for witnessed it; none before the first. */
  lines: Line[];
  /** Of every seat in order, or of the one asked for. */
  views: AnyView[];
}

/** How a game ended. */
export interface Result {
  table: TableId;
  game: Word;
  players: number;
  options?: Options;
  mode?: Mode | null;
  deal: string;
  day?: string | null;
  finished: Moment;
  scores: number[];
  seats: ResultSeat[];
  /** Not if advice was asked for or more was taken back than the others could see. */
  rated?: boolean;
}

export interface ResultSeat {
  /** null: a person who asked to be forgotten. */
  name?: Name | null;
  bot?: Word | null;
}

export interface Results {
  results: Result[];
}

export type Said = string;

export interface Sat {
  what: "sat";
  n: number;
  at: Moment;
  seat: Seat;
  name: Name;
}

/** Say something to all: a text or one of the phrases; a spectator has no seat. */
export interface Say {
  do: "say";
  id: ClientId;
  version: Version;
  seat?: Seat | null;
  text?: Said | null;
  phrase?: Word | null;
}

/** A place at the table, counted from 1. */
export type Seat = number;

/** Who is in a seat. A seat nobody is in has neither name nor bot. */
export interface SeatFacts {
  seat: Seat;
  name?: Name | null;
  /** The level of the bot that plays here: alone, or in place of a person (`name`) who is away. */
  bot?: Word | null;
  /** Whether its person has left, or was not there for longer than the grace time. */
  away?: boolean;
  host?: boolean;
  /** Milliseconds left of its reserve, at a table with a clock. */
  reserve?: number | null;
}

/** A seat that you had. */
export interface Seating {
  table: TableId;
  game: Word;
  state: State;
  seat: Seat;
  name: Name;
  at: Moment;
}

/** How the deals can be checked: the hash before the game, seed and nonce after it. */
export interface Shuffle {
  commitment: string;
  seed?: string | null;
  nonce?: string | null;
}

/**
 * Entries after a version, or before one, as told to the asker, and how things stand now; at
 * most `limit` of them, the last ones. `views` are as in a Standing.
 */
export interface Since {
  version: Version;
  told: AnyTold[];
  views: AnyView[];
  table: TableFacts;
  /** The number of the first entry told. Older ones can be asked for with `before`. */
  first?: number;
  /** Whether the host has muted the asker. */
  muted?: boolean;
}

/** Take an open seat. Before the game anybody may; `name` is how this seat is called. */
export interface Sit {
  do: "sit";
  id: ClientId;
  version: Version;
  seat: Seat;
  name?: Name | null;
}

export interface Spoke {
  what: "said";
  n: number;
  at: Moment;
  name: Name;
  seat?: Seat | null;
  text?: string | null;
  phrase?: Word | null;
}

/** Leave a seat. During the game the others then decide what becomes of it. */
export interface Stand {
  do: "stand";
  id: ClientId;
  version: Version;
  seat: Seat;
}

/** A table and what the asker sees of it. */
export interface Standing {
  table: TableFacts;
  seats: Seat[];
  /**
   * One for each seat of the asker, or the spectators' one. Empty before the game. For an asker
   * with several seats, while hands are hidden: the one of the `seat` that is asked for, or the
   * spectators'.
   */
  views: AnyView[];
  told?: AnyTold[];
  /** Whether the asker is the host, also without a seat. */
  host?: boolean;
  /** Whether the host has muted the asker. */
  muted?: boolean;
}

/** The host begins the game: every seat has somebody. */
export interface Start {
  do: "start";
  id: ClientId;
  version: Version;
}

export interface Started {
  what: "started";
  n: number;
  at: Moment;
  lines: Line[];
}

/** Over: played to its end. Ended: by agreement, or by the server's host; unfinished. */
export type State = "ended" | "gathering" | "over" | "playing";

export interface Stood {
  what: "stood";
  n: number;
  at: Moment;
  seat: Seat;
  by_host?: boolean;
}

/** A table as everybody at it may see it. */
export interface TableFacts {
  id: TableId;
  code: Code;
  version: Version;
  game: Word;
  players: number;
  options?: Options;
  mode?: Mode | null;
  /** Tables of the same deal have the same. */
  deal: string;
  /** Whose daily deal it is: 2026-11-16. */
  day?: string | null;
  public?: boolean;
  state: State;
  seats: SeatFacts[];
  clock?: Clock | null;
  /** When the seat to act runs out of time. */
  deadline?: Moment | null;
  to_act?: Seat | null;
  scores?: number[] | null;
  /** So many lines, deals included, the game has. */
  plies?: number;
  ballots?: Ballot[];
  claims?: ClaimFacts[];
  talk?: "closed" | "free";
  /** Who may not talk here. */
  muted?: Barred[];
  /** Who may not come here any more. */
  removed?: Barred[];
  /** Whether one may ask for advice here. */
  hints?: boolean;
  /** The seats that could ask to take back a move now. */
  take_back?: Seat[];
  shuffle: Shuffle;
  created: Moment;
  /** The table whose game this one continues otherwise. */
  what_if?: TableId | null;
  /** The table whose deal is played again here: whoever sat there knows the cards. */
  again?: TableId | null;
  /**
   * Why it ended without a result: agreed (all did), closed (by the host), deserted, admin, or
   * another word of whoever runs the server.
   */
  ended_by?: Word | null;
}

export type TableId = string;

/** A table in a list. */
export interface TableLine {
  id: TableId;
  code?: Code | null;
  game: Word;
  players: number;
  state: State;
  seats: SeatFacts[];
  created: Moment;
  changed: Moment;
  clock?: Clock | null;
  mode?: Mode | null;
  day?: string | null;
  /** Why it ended without a result, as in the facts of a table. */
  ended_by?: Word | null;
}

export interface Tables {
  tables: TableLine[];
}

/** Ask to take back one's last move and what followed it. */
export interface TakeBack {
  do: "take-back";
  id: ClientId;
  version: Version;
  seat: Seat;
}

/** A card was turned up in the bank; null: its place waits for a deal. */
export interface TeamPlayBank {
  event: "bank";
  card: string | null;
}

/** A seat got its first hand, and sees which cards these are. */
export interface TeamPlayDealt {
  event: "dealt";
  seat: Seat;
  count: number;
  cards: string[] | null;
}

/** A seat put a card on the discard. */
export interface TeamPlayDiscarded {
  event: "discarded";
  seat: Seat;
  card: string;
}

/** A seat took a card. Of one from the pile the others do not see which. */
export interface TeamPlayDrawn {
  event: "drawn";
  seat: Seat;
  from: "bank" | "pile";
  card: string | null;
}

/** What happens in Team Play. */
export type TeamPlayEvent =
  | TeamPlayShuffled
  | TeamPlayBank
  | TeamPlayDealt
  | TeamPlayMission
  | TeamPlayTurn
  | TeamPlayDrawn
  | TeamPlayDiscarded
  | TeamPlayGiven
  | TeamPlayFulfilled
  | TeamPlaySwapped
  | TeamPlayLastRound
  | TeamPlayGameOver;

/** A seat fulfilled a mission with these cards. */
export interface TeamPlayFulfilled {
  event: "fulfilled";
  seat: Seat;
  mission: string;
  points: number;
  cards: string[];
}

/** The game is over. */
export interface TeamPlayGameOver {
  event: "game_over";
}

/** A seat gave cards to its partner; only the two see which. */
export interface TeamPlayGiven {
  event: "given";
  seat: Seat;
  to: Seat;
  count: number;
  cards: string[] | null;
}

/** With what this seat did the last round began. */
export interface TeamPlayLastRound {
  event: "last_round";
  seat: Seat;
}

/** A deal (no seat) or a move, and what followed from it. */
export interface TeamPlayLine {
  seat: Seat | null;
  move: string;
  events: TeamPlayEvent[];
}

/** A new mission of a seat, or in the centre; null: its place stays empty. */
export interface TeamPlayMission {
  event: "mission";
  seat: Seat | null;
  mission: string | null;
}

/** So many cards became a pile. */
export interface TeamPlayShuffled {
  event: "shuffled";
  pile: "missions" | "numbers";
  count: number;
}

/** A seat put away a mission for another one. */
export interface TeamPlaySwapped {
  event: "swapped";
  seat: Seat;
  mission: string | null;
}

/** A seat's turn began. */
export interface TeamPlayTurn {
  event: "turn";
  seat: Seat;
}

/** A card is written `b5`: its colour and its number. Missions have ids: `two_pairs_any`. */
export interface TeamPlayView {
  game: "team-play";
  players: number;
  seat: Seat | null;
  to_act: Seat | null;
  over: boolean;
  /** By seat. */
  scores: number[];
  teams: Seat[][];
  /** What the seat to act is to decide. */
  asked: "discard" | "exchange" | "refill" | "turn" | null;
  /** The mission that may be swapped now. */
  offered: string | null;
  /** So many cards the seat to act has drawn in this turn. */
  draws: number;
  /** Whether it has given cards to its partner in this turn. */
  gave: boolean;
  /** So many cards a hand may hold. */
  limit: number;
  /** The open cards, place by place. */
  bank: (string | null)[];
  /** The seat's own; a spectator has none. */
  hand: string[] | null;
  /** By seat: how many cards it holds. */
  counts: number[];
  discard: string[];
  pile: number;
  /** The mission that is open to all teams. */
  centre: string | null;
  /** By seat: its own missions, place by place. */
  missions: ((string | null)[])[];
  /** By team: the missions it has fulfilled. */
  scored: string[][];
  mission_discard: string[];
  mission_pile: number;
  /** How many turns are left, once the last round has begun. */
  turns_left: number | null;
  /** What the seat may do now; empty unless it is to act. */
  legal: Move[];
  history?: TeamPlayLine[];
}

/** A box on the pallet. `seat` placed it; the neutral one was nobody's. */
export interface TeamUpBox {
  box: string;
  /** The lowest column and row it covers: `c3`. */
  at: string;
  /** Along which its longer side runs; a square top has none, the upright neutral box z. */
  axis: "x" | "y" | "z" | null;
  /** The height it stands on. */
  level: number;
  shape: string;
  /** Along x, along y, up. */
  size: [number, number, number];
  seat: Seat | null;
}

/** A seat turned up a card. */
export interface TeamUpDrawn {
  event: "drawn";
  seat: Seat;
  card: string;
}

/** What happens in Team UP. */
export type TeamUpEvent =
  | TeamUpPlaced
  | TeamUpShuffled
  | TeamUpDrawn
  | TeamUpLayer
  | TeamUpPenalty
  | TeamUpGameOver;

/** Every box is stacked, the last card was obeyed, or the team stopped. */
export interface TeamUpGameOver {
  event: "game_over";
  why: "cards" | "stacked" | "stopped";
  score: number;
}

/** This layer, counted from 1, is full now. */
export interface TeamUpLayer {
  event: "layer";
  layer: number;
}

/** A deal (no seat) or a move, and what followed from it. */
export interface TeamUpLine {
  seat: Seat | null;
  move: string;
  events: TeamUpEvent[];
}

/** No box could obey this card. */
export interface TeamUpPenalty {
  event: "penalty";
  seat: Seat;
  card: string;
}

/** A box was placed: by a seat, or the neutral one by chance. */
export interface TeamUpPlaced {
  event: "placed";
  seat: Seat | null;
  box: string;
  at: string;
  axis: "x" | "y" | "z" | null;
  level: number;
}

/** So many cards were shuffled. */
export interface TeamUpShuffled {
  event: "shuffled";
  cards: number;
}

/** A box is a colour and a kind, `red wide2`; a card asks for one: `red`, `bar`, `wide|bar`. */
export interface TeamUpView {
  game: "team-up";
  players: number;
  seat: Seat | null;
  to_act: Seat | null;
  over: boolean;
  /** By seat. */
  scores: number[];
  /** The house rule: which boxes clone each other. */
  clone: "face" | "shape";
  mode: Mode | null;
  to_beat: number | null;
  /** Drawn, and not yet obeyed. */
  card: string | null;
  /** A list per row, from row 1 and column a. */
  heights: number[][];
  boxes: TeamUpBox[];
  /** By colour and kind: how many boxes are not on the pallet yet. */
  left: Record<string, Record<string, number>>;
  /** So many layers are full. */
  layers: number;
  penalties: number;
  deck: number;
  /** By card: how many of them are still to come. */
  undrawn: Record<string, number>;
  /** The order of the next ones, as far as the team knows it. */
  coming: string[];
  /** The legal moves that all must agree to. */
  agreed: Move[];
  end: "cards" | "stacked" | "stopped" | null;
  /** What the seat may do now; empty unless it is to act. */
  legal: Move[];
  history?: TeamUpLine[];
}

export type Token = string;

/** Moves were taken back without a ballot; so many lines of the game are kept. */
export interface TookBack {
  what: "took-back";
  n: number;
  at: Moment;
  seat: Seat;
  kept: number;
}

/**
 * What happened, and how things stand now. `table` and `seats` only if they changed.      `done` is
 * the id of your command if this is what it did: it is on disk. A `look` is answered     with the
 * views alone.
 */
export interface Update {
  say: "update";
  version: Version;
  told: AnyTold[];
  done?: ClientId | null;
  views?: AnyView[];
  table?: TableFacts | null;
  seats?: Seat[] | null;
  /** The seats that could ask to take back a move now, if they are others than before. */
  take_back?: Seat[] | null;
  /** Whether the host has muted you, if that has changed. */
  muted?: boolean | null;
}

/** Something that you said. */
export interface Utterance {
  table: TableId;
  at: Moment;
  text?: string | null;
  phrase?: Word | null;
}

/** The number of the last entry of the table's log that is known. */
export type Version = number;

/** Answer the ballot of this number: `yes` or `no`; about a seat `wait`, `bot` or `end`. */
export interface Vote {
  do: "vote";
  id: ClientId;
  version: Version;
  seat: Seat;
  ballot: number;
  choice: "bot" | "end" | "no" | "wait" | "yes";
}

/** Somebody voted. `outcome` if that settled it; `lines` and `kept` if it changed the game. */
export interface Voted {
  what: "voted";
  n: number;
  at: Moment;
  ballot: number;
  seat: Seat;
  choice: string;
  outcome?: string | null;
  lines?: Line[];
  kept?: number | null;
}

/** What is being compiled just now, after the first start. */
export interface Warming {
  /** Their bots play simply until they are compiled: within a minute or two. */
  games: Word[];
}

/** How things stand. `seats` are yours; without any you watch, and see what all may see. */
export interface Welcome {
  say: "welcome";
  version: Version;
  table: TableFacts;
  seats: Seat[];
  /**
   * One for each of your seats, or the spectators' one. Empty before the game. If you have several
   * seats and hands are hidden: the spectators', until one of your seats looks.
   */
  views: AnyView[];
  told: AnyTold[];
  present: Seat[];
  watching: number;
  /** Whether you are the host, also without a seat. */
  host?: boolean;
  /**
   * The number of the first entry told. At most 200 are: after a longer absence older ones are left
   * out, and can be asked for (`GET /api/tables/…/entries?before=`).
   */
  first?: number;
  /** Whether the host has muted you. */
  muted?: boolean;
}

/** Play on from a move of a finished game: you in `seat`, bots everywhere else. */
export interface WhatIf {
  ply: number;
  seat: Seat;
  /** The level of the bots; null: the one that stands in for people. */
  bot?: Word | null;
}

/**
 * Ask which moves the rules forbid, and why: for the seat to act. It is not kept, and only the
 * asker is answered.
 */
export interface Why {
  do: "why";
  id: ClientId;
  version: Version;
  seat: Seat;
  moves: Move[];
}

/** A code of ours. */
export type Word = string;
