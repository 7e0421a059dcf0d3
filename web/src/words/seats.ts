/** Words about a seat that somebody asks for. Where partners may not talk, nobody is told who asks. */

import type { AnyTold, Answered, ClaimFacts, SeatClaimed } from "../wire";
import { t } from "./i18n";

export function asksForSeat({ name, seat }: Pick<ClaimFacts, "name" | "seat">): string {
  return name ? t("{name} would like seat {seat}.", { name, seat }) : t("Someone would like seat {seat}.", { seat });
}

/** What came of it. */
export function answered({ name, seat, given }: Answered): string {
  if (given) return name ? t("{name} gets seat {seat}.", { name, seat }) : t("Seat {seat} has been given away.", { seat });
  return name ? t("{name} doesn’t get seat {seat}.", { name, seat }) : t("Seat {seat} won’t be given away.", { seat });
}

/** For the person whose seat it is: at this table, or at another one. */
export function seatClaimed({ table, given }: SeatClaimed, here: string): string {
  if (table === here) {
    return given ? "" : t("Someone would like your seat. Sit down again to keep it.");
  }
  return given
    ? t("Someone else now has your seat at another table. Go there to get it back.")
    : t("Someone would like your seat at another table. Go back there to keep it.");
}

/** For somebody who had got a seat: its owner has it back. */
export function seatLost(told: readonly AnyTold[]): string {
  const back = told.findLast((entry) => entry.what === "back" && entry.name);
  return back?.what === "back" ? t("{name} is back and has taken the seat again. You’re watching now.", { name: back.name ?? "" }) : "";
}
