/** The table of dnup: the others around it with their sets, and one's own place and hand before it. */

import "./board.css";
import "./low.css";
import { useRef } from "preact/hooks";
import { useKeptFocus } from "../../ui/focus";
import type { DnupLine, DnupView, Seat } from "../../wire";
import { t, tn } from "../../words/i18n";
import type { BoardProps, Setting } from "../face";
import { ON, useActing, type Acting } from "./acting";
import { CardBack } from "./Card";
import { clockwise, placeOf, setAt, taking, type Area } from "./cards";
import { Dock } from "./Dock";
import { Hand } from "./Hand";
import { Motion } from "./Motion";
import { GameEnd, RoundEnd, useRoundEnd } from "./Outcome";
import { cardsOf } from "./picking";
import { Place } from "./Seat";
import { Laid } from "./Sets";
import { handName, moveWords, setLabel } from "./words";

const BOTH: readonly Area[] = ["a", "b"];
const ONE: readonly null[] = [null];

export function Board(props: BoardProps<DnupView>) {
  const { view, at, busy, advised, highlight = null } = props;
  const news = props.news as readonly DnupLine[];
  const root = useRef<HTMLDivElement>(null);
  const deeds = useActing(props, root);
  const { picking } = deeds;
  const [gained, closeRound] = useRoundEnd(view, news);
  useKeptFocus(root, '.dn-slot[tabindex="0"]');

  const areas = view.players === 2 ? BOTH : ONE;
  const [near, ...others] = clockwise(view.seat ?? 1, view.players);
  const placed = (seat: Seat, nth: number) => (
    <Place key={seat} seat={seat} nth={nth} view={view} at={at} me={at.mine.includes(seat)}>
      {areas.map((area) => (
        <InFront key={area} seat={seat} area={area} view={view} at={at} deeds={deeds} busy={busy} advised={advised} />
      ))}
    </Place>
  );
  return (
    <div
      ref={root}
      class={`dn-board dn-players-${view.players} ${view.over ? "dn-ended" : ""}`}
      onKeyDown={deeds.keys}
    >
      <Motion view={view} turned={picking.turned} news={news}>
        <div class="dn-table" data-drop={ON.table} data-part="table">
          <div class={`dn-seats dn-of-${others.length}`}>{others.map((seat, nth) => placed(seat, nth + 1))}</div>
          <Centre view={view} />
          {view.over && <GameEnd view={view} at={at} />}
          {gained && <RoundEnd gained={gained} view={view} at={at} close={closeRound} />}
          {placed(near!, 0)}
        </div>
        {view.hand && (!view.over || view.hand.length > 0) && (
          <div class="dn-dock" data-drop={ON.hand}>
            {deeds.said && <p class={`dn-say ${picking.turned ? "" : "dn-because"}`}>{deeds.said}</p>}
            <Hand
              cards={picking.shown}
              picked={picking.picked}
              advised={picking.turned ? new Set() : cardsOf(highlight ?? advised, picking.hand)}
              label={handName(view, picking.turned, at)}
              active={deeds.acting && !picking.turned}
              turned={picking.turned}
              pick={deeds.pick}
              grab={deeds.grabCards}
            />
            {!view.over && <Dock deeds={deeds} busy={busy} advised={advised} />}
          </div>
        )}
      </Motion>
    </div>
  );
}

function Centre({ view }: { view: DnupView }) {
  return (
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
  );
}

interface InFrontProps {
  seat: Seat;
  area: Area | null;
  view: DnupView;
  at: Setting;
  deeds: Acting;
  busy: boolean;
  advised: string | null;
}

/** What lies in front of a seat, or could. */
function InFront({ seat, area, view, at, deeds, busy, advised }: InFrontProps) {
  const { acting, play, adds, reason, picking, attempt } = deeds;
  const place = placeOf({ seat, area });
  const set = setAt(view.sets, place);
  const own = seat === view.seat;
  const due = view.to_act === seat && area !== null && area === view.area;
  const take = taking(place);
  const add = adds.find((one) => one.possible && one.move.endsWith(` to ${place}`));
  const lays = own && acting && play?.possible && (area === null || due);
  return (
    <Laid
      set={set}
      place={place}
      area={area}
      due={due}
      label={setLabel(place, at)}
      ghost={lays ? picking.cards : []}
      lay={() => play && attempt(play.move)}
      take={acting && !own && set ? { move: take, possible: view.legal.includes(take), words: moveWords(take, at) } : null}
      add={(acting && add?.move) || null}
      busy={busy}
      advised={advised === take}
      blocks={set !== undefined && set.cards.length === reason?.details?.size}
      attempt={attempt}
      grab={deeds.grabSet}
    />
  );
}
