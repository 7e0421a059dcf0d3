/** Names of what the server tells in codes, and that several pages speak of. */

import { t } from "./i18n";

/** A bot's level. */
export function levelName(level: string): string {
  switch (level) {
    case "beginner":
      return t("Beginner");
    case "casual":
      return t("Casual");
    case "skilled":
      return t("Skilled");
    case "expert":
      return t("Expert");
    default:
      return level;
  }
}

/** How a deal is played. */
export function modeName(mode: string): string {
  switch (mode) {
    case "challenge":
      return t("Challenge");
    case "competition":
      return t("Competition");
    case "puzzle":
      return t("Puzzle");
    default:
      return mode;
  }
}
