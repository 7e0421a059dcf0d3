/** The table of dnup: the others around it with their sets, and one's own place and hand before it. */

import "./board.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { DnupLine, DnupView, Seat } from "../../wire";
import { announce } from "../../ui/notice";
import { t, tn } from "../../words/i18n";
import { whyNot } from "../../words/reasons";
import type { BoardProps, Face } from "../face";
import { CardBack } from "./Card";
import { adding, clockwise, otherWay, placeOf, playing, setAt, taking, values, type Area } from "./cards";
import { Dock } from "./Dock";
import { lifted, useDrag } from "./drag";
import { useKeptFocus } from "./focus";
import { Hand } from "./Hand";
import { Motion } from "./Motion";
import { GameEnd, RoundEnd, useRoundEnd } from "./Outcome";
import { cardsOf, offers, usePicking, useWanted } from "./picking";
import { Place } from "./Seat";
import { Laid, type Deeds } from "./Sets";
import { moveWords, setName, value } from "./words";

const WORDS = { value } as unknown as Face;
const BOTH: readonly Area[] = ["a", "b"];

export function Board(props: BoardProps<DnupView>) {
  const { view, at, busy, make, why, reasons, advised, highlight = null } = props;
  const acting = props.acting && !view.over;
  const news = props.news as readonly DnupLine[];
  const root = useRef<HTMLDivElement>(null);
  const picking = usePicking(view);
  const { play, more, adds, flip } = offers(view, picking, at);
  // Why the picked cards cannot be played is only told unasked if nothing else can be done with them.
  const stuck = acting && play && !play.possible && !adds.some((add) => add.possible);
  const [wanted, want] = useWanted(view, stuck ? play.move : null, why);
  const [gained, closeRound] = useRoundEnd(view, news);
  const [plain, setPlain] = useState<string | null>(null);
  const drag = useDrag();
  useKeptFocus(root);
  useEffect(() => drag.settle(), [view]);
  useEffect(() => {
    if (!busy) drag.settle();
    setPlain(null);
  }, [busy, view]);

  const reason = wanted === null ? null : reasons[wanted];
  const because = reason ? whyNot(reason, WORDS, at) : null;
  useEffect(() => {
    if (because) announce(because);
  }, [because]);

  const attempt = (move: string): boolean => {
    setPlain(null);
    if (!acting || busy) return false;
    if (!view.legal.includes(move)) {
      want(move);
      if (because && wanted === move) announce(because);
      return false;
    }
    make(move);
    return true;
  };
  const say = (words: string): boolean => {
    setPlain(words);
    announce(words);
    return false;
  };

  const show = (turned: boolean): void => {
    if (turned) announce(t("Turned, your hand would be {cards}.", { cards: values(otherWay(picking.hand)) }));
    picking.show(turned);
  };
  const pick = (index: number): void => {
    if (!acting || picking.turned || drag.wasDrag()) return;
    want(null);
    setPlain(null);
    picking.pick(index);
  };
  const grabCards = (event: PointerEvent, index: number): void => {
    if (picking.turned) return;
    // The render after `begin` may change what is picked, so the drop asks for it anew.
    drag.grab(event, {
      begin: () => picking.hold(index),
      nodes: () => [...(root.current?.querySelectorAll<HTMLElement>('.dn-slot[aria-pressed="true"]') ?? [])],
      drop: (on) => latest.current(on),
    });
  };
  const dropCards = (on: string): boolean => {
    const { cards } = picking;
    const [card] = cards;
    if (on === "hand" || card === undefined) return false;
    if (!on.startsWith("set:")) return attempt(playing(cards));
    if (cards.length > 1) return say(t("Only one card at a time can be added to a set."));
    return attempt(adding(card, on.slice(4)));
  };
  const latest = useRef(dropCards);
  latest.current = dropCards;
  const grabSet = (event: PointerEvent, place: string): void => {
    const set = event.currentTarget as HTMLElement;
    let copy: HTMLElement | null = null;
    drag.grab(event, {
      nodes: () => (root.current ? [(copy = lifted(root.current, set))] : []),
      drop: (on) => (on === "hand" || on === "play") && attempt(taking(place)),
      end() {
        copy?.remove();
        set.classList.remove("dn-lifted");
      },
    });
  };

  const deeds = (seat: Seat, place: string): Deeds => {
    const other = seat !== view.seat;
    const take = taking(place);
    const size = reason?.details?.size;
    const set = setAt(view.sets, place);
    const add = adds.find((one) => one.move.endsWith(` to ${place}`));
    return {
      take: acting && other && set ? { move: take, possible: view.legal.includes(take), label: moveWords(take, at) } : null,
      add: acting && add?.possible ? add.move : null,
      busy,
      advised: advised === take,
      blocks: reason != null && set !== undefined && set.cards.length === size,
      attempt,
      grab: grabSet,
    };
  };
  const laid = (seat: Seat, area: Area | null) => {
    const place = placeOf({ seat, area });
    const own = seat === view.seat;
    const due = view.to_act === seat && area !== null && area === view.area;
    const ghost = own && acting && play?.possible && (area === null || due) ? picking.cards : [];
    return (
      <Laid
        key={place}
        set={setAt(view.sets, place)}
        place={place}
        area={area}
        due={due}
        label={setName(place, at)}
        deeds={deeds(seat, place)}
        ghost={ghost}
        lay={() => play && attempt(play.move)}
      />
    );
  };
  const seats = clockwise(view.seat ?? 1, view.players);
  const placed = (seat: Seat, nth: number) => (
    <Place
      key={seat}
      seat={seat}
      nth={nth}
      view={view}
      at={at}
      me={seat === view.seat}
    >
      {view.players === 2 ? BOTH.map((area) => laid(seat, area)) : laid(seat, null)}
    </Place>
  );

  const keys = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if ((event.target as HTMLElement).matches("input, textarea, select")) return;
    if (event.key === "f" && acting) attempt("flip");
    else if (event.key === "t" && view.hand) show(!picking.turned);
    else if (event.key === "Escape" && (picking.turned || picking.picked.size)) {
      if (picking.turned) picking.show(false);
      else picking.clear();
    } else return;
    event.preventDefault();
  };

  const said = picking.turned ? t("So your hand would be. Nothing is flipped yet.") : (plain ?? because);

  return (
    <div class={`dn-board dn-players-${view.players} ${view.over ? "dn-ended" : ""}`} ref={root} onKeyDown={keys}>
      <Motion view={view} turned={picking.turned} news={news}>
        <div class="dn-table" data-drop="play" data-part="table">
          <div class={`dn-seats dn-of-${view.players - 1}`}>{seats.slice(1).map((seat, nth) => placed(seat, nth + 1))}</div>
          <div class="dn-centre">
            <p class="dn-pile" data-part="discard">
              <span class="dn-pile-cards" data-pile>
                {view.discard > 0 ? <CardBack /> : <span class="dn-empty" />}
              </span>
              <span>
                <b>{t("Round {round}", { round: view.round })}</b>
                <span>{tn("{n} card discarded", "{n} cards discarded", view.discard)}</span>
              </span>
            </p>
          </div>
          {view.over && <GameEnd view={view} at={at} />}
          {gained && <RoundEnd gained={gained} view={view} at={at} close={closeRound} />}
          {placed(seats[0]!, 0)}
        </div>
        {view.hand && (!view.over || view.hand.length > 0) && (
          <div class="dn-dock" data-drop="hand">
            {said && <p class={`dn-say ${picking.turned ? "" : "dn-because"}`}>{said}</p>}
            <Hand
              cards={picking.shown}
              picked={picking.picked}
              advised={picking.turned ? new Set() : cardsOf(highlight ?? advised, picking.hand)}
              active={acting && !picking.turned}
              turned={picking.turned}
              pick={pick}
              grab={grabCards}
            />
            {!view.over && (
              <Dock
                play={play}
                more={more}
                adds={adds}
                flip={flip}
                acting={acting}
                busy={busy}
                advised={advised}
                turned={picking.turned}
                show={show}
                attempt={attempt}
                missing={() => say(t("First pick the cards: one or more of the same value."))}
              />
            )}
          </div>
        )}
      </Motion>
    </div>
  );
}
