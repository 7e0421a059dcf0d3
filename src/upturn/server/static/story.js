/* What happened at a table, in sentences: the entries of its log as they were told to this person. */

import { words } from "./words.js";

const say = words.told;

/** An entry as sentences; `at` is the table they are about. */
export function sentences(entry, at, phrases) {
  const name = entry.seat ? at.name(entry.seat) : "";
  const lines = (list) => (list ?? []).flatMap((line) => at.board.tell(line, at));
  switch (entry.what) {
    case "opened": return [say.opened()];
    case "sat": return [say.sat(entry.name, entry.seat)];
    case "stood": return [say.stood(words.home.seat(entry.seat), entry.by_host)];
    case "filled": return [say.filled(entry.seat, entry.bot && (words.level[entry.bot] ?? entry.bot))];
    case "started": return [say.started(), ...lines(entry.lines)];
    case "moved": return [...(entry.by === "clock" ? [say.clock(name)] : []), ...lines(entry.lines)];
    case "asked": return [say[entry.about](entry.by ? at.name(entry.by) : "", entry.about === "seat" ? name : entry.move)];
    case "voted": return [
      say.voted(name, words.ballot.choice[entry.choice]),
      ...(entry.outcome ? [say.outcome[entry.outcome] ?? entry.outcome] : []),
      ...(entry.kept === undefined ? [] : [say.taken]), ...lines(entry.lines),
    ];
    case "took-back": return [say.tookBack(name)];
    case "said": return [say.said(entry.name, entry.text ?? phrases[entry.phrase] ?? entry.phrase)];
    case "away": return [say.away(name, entry.left)];
    case "back": return [say.back(name)];
    case "claimed": return [say.claimed(entry.name, entry.seat)];
    case "answered": return [say.answered(entry.name, entry.seat, entry.given)];
    case "hinted": return [say.hinted(name)];
    case "ended": return [say.ended()];
    default: return [];
  }
}
