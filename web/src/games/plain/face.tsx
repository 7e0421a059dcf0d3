/** What a game has that offers nothing else: plain words, and a board that lists what is possible. */

import { part } from "../../ui/part";
import type { Line } from "../../wire";
import { and, t, tn } from "../../words/i18n";
import type { Face, Offer, Setting, View } from "../face";

const PlainBoard = part(() => import("./Board").then(({ Board }) => Board));
const known = new Map<string, Face>();

/** A game's face, with plain parts where it offers none. */
export function complete(offer: Offer): Face {
  const face: Face = {
    shelf: Infinity,
    lesson: false,
    company: (bots, level) => tn("Against {n} bot ({level})", "Against {n} bots ({level})", bots, { level }),
    options: {},
    puzzles: null,
    Board: (props) => <PlainBoard {...props} face={face} />,
    plain: !offer.Board,
    open: false,
    sounds: {},
    drawing: () => import("./drawing").then(({ draw }) => draw),
    asks: (view) => (view.over || view.to_act === null ? "" : t("Choose a move.")),
    move: (move) => move,
    verbs: {},
    tell,
    result: (view, at) => result(face, view, at),
    score: (score) => tn("{n} point", "{n} points", score),
    most: () => t("most points"),
    value: (_name, value) => value,
    form: () => 0,
    ...offer,
  };
  return face;
}

/** The face of a game that the server plays and this page knows nothing of. */
export function plainFace(game: string): Face {
  const face = known.get(game) ?? complete({ name: game, line: () => t("Pick your moves from a list.") });
  known.set(game, face);
  return face;
}

function tell(line: Line, at: Setting): string[] {
  if (line.seat === null) return [t("The cards are dealt.")];
  return [t("{name}: {move}", { name: at.name(line.seat), move: line.move })];
}

function result(face: Face, view: View, at: Setting): string {
  if (!view.over) return "";
  const best = Math.max(...view.scores);
  const seats = view.scores.flatMap((score, index) => (score === best ? [index + 1] : []));
  const score = face.score(best, view.players);
  const [winner] = seats;
  if (seats.length !== 1 || winner === undefined) return t("{names} win the game.", { names: and(seats.map(at.name)) });
  if (at.mine.length === 1 && at.mine[0] === winner) return t("You win the game: {score}!", { score });
  return t("{name} wins the game: {score}.", { name: at.name(winner), score });
}
