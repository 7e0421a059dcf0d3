/**
 * Motion that tells where cards went. Before the page changes we look where every card lies;
 * after it, copies of the cards fly from there to where they are now, or to the hand or the pile
 * they vanished into. The cards themselves are only hidden meanwhile, so nothing can be lost.
 */

import type { DnupLine, Seat } from "../../wire";
import { piece, type Card } from "./cards";

interface Spot {
  x: number;
  y: number;
  width: number;
}

/** A card as it lay: its face, in which hand or set, where on the page. */
export interface Seen {
  card: Card;
  zone: string;
  spot: Spot;
  node: HTMLElement;
}

interface Flight {
  from: Spot;
  to: Spot;
  /** The card as it is at the end; none: it ends face down. */
  node: HTMLElement;
  /** What it looked like before, if it is turned on the way. */
  before?: HTMLElement;
  hiddenAtStart?: boolean;
  hiddenAtEnd?: boolean;
  turns?: boolean;
  delay: number;
  /** The card that waits, hidden, for its copy to arrive. */
  arrives?: HTMLElement;
}

const TIME = 430;
/** One after the other: what was done, what it beat, what was discarded as the next turn began. */
const BEATEN = 200;
const DISCARDED = 380;
const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";

export const HAND = "hand";

function spotOf(node: HTMLElement, root: DOMRect): Spot {
  const box = node.getBoundingClientRect();
  return {
    x: box.left + box.width / 2 - root.left,
    y: box.top + box.height / 2 - root.top,
    width: node.offsetWidth || box.width,
  };
}

/**
 * Where every card lies. `kept`: with a copy of it, for the page is about to change it. A set that
 * is dragged was where it is carried, and is where it lies.
 */
export function look(root: HTMLElement, kept = false): Seen[] {
  const around = root.getBoundingClientRect();
  const cards = [...root.querySelectorAll<HTMLElement>("[data-card][data-zone]")];
  const real = cards.filter((node) => !node.closest(kept ? ".dn-lifted" : ".dn-carried"));
  return real.map((node) => ({
    card: node.dataset.card!,
    zone: node.dataset.zone!,
    spot: spotOf(node, around),
    node: kept ? (node.cloneNode(true) as HTMLElement) : node,
  }));
}

/** Which card before is which one now: cards that stayed where they were first. */
function matched(before: readonly Seen[], after: readonly Seen[]): Map<Seen, Seen> {
  const was = new Map<Seen, Seen>();
  const used = new Set<Seen>();
  const tests: ((old: Seen, now: Seen) => boolean)[] = [
    (old, now) => old.zone === now.zone && old.card === now.card,
    (old, now) => old.zone === now.zone,
    () => true,
  ];
  for (const fits of tests) {
    for (const now of after) {
      if (was.has(now)) continue;
      const old = before.find(
        (one) => !used.has(one) && piece(one.card) === piece(now.card) && fits(one, now),
      );
      if (!old) continue;
      was.set(now, old);
      used.add(old);
    }
  }
  return was;
}

interface Fate {
  /** Whose hand it came from or goes to; null: the pile. */
  seat: Seat | null;
  delay: number;
  turns: boolean;
}

/** Where cards that appear came from, and where cards that vanish went, by the set's place. */
function fates(news: readonly DnupLine[]): { come: Map<string, Fate>; go: Map<string, Fate> } {
  const come = new Map<string, Fate>();
  const go = new Map<string, Fate>();
  for (const event of news.flatMap((line) => line.events)) {
    if (!("area" in event)) continue;
    const zone = `${"owner" in event ? event.owner : event.seat}${event.area ?? ""}`;
    const seat = event.seat;
    if (event.event === "played" || event.event === "added") come.set(zone, { seat, delay: 0, turns: false });
    if (event.event === "taken") go.set(zone, { seat, delay: 0, turns: true });
    if (event.event === "returned") go.set(zone, { seat, delay: BEATEN, turns: true });
    if (event.event === "discarded") {
      go.set(zone, { seat: null, delay: event.beaten ? BEATEN : DISCARDED, turns: false });
    }
  }
  return { come, go };
}

export function animate(
  root: HTMLElement,
  layer: HTMLElement,
  before: readonly Seen[],
  news: readonly DnupLine[],
): void {
  const after = look(root);
  const dealt = news.some((line) => line.seat === null);
  // After a deal every card may be anywhere: all come from the pile.
  const was = dealt ? new Map<Seen, Seen>() : matched(before, after);
  const around = root.getBoundingClientRect();
  const { come, go } = fates(news);
  const homeOf = (seat: Seat | null): Spot | null => {
    const home = root.querySelector<HTMLElement>(seat === null ? "[data-pile]" : `[data-home="${seat}"]`);
    return home && spotOf(home, around);
  };
  const flights: Flight[] = [];
  after.forEach((now, nth) => {
    const old = was.get(now);
    if (old) {
      const turns = old.card !== now.card;
      const far = Math.hypot(old.spot.x - now.spot.x, old.spot.y - now.spot.y);
      if (!turns && far < 3) return;
      const beaten = go.get(old.zone);
      const delay = now.zone === HAND && old.zone !== HAND ? (beaten?.delay ?? 0) : turns ? Math.min(nth * 14, 180) : 0;
      const flight: Flight = { from: old.spot, to: now.spot, node: now.node, turns, delay, arrives: now.node };
      if (turns) flight.before = old.node;
      flights.push(flight);
      return;
    }
    const fate = come.get(now.zone);
    const from = now.zone === HAND ? (dealt ? homeOf(null) : null) : homeOf(fate?.seat ?? parseInt(now.zone, 10));
    if (!from) return;
    const delay = now.zone === HAND ? Math.min(nth * 28, 420) : 0;
    flights.push({ from, to: now.spot, node: now.node, hiddenAtStart: true, delay, arrives: now.node });
  });
  const kept = new Set(was.values());
  for (const old of before) {
    if (dealt || kept.has(old) || old.zone === HAND) continue;
    const fate = go.get(old.zone);
    // Nothing is told of it when a move is taken back: then it goes to its owner.
    const to = homeOf(fate ? fate.seat : parseInt(old.zone, 10));
    if (!to) continue;
    flights.push({
      from: old.spot,
      to: { ...to, width: Math.max(to.width, 24) },
      node: old.node,
      hiddenAtEnd: true,
      turns: fate?.turns ?? false,
      delay: fate?.delay ?? 0,
    });
  }
  for (const flight of flights) fly(layer, flight);
}

function copy(node: HTMLElement): HTMLElement {
  const made = node.cloneNode(true) as HTMLElement;
  made.removeAttribute("data-card");
  made.removeAttribute("data-zone");
  made.classList.add("dn-copy");
  return made;
}

function fly(layer: HTMLElement, flight: Flight): void {
  const { from, to, delay } = flight;
  const width = Math.max(from.width, to.width);
  const box = document.createElement("span");
  box.className = "dn-fly";
  box.style.setProperty("--dn-w", `${width}px`);
  const front = copy(flight.node);
  box.append(front);
  if (flight.hiddenAtStart || flight.hiddenAtEnd) {
    const back = document.createElement("span");
    back.className = "dn-card dn-back dn-copy dn-reverse";
    box.append(back);
  }
  layer.append(box);
  const at = (spot: Spot, more: string): string =>
    `translate(${spot.x - width / 2}px, ${spot.y - width * 0.7}px) scale(${spot.width / width}) ${more}`;
  const turnStart = flight.turns && flight.arrives ? -180 : 0;
  const turnEnd = flight.turns && !flight.arrives ? 180 : 0;
  const over = (hidden: boolean | undefined): number => (hidden ? 180 : 0);
  const timing: KeyframeAnimationOptions = { duration: TIME, delay, easing: EASE, fill: "both" };
  const moving = box.animate(
    [
      { transform: at(from, `rotateY(${over(flight.hiddenAtStart)}deg) rotateZ(${turnStart}deg)`) },
      { transform: at(to, `rotateY(${over(flight.hiddenAtEnd)}deg) rotateZ(${turnEnd}deg)`) },
    ],
    timing,
  );
  if (flight.before) {
    // The old face lies upside down over the new one and fades as they turn together.
    const old = copy(flight.before);
    old.classList.add("dn-upside-down");
    box.append(old);
    old.animate([{ opacity: 1 }, { opacity: 1, offset: 0.25 }, { opacity: 0, offset: 0.6 }, { opacity: 0 }], timing);
  }
  if (flight.arrives) {
    flight.arrives.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: TIME + delay });
  }
  const land = (): void => box.remove();
  moving.finished.then(land, land);
}

/** Somebody is out: paper bits in the colours of the cards. */
export function celebrate(root: HTMLElement, layer: HTMLElement, seat: Seat): void {
  const home = root.querySelector<HTMLElement>(`[data-home="${seat}"]`);
  if (!home) return;
  const { x, y } = spotOf(home, root.getBoundingClientRect());
  for (let nth = 0; nth < 22; nth++) {
    const bit = document.createElement("span");
    bit.className = `dn-bit dn-v${(nth % 10) + 1}`;
    layer.append(bit);
    const angle = (nth / 22) * 2 * Math.PI;
    const far = 50 + ((nth * 37) % 60);
    const end = `translate(${x + Math.cos(angle) * far}px, ${y + Math.sin(angle) * far + 40}px) rotate(${nth * 70}deg)`;
    const moving = bit.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(0.4)`, opacity: 1 },
        { transform: end, opacity: 1, offset: 0.7 },
        { transform: end, opacity: 0 },
      ],
      { duration: 1100, delay: BEATEN, easing: "cubic-bezier(0.1, 0.8, 0.3, 1)", fill: "both" },
    );
    const land = (): void => bit.remove();
    moving.finished.then(land, land);
  }
}
