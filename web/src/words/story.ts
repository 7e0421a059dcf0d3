/** What happened at a table, in sentences: the entries of its log as they were told to us. */

import type { Face, Setting } from "../games/face";
import type { AnyTold, Asked, Line, Phrase, Seat, Voted } from "../wire";
import { said, t } from "./i18n";
import { levelName } from "./names";
import { answered, asksForSeat } from "./seats";

/** What sentences are made with. */
export interface Teller {
  face: Face;
  at: Setting;
  phrases: readonly Phrase[];
}

/** What one can vote. */
export function choiceName(choice: string): string {
  switch (choice) {
    case "yes":
      return t("Yes");
    case "no":
      return t("No");
    case "wait":
      return t("Wait");
    case "bot":
      return t("Let a bot play");
    case "end":
      return t("End the game");
    default:
      return choice;
  }
}

/** Why a table was ended unfinished. */
export function endedBy(reason: string | null | undefined): string {
  switch (reason) {
    case "agreed":
      return t("Everyone agreed to end it.");
    case "admin":
      return t("The people who run this server ended it.");
    case "closed":
      return t("The host closed the table.");
    case "deserted":
      return t("Nobody came back.");
    default:
      return "";
  }
}

/** A phrase in the language of the page; others read it in theirs. */
export function phraseText(code: string, phrases: readonly Phrase[]): string {
  const phrase = phrases.find((one) => one.phrase === code);
  return phrase ? said(phrase.text) : code;
}

/** The whole story, a paragraph for each entry. Seats are called as they were when it happened. */
export function story(told: readonly AnyTold[], teller: Teller): { entry: AnyTold; text: string }[] {
  const then = new Map<Seat, string>();
  const name = (seat: Seat): string => then.get(seat) ?? teller.at.name(seat);
  const telling = { ...teller, at: { ...teller.at, name } };
  return told.map((entry) => {
    if (entry.what === "sat" || entry.what === "back" || (entry.what === "answered" && entry.given)) {
      if (entry.name) then.set(entry.seat, entry.name);
    }
    if (entry.what === "stood" || (entry.what === "removed" && entry.seat)) then.delete(entry.seat!);
    return { entry, text: sentences(entry, telling).join(" ") };
  });
}

/** An entry as sentences. */
export function sentences(entry: AnyTold, teller: Teller): string[] {
  const { at, face, phrases } = teller;
  const name = "seat" in entry && entry.seat ? at.name(entry.seat) : "";
  const seat = "seat" in entry ? entry.seat : null;
  const lines = (list: readonly Line[] | undefined): string[] =>
    (list ?? []).flatMap((line) => face.tell(line, at));
  switch (entry.what) {
    case "opened":
      return [t("The table is open.")];
    case "sat":
      return [t("{name} takes seat {seat}.", { name: entry.name, seat })];
    case "stood":
      return [entry.by_host ? t("The host frees up seat {seat}.", { seat }) : t("Seat {seat} is open again.", { seat })];
    case "filled":
      return [
        entry.bot
          ? t("A bot ({level}) takes seat {seat}.", { level: levelName(entry.bot), seat })
          : t("Seat {seat} is open again.", { seat }),
      ];
    case "started":
      return [t("The game begins."), ...lines(entry.lines)];
    case "moved":
      return [
        ...(entry.by === "clock" ? [t("{name} runs out of time, so a bot makes the move.", { name })] : []),
        ...lines(entry.lines),
      ];
    case "asked":
      return [question(entry, teller)];
    case "voted":
      return [
        t("{name} votes “{choice}”.", { name, choice: choiceName(entry.choice) }),
        ...outcome(entry),
        ...lines(entry.lines),
      ];
    case "took-back":
      return [t("{name} takes back a move.", { name })];
    case "said":
      return [
        t("{name}: {text}", {
          name: entry.name,
          text: entry.text ?? phraseText(entry.phrase ?? "", phrases),
        }),
      ];
    case "muted":
      return [
        entry.lifted
          ? t("The host unmutes {name}.", { name: entry.name })
          : t("The host mutes {name}.", { name: entry.name }),
      ];
    case "removed":
      return [
        entry.lifted
          ? t("The host lets {name} back in.", { name: entry.name })
          : t("The host removes {name} from the table.", { name: entry.name }),
      ];
    case "away":
      return [entry.left ? t("{name} has left.", { name }) : t("{name} is away.", { name })];
    case "back":
      return [
        entry.name
          ? t("{name} is back in seat {seat}.", { name: entry.name, seat })
          : t("{name} is back.", { name }),
      ];
    case "claimed":
      return [asksForSeat(entry)];
    case "agreed":
      return [t("{name} agrees to give seat {seat} away.", { name: at.name(entry.by), seat })];
    case "answered":
      return [answered(entry)];
    case "hinted":
      return [t("{name} asks for a hint.", { name })];
    case "ended":
      return [t("The table is closed.")];
  }
}

/** What is asked in a ballot: in the story, and on the sheet where one votes. */
export function question(
  ballot: Pick<Asked, "about" | "by" | "seat" | "move">,
  { face, at }: Pick<Teller, "face" | "at">,
): string {
  const name = ballot.by ? at.name(ballot.by) : "";
  switch (ballot.about) {
    case "take-back":
      return t("{name} would like to take back their last move.", { name });
    case "agree":
      return t("{name} proposes: {move}. Everyone must agree.", {
        name,
        move: face.move(ballot.move ?? "", at),
      });
    case "end":
      return t("{name} would like to end the game early.", { name });
    case "seat":
      return t("{name} is away. What do you want to do?", {
        name: ballot.seat ? at.name(ballot.seat) : "",
      });
  }
}

function outcome({ outcome: how, kept }: Voted): string[] {
  const told: string[] = [];
  if (how === "carried" || how === "yes") told.push(t("Agreed."));
  else if (how === "declined" || how === "no") told.push(t("Declined."));
  else if (how === "lapsed") told.push(t("The vote is called off."));
  else if (how === "wait") told.push(t("The others will wait."));
  else if (how === "bot") told.push(t("A bot will stand in."));
  else if (how === "end") told.push(t("The game ends here."));
  if (kept !== undefined && kept !== null) told.push(t("The move is taken back."));
  return told;
}
