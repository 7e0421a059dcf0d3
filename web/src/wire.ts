// What crosses the network, as upturn.wire has it. Written by `make wire`: do not edit.

/** The hint that was asked for with this id. */
export interface Advice {
  say: "advice";
  id: ClientId;
  sentence: string;
  move?: string | null;
  /** The reason's code, for other languages. */
  code?: Word | null;
  /** The facts in the sentence. */
  details?: Record<string, unknown>;
}

/** The person of seat `by` is for giving the seat to the person who claimed it. */
export interface Agreed {
  what: "agreed";
  n: number;
  at: Moment;
  claim: number;
  seat: Seat;
  by: Seat;
}

/**
 * Say whether the person who claimed a seat shall have it: the host, or all who play (see the
 * facts of the claim).
 */
export interface Answer {
  do: "answer";
  id: ClientId;
  version: Version;
  claim: number;
  give: boolean;
}

/** A claim was refused, or the seat given. Without a name: the seat keeps the one it has. */
export interface Answered {
  what: "answered";
  n: number;
  at: Moment;
  claim: number;
  seat: Seat;
  given: boolean;
  name?: Name | null;
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
  | SeatClaimed
  | Pointed
  | Reasons
  | Advice
  | Farewell;

/** Any entry, as a receiver is told it. */
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
  | Agreed
  | Answered
  | Hinted
  | Ended;

/** What a seat sees, or a spectator. */
export type AnyView = DnupView | TeamPlayView | TeamUpView;

export type Area = "a" | "b";

/** A ballot began. The seat `by`, or the table itself, asks about `seat` or `move`. */
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

/** A person left, or has been gone for longer than the grace time. */
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
  /** The name of the seat from now on, if somebody else had got it: that person watches now. */
  name?: Name | null;
}

/** A question to the seats. */
export interface Ballot {
  ballot: number;
  /**
   * `agree` is about a move that all must agree to, `seat` about what happens to an empty seat.
   */
  about: "agree" | "end" | "seat" | "take-back";
  /** The seat that asks. null if the table itself asks about a seat. */
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

/**
 * Ask for a seat whose person is not there, or that a bot sits in. Where partners may not talk
 * `name` is ignored.
 */
export interface Claim {
  do: "claim";
  id: ClientId;
  version: Version;
  seat: Seat;
  name?: Name | null;
}

/** Somebody asks for a seat. */
export interface ClaimFacts {
  claim: number;
  seat: Seat;
  /** Not told where partners may not talk: a name could carry words. */
  name?: Name | null;
  /** Whether the person who opened the table may give the seat alone, also without a seat. */
  host?: boolean;
  /** The seats that must all agree; the host's alone, if the host plays and may give it. */
  voters?: Seat[];
  /** Those of them that have agreed. */
  agreed?: Seat[];
  /** A vote gives the seat no sooner: until then its person can come back. */
  given_from?: Moment | null;
}

/** Somebody asks for a seat; without a name where partners may not talk. */
export interface Claimed {
  what: "claimed";
  n: number;
  at: Moment;
  claim: number;
  seat: Seat;
  name?: Name | null;
}

/** Chosen by the client, another one for each command: a repeat is recognised. */
export type ClientId = string;

/** Seconds for each move. Time beyond that comes from the seat's reserve for the whole game. */
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
  /** The bots that play along, by seat. Empty if you may choose. */
  bots: Record<string, Word>;
  options?: Options;
  deal: DealId;
  commitment: string;
  /** Everybody's first result so far. */
  results: Result[];
  /** The table where you play it or have played it. */
  table?: TableId | null;
  played?: boolean;
  /** Whether you, or somebody in your browser, have seen its cards: it is played once. */
  seen?: boolean;
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
  /** A table with this deal, to use as `same_deal`. */
  table: TableId | null;
  results: Result[];
  /** Whether you, or somebody in your browser, have seen its cards. */
  seen?: boolean;
}

/** A device on which you are signed in: `Firefox` on `Android`, as far as it said so then. */
export interface Device {
  /** Names a device; it is no secret. */
  id: string;
  created: Moment;
  /** The hour in which it was last seen, or when it came, if that is later. */
  seen: Moment;
  /** Whether it is the one that asks. */
  this?: boolean;
  /** Whether it came by a link of another device, not with your name. */
  by_link?: boolean;
  browser?: string | null;
  system?: string | null;
}

export interface Devices {
  /** The last seen first. */
  devices: Device[];
}

/** A seat added to another seat's set. `cards` is the set as it is now. */
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

/** A seat has no cards left, and got points for it. */
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

/** A beaten set went back to its owner's hand. `cards` are as they are there, turned. */
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

/** A seat took a set into its hand. `cards` are as they are there, turned. */
export interface DnupTaken {
  event: "taken";
  seat: Seat;
  area: Area | null;
  owner: Seat;
  cards: string[];
}

/** A card is written `7/1`: its active value, then its value when turned. */
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
  /** With two players: the area where the seat to act plays. */
  area: Area | null;
  /** The seat's own hand. A spectator has none. */
  hand: string[] | null;
  /** How many cards each seat holds. */
  counts: number[];
  sets: DnupSet[];
  discard: number;
  /** The seats that have no cards left, in the order in which they went out. */
  out: Seat[];
  /** What the seat may do now. Empty unless it is the seat to act. */
  legal: Move[];
  history?: DnupLine[];
}

/**
 * Your command is on disk, as the entry with this number. This is the answer to a repeat.      It
 * is also the answer to a command by REST. Over a WebSocket the first answer is the update.
 */
export interface Done {
  say: "done";
  id: ClientId;
  version: Version;
}

/** The table was closed without a ballot, by an admin of the server or because nobody came. */
export interface Ended {
  what: "ended";
  n: number;
  at: Moment;
  reason: Word;
}

/** Everything that this server stores about you. */
export interface Export {
  me: Me;
  devices: Device[];
  seatings: Seating[];
  results: Result[];
  said: Utterance[];
  /** Records of the finished games that you played in. */
  records: Record<string, unknown>[];
  /** Deals whose cards you have seen. */
  seen: DealId[];
}

/** The last message before the server closes; `code` says why. */
export interface Farewell {
  say: "farewell";
  code: Word;
  sentence: string;
}

/** Put a bot in a seat, or open the seat again (no bot). Only the host may, before the game. */
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

/** The table that a code leads to. */
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
  /** The number of players by default. */
  usual_players: number;
  /** The seats that win and lose together, by number of players. */
  sides: Record<string, Seat[][]>;
  options: Option[];
  /** The weakest first. */
  levels: Level[];
  /** The ways in which a deal can be played again. Empty if there is only one. */
  modes: Mode[];
  /** Boxes or missions by their names in views and moves. */
  components: Record<string, unknown>;
  /** The rules in our words, in Markdown. */
  about: string;
}

export interface Games {
  /** The name of this server. */
  server: string;
  version: string;
  games: GameFacts[];
}

export interface Health {
  status: "ok";
}

/** Ask for advice. The others see that you asked, but only you see the advice. */
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

/** A level that a seat's bot can have. */
export interface Level {
  level: Word;
  description: string;
}

/** A deal or a move as the receiver saw it, and what followed from it. */
export interface Line {
  seat: Seat | null;
  move: string;
  events: DnupEvent[] | TeamPlayEvent[] | TeamUpEvent[];
}

/** A link that signs another device in as the same person, once, before it expires. */
export interface Link {
  url: string;
  expires: number;
  /** An SVG. */
  qr: string;
}

/** The token at the end of a link to another device. */
export interface LinkToken {
  token: Token;
}

/**
 * Say which of your seats is looking at this device now, or that none is. This is for games
 * with hidden hands if you have several seats. The answer is an update with the view of that seat.
 * Updates contain that view until it is the turn of another of your seats. It is not stored.
 */
export interface Look {
  do: "look";
  id: ClientId;
  version: Version;
  seat?: Seat | null;
}

/** Make a move. A move that all must agree to (stopping, in Team UP) begins a ballot. */
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
  /** Sent once, when the person is created. Programs send it as `Authorization: Bearer …`. */
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
  /** `clock` means that time was up, and a bot made this one move. */
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

/** What the host picks. Seats without a bot wait for people. The host takes `seat`, if any. */
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
  /**
   * Seconds until the others may decide about somebody who is away. null: the server's default.
   */
  grace?: number | null;
  /** A table on this server whose deal is played again. */
  same_deal?: TableId | null;
  /** Team UP with the same deal: as a challenge or a competition. */
  mode?: Mode | null;
  /** Team UP: a puzzle of the book. */
  puzzle?: number | null;
  /** Today's deal, the same for everybody. */
  daily?: boolean;
  /** Begin at once. No seat may be open then. */
  start?: boolean;
  /**
   * An id for this request. If it is sent again with the same id, the answer is the same table.
   */
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

/** Something to say with one press, in English. The page shows it in everybody's language. */
export interface Phrase {
  phrase: Word;
  text: string;
}

export interface Phrases {
  phrases: Phrase[];
}

/**
 * Show the others a move you are thinking of, or stop showing one (no move). It is not     stored.
 */
export interface Point {
  do: "point";
  id: ClientId;
  version: Version;
  seat: Seat;
  move?: Move | null;
}

/** A teammate is thinking of this move, or no longer of any. */
export interface Pointed {
  say: "pointed";
  seat: Seat;
  move?: string | null;
}

/** Which seats have somebody at them right now, and how many people watch. */
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
 * Ask the others to end the game unfinished. Before the game, this is how the host closes the
 * table; the host needs no seat for it.
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

/** Why the rules forbid a move. `details` are the facts in the sentence. */
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
  /** The reason by move. null for a move that is possible. */
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

/** A finished game as it stood after some of its lines. */
export interface Replay {
  ply: number;
  plies: number;
  /** The line that led here, as the chosen seat was told it. Empty before the first line. */
  lines: Line[];
  /** The views of all seats in order, or of the chosen seat. */
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
  /** False if somebody asked for advice, or took back more than the others could see. */
  rated?: boolean;
  /** Whether somebody at the table had seen the deal elsewhere: it is not ranked then. */
  knew_deal?: boolean;
}

export interface ResultSeat {
  /** null for a person who was deleted. */
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

/** Say something to everybody: a text or one of the phrases. A spectator leaves out the seat. */
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

/**
 * Somebody asks for your seat at this table, or has got it (`given`): come back to have it.     All
 * your devices are told, at whatever table they are.
 */
export interface SeatClaimed {
  say: "seat-claimed";
  table: TableId;
  code: Code;
  seat: Seat;
  given?: boolean;
}

/** Who is in a seat. An empty seat has neither a name nor a bot. */
export interface SeatFacts {
  seat: Seat;
  name?: Name | null;
  /**
   * The level of the bot that plays here. With a `name`, it stands in for a person who is away.
   */
  bot?: Word | null;
  /** Whether the person has left, or has been gone for longer than the grace time. */
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

/** What is needed to check the deals: the hash before the game, seed and nonce after it. */
export interface Shuffle {
  commitment: string;
  seed?: string | null;
  nonce?: string | null;
  /**
   * When seed and nonce are told, if not at the end of the game: those of a deal of the day, when
   * the day is over.
   */
  told?: Moment | null;
}

/**
 * Entries after a version, or before one, as told to the asker, and how things stand now: at
 * most `limit` of them, the last ones. `views` are the same as in a Standing.
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

/** Take an open seat, which anybody may do before the game. `name` is the name of this seat. */
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
  /** Whether the person who opened the table said it: nobody mutes or removes them. */
  opener?: boolean;
}

/** Leave a seat. During a game, the others then decide what happens to it. */
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
   * A view for each seat of the asker, or the spectators' view. Empty before the game. If the asker
   * has several seats and hands are hidden, it is the view of the chosen `seat`, or the spectators'
   * view.
   */
  views: AnyView[];
  told?: AnyTold[];
  /** Whether the asker is the host, also without a seat. */
  host?: boolean;
  /** As in a Welcome: seats of the asker that somebody else has got. */
  lost?: Seat[];
  /** Whether the host has muted the asker. */
  muted?: boolean;
  /** Whether the asker opened the table: nobody else removes people. */
  opener?: boolean;
}

/** Begin the game. Only the host may, once every seat is taken. */
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

/** Over: played to its end. Ended: unfinished, by agreement or by an admin of the server. */
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
  /** An id that all tables with the same deal share. */
  deal: string;
  /** The day whose deal it is: 2026-11-16. */
  day?: string | null;
  public?: boolean;
  state: State;
  seats: SeatFacts[];
  clock?: Clock | null;
  /** When the seat to act runs out of time. */
  deadline?: Moment | null;
  to_act?: Seat | null;
  scores?: number[] | null;
  /** The number of lines in the game, including deals. */
  plies?: number;
  ballots?: Ballot[];
  claims?: ClaimFacts[];
  talk?: "closed" | "free";
  /** Who may not talk here. */
  muted?: Barred[];
  /** Who may not come here any more. */
  removed?: Barred[];
  /** Whether people may ask for advice here. */
  hints?: boolean;
  /** The seats that could ask to take back a move now. */
  take_back?: Seat[];
  shuffle: Shuffle;
  created: Moment;
  /** The table whose game this one continues in another way. */
  what_if?: TableId | null;
  /** The table whose deal is played again here. The people who sat there know the cards. */
  again?: TableId | null;
  /**
   * Why it ended without a result: agreed (by all), closed (by the host), deserted, admin, or
   * another word from an admin of the server.
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
  /** In the list of your own tables: those of your seats that somebody asks for. */
  claimed?: Seat[];
}

export interface Tables {
  tables: TableLine[];
}

/** Ask to take back your last move and everything after it. */
export interface TakeBack {
  do: "take-back";
  id: ClientId;
  version: Version;
  seat: Seat;
}

/** A card was turned up in the bank. With null, its place waits for a deal. */
export interface TeamPlayBank {
  event: "bank";
  card: string | null;
}

/** A seat got its first hand. Only that seat sees the cards. */
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

/** A seat took a card. If it came from the pile, the others do not see it. */
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

/** A seat gave cards to its partner. Only these two see which. */
export interface TeamPlayGiven {
  event: "given";
  seat: Seat;
  to: Seat;
  count: number;
  cards: string[] | null;
}

/** The last round began with what this seat did. */
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

/** A new mission for a seat, or in the centre. With null, its place stays empty. */
export interface TeamPlayMission {
  event: "mission";
  seat: Seat | null;
  mission: string | null;
}

/** Cards were shuffled into a pile. */
export interface TeamPlayShuffled {
  event: "shuffled";
  pile: "missions" | "numbers";
  count: number;
}

/** A seat swapped a mission for another one. */
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

/**
 * A card is written `b5`: its colour and its number. Missions have ids such as     `two_pairs_any`.
 */
export interface TeamPlayView {
  game: "team-play";
  players: number;
  seat: Seat | null;
  to_act: Seat | null;
  over: boolean;
  /** By seat. */
  scores: number[];
  teams: Seat[][];
  /** What the seat to act must decide. */
  asked: "discard" | "exchange" | "refill" | "turn" | null;
  /** The mission that may be swapped now. */
  offered: string | null;
  /** How many cards the seat to act has drawn this turn. */
  draws: number;
  /** Whether it has given cards to its partner this turn. */
  gave: boolean;
  /** How many cards a hand may hold. */
  limit: number;
  /** The open cards, place by place. */
  bank: (string | null)[];
  /** The seat's own hand. A spectator has none. */
  hand: string[] | null;
  /** How many cards each seat holds. */
  counts: number[];
  discard: string[];
  pile: number;
  /** The mission that is open to all teams. */
  centre: string | null;
  /** Each seat's own missions, place by place. */
  missions: ((string | null)[])[];
  /** The missions that each team has fulfilled. */
  scored: string[][];
  mission_discard: string[];
  mission_pile: number;
  /** How many turns are left, once the last round has begun. */
  turns_left: number | null;
  /** What the seat may do now. Empty unless it is the seat to act. */
  legal: Move[];
  history?: TeamPlayLine[];
}

/** A box on the pallet, and the seat that placed it. Nobody placed the neutral box. */
export interface TeamUpBox {
  box: string;
  /** The lowest column and row it covers: `c3`. */
  at: string;
  /** The direction of its longer side. A square top has none; the upright neutral box has z. */
  axis: "x" | "y" | "z" | null;
  /** The height of its base. */
  level: number;
  shape: string;
  /** Its length along x and along y, and its height. */
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

/** A seat placed a box, or chance placed the neutral one. */
export interface TeamUpPlaced {
  event: "placed";
  seat: Seat | null;
  box: string;
  at: string;
  axis: "x" | "y" | "z" | null;
  level: number;
}

/** Cards were shuffled. */
export interface TeamUpShuffled {
  event: "shuffled";
  cards: number;
}

/**
 * A box is a colour and a kind: `red wide2`. A card asks for a box: `red`, `bar`,     `wide|bar`.
 */
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
  /** The card that was drawn and not yet obeyed. */
  card: string | null;
  /** A list per row, from row 1 and column a. */
  heights: number[][];
  boxes: TeamUpBox[];
  /** How many boxes are not on the pallet yet, by colour and kind. */
  left: Record<string, Record<string, number>>;
  /** How many layers are full. */
  layers: number;
  penalties: number;
  deck: number;
  /** How many of each card are still to come. */
  undrawn: Record<string, number>;
  /** The next cards in order, as far as the team knows them. */
  coming: string[];
  /** The legal moves that all must agree to. */
  agreed: Move[];
  end: "cards" | "stacked" | "stopped" | null;
  /** What the seat may do now. Empty unless it is the seat to act. */
  legal: Move[];
  history?: TeamUpLine[];
}

export type Token = string;

/** Moves were taken back without a ballot. `kept` is how many lines of the game are left. */
export interface TookBack {
  what: "took-back";
  n: number;
  at: Moment;
  seat: Seat;
  kept: number;
}

/**
 * What happened, and how things stand now. Has `table` and `seats` only if they changed.
 * `done` is the id of your command if this update is its result, which is on disk. The answer to a
 * `look` has only the views.
 */
export interface Update {
  say: "update";
  version: Version;
  told: AnyTold[];
  done?: ClientId | null;
  views?: AnyView[];
  table?: TableFacts | null;
  seats?: Seat[] | null;
  /** The seats that could ask to take back a move now, if that has changed. */
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

/** Answer the ballot with this number: `yes` or `no`, or about a seat `wait`, `bot` or `end`. */
export interface Vote {
  do: "vote";
  id: ClientId;
  version: Version;
  seat: Seat;
  ballot: number;
  choice: "bot" | "end" | "no" | "wait" | "yes";
}

/**
 * Somebody voted. Has `outcome` if that settled it, `lines` and `kept` if it changed the     game.
 */
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

/** What is being compiled right now, after the first start. */
export interface Warming {
  /** Games whose bots play simply until they are compiled, within a minute or two. */
  games: Word[];
}

/**
 * How things stand. `seats` are your seats. Without a seat you watch, and see what all may     see.
 */
export interface Welcome {
  say: "welcome";
  version: Version;
  table: TableFacts;
  seats: Seat[];
  /**
   * A view for each of your seats, or the spectators' view. Empty before the game. If you have
   * several seats and hands are hidden, it is the spectators' view until one of your seats looks.
   */
  views: AnyView[];
  told: AnyTold[];
  present: Seat[];
  watching: number;
  /** Whether you are the host, also without a seat. */
  host?: boolean;
  /** Seats that were yours until somebody else got them: sit down in one to have it back. */
  lost?: Seat[];
  /**
   * The number of the first entry told. At most 200 are: after a longer absence older ones are left
   * out, and can be asked for (`GET /api/tables/…/entries?before=`).
   */
  first?: number;
  /** Whether the host has muted you. */
  muted?: boolean;
  /** Whether you opened the table: nobody else removes people. */
  opener?: boolean;
}

/** Play on from a move of a finished game, with you in `seat` and bots everywhere else. */
export interface WhatIf {
  ply: number;
  seat: Seat;
  /** The level of the bots. With null, it is the level that stands in for people. */
  bot?: Word | null;
}

/**
 * Ask which moves the rules forbid the seat to act, and why. It is not stored, and only you get
 * an answer.
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
