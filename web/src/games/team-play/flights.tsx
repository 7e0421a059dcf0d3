/**
 * What has just happened, as motion: cards go from where they were to where they are now. Things
 * that stay visible come flying themselves; of those that vanish into a hand, a pile or a stack, a
 * copy flies.
 */

import { render, type ComponentChild, type RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { moves } from "../../store/prefs";
import type { Line, Seat, TeamPlayEvent, TeamPlayView } from "../../wire";
import { CardBack, CardFace } from "./Card";

const LASTS = 420;
const BETWEEN = 90; // the next one starts a little later
const EASE = "cubic-bezier(0.3, 0.1, 0.2, 1)";

class Stage {
  private delay = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly then: TeamPlayView,
    private readonly me: Seat | null,
  ) {}

  spot(name: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-spot="${name}"]`);
  }

  seat(seat: Seat): HTMLElement | null {
    return this.spot(seat === this.me ? "hand" : `seat-${seat}`);
  }

  /** The places of the bank that were taken from, in order. */
  private readonly taken: number[] = [];

  show(event: TeamPlayEvent): void {
    const { me, then } = this;
    switch (event.event) {
      case "drawn": {
        const place = event.from === "bank" && event.card ? then.bank.indexOf(event.card) : -1;
        if (place >= 0) this.taken.push(place);
        const from = this.spot(place >= 0 ? `bank-${place}` : "pile");
        if (event.seat === me && event.card) this.arrive(this.held(event.card, 0), from);
        else this.fly(event.card ? <CardFace card={event.card} /> : <CardBack />, from, this.seat(event.seat));
        break;
      }
      case "bank": {
        const place = this.taken.shift();
        if (place !== undefined && event.card) this.arrive(this.spot(`bank-${place}`), this.spot("pile"), true);
        break;
      }
      case "discarded":
        this.fly(<CardFace card={event.card} />, this.seat(event.seat), this.spot("discard"));
        break;
      case "given":
        for (let nth = 0; nth < event.count; nth++) {
          const card = event.cards?.[nth];
          const same = event.cards?.slice(0, nth).filter((one) => one === card).length ?? 0;
          if (event.to === me && card) this.arrive(this.held(card, same), this.seat(event.seat));
          else this.fly(card ? <CardFace card={card} /> : <CardBack />, this.seat(event.seat), this.seat(event.to));
        }
        break;
      case "fulfilled": {
        for (const card of event.cards) {
          this.fly(<CardFace card={card} />, this.seat(event.seat), this.spot("discard"));
        }
        const own = then.missions[event.seat - 1]?.indexOf(event.mission) ?? -1;
        const from = this.spot(own < 0 ? "mission-centre" : `mission-${event.seat}-${own}`);
        const team = then.teams.findIndex((seats) => seats.includes(event.seat));
        this.fly(<span class="tp-flown">{event.points}</span>, from, this.spot(`stack-${team}`));
        break;
      }
      case "swapped": {
        const own = then.missions[event.seat - 1]?.indexOf(event.mission) ?? -1;
        this.fly(<span class="tp-flown" />, this.spot(`mission-${event.seat}-${own}`), this.spot("mission-pile"));
        break;
      }
      case "mission": {
        const where = event.mission && this.root.querySelector<HTMLElement>(`.tp-table [data-mission="${event.mission}"]`);
        if (where) this.turnUp(where);
        break;
      }
    }
  }

  /** A card of one's own hand that is new. */
  private held(card: string, nth: number): HTMLElement | null {
    const all = [...this.root.querySelectorAll<HTMLElement>(`.tp-hand [data-card="${card}"]`)];
    return all.at(-1 - nth) ?? null;
  }

  private timing(): KeyframeAnimationOptions {
    const timing = { duration: LASTS, delay: this.delay, easing: EASE, fill: "backwards" } as const;
    this.delay += BETWEEN;
    return timing;
  }

  /** Something that is there comes from another place; a card of the pile is turned on its way. */
  private arrive(element: HTMLElement | null, from: HTMLElement | null, turned = false): void {
    if (!element || !from) return;
    const [here, there] = [element.getBoundingClientRect(), from.getBoundingClientRect()];
    const way = `translate(${middle(there, "x") - middle(here, "x")}px, ${middle(there, "y") - middle(here, "y")}px)`;
    element.style.zIndex = "5";
    element
      .animate([{ transform: turned ? `${way} rotateY(90deg)` : way }, { transform: "none" }], this.timing())
      .finished.finally(() => (element.style.zIndex = ""))
      .catch(() => undefined);
  }

  private turnUp(element: HTMLElement): void {
    element.animate(
      [{ transform: "perspective(600px) rotateX(88deg)", opacity: 0.3 }, { transform: "none", opacity: 1 }],
      this.timing(),
    );
  }

  private fly(what: ComponentChild, from: HTMLElement | null, to: HTMLElement | null): void {
    if (!from || !to) return;
    const [here, there] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    const copy = document.createElement("div");
    copy.className = "tp-flyer";
    copy.setAttribute("aria-hidden", "true");
    copy.style.left = `${middle(here, "x")}px`;
    copy.style.top = `${middle(here, "y")}px`;
    render(what, copy);
    document.body.append(copy);
    const way = `translate(${middle(there, "x") - middle(here, "x")}px, ${middle(there, "y") - middle(here, "y")}px)`;
    copy
      .animate(
        [
          { transform: "translate(-50%, -50%)", opacity: 1 },
          { transform: `${way} translate(-50%, -50%)`, opacity: 1, offset: 0.85 },
          { transform: `${way} translate(-50%, -50%) scale(0.7)`, opacity: 0 },
        ],
        { ...this.timing(), fill: "both" },
      )
      .finished.catch(() => undefined)
      .finally(() => {
        render(null, copy);
        copy.remove();
      });
  }
}

const middle = (box: DOMRect, axis: "x" | "y"): number =>
  axis === "x" ? box.left + box.width / 2 : box.top + box.height / 2;

export function useFlights(
  board: RefObject<HTMLElement | null>,
  view: TeamPlayView,
  news: readonly Line[],
  me: Seat | null,
): void {
  const before = useRef(view);
  const shown = useRef(news);
  useLayoutEffect(() => {
    const then = before.current;
    before.current = view;
    // The same lines may come again in another array.
    const same = shown.current.length === news.length && shown.current[0] === news[0];
    shown.current = news;
    if (same) return;
    if (!board.current || !news.length || !moves()) return;
    const stage = new Stage(board.current, then, me);
    for (const line of news) {
      for (const event of line.events as TeamPlayEvent[]) stage.show(event);
    }
  });
}
