/** Names for guests, so that nobody has to think of one before the first move. */

import { LONGEST_NAME } from "../ui/parts";
import { t } from "../words/i18n";

/** Whole names, since languages order and bend adjectives as they like. At most 20 letters each. */
const names = (): string[] => [
  t("Brave Otter"),
  t("Calm Heron"),
  t("Clever Fox"),
  t("Cheerful Robin"),
  t("Curious Cat"),
  t("Gentle Bear"),
  t("Happy Hedgehog"),
  t("Jolly Badger"),
  t("Kind Whale"),
  t("Lively Squirrel"),
  t("Lucky Beetle"),
  t("Merry Magpie"),
  t("Nimble Hare"),
  t("Patient Owl"),
  t("Polite Penguin"),
  t("Quick Swallow"),
  t("Quiet Deer"),
  t("Sleepy Dormouse"),
  t("Sunny Finch"),
  t("Wise Tortoise"),
];

/** A name for a guest. After the first round it has a number too: the plain ones may be taken. */
export function guestName(round: number): string {
  const all = names();
  const name = all[Math.floor(Math.random() * all.length)]!;
  if (round === 0) return name.slice(0, LONGEST_NAME);
  const number = 2 + Math.floor(Math.random() * 98 * 10 ** (round - 1));
  const tail = ` ${number}`;
  return name.slice(0, LONGEST_NAME - tail.length) + tail;
}
