/** Words about a seat that somebody asks for. Where partners may not talk, nobody is told who asks. */

import type { AnyTold, Answered, ClaimFacts, SeatClaimed } from "../wire";
import { t } from "./i18n";

export function asksForSeat({ name, seat }: Pick<ClaimFacts, "name" | "seat">): string {
  return name ? t("{name} asks for seat {seat}.", { name, seat }) : t("Somebody asks for seat {seat}.", { seat });
}

/** What came of it. */
export function answered({ name, seat, given }: Answered): string {
  if (given) return name ? t("{name} gets seat {seat}.", { name, seat }) : t("Seat {seat} is given away.", { seat });
  return name ? t("{name} does not get seat {seat}.", { name, seat }) : t("Seat {seat} is not given away.", { seat });
}

/** For the person whose seat it is: at this table, or at another one. */
export function seatClaimed({ table, given }: SeatClaimed, here: string): string {
  if (table === here) {
    return given ? "" : t("Somebody asks for your seat: sit down again to keep it.");
  }
  return given
    ? t("Somebody else plays your seat at another table now. Go there to have it back.")
    : t("Somebody asks for your seat at another table: come back to keep it.");
}

/** For somebody who had got a seat: its owner has it back. */
export function seatLost(told: readonly AnyTold[]): string {
  const back = told.findLast((entry) => entry.what === "back" && entry.name);
  return back?.what === "back" ? t("{name} is back and has the seat again. You watch now.", { name: back.name ?? "" }) : "";
}
