/** The boxes not on the pallet yet, by colour and kind. Tap, keys, or drag one onto the pallet. */

import type { TeamUpView } from "../../wire";
import { t, tn } from "../../words/i18n";
import type { BoardProps } from "../face";
import { BoxPicture, Lid } from "./Box";
import { useCarrying, type Target } from "./carrying";
import { boxesLeft, componentsOf, placeOf, sizeOf, type Kind } from "./geometry";
import { CELL } from "./paint";
import type { Placing } from "./placing";
import { boxName, colourName, letter, measures, shapeName } from "./words";
import "./boxes.css";

interface Props extends BoardProps<TeamUpView> {
  placing: Placing;
  /** A move that places a box, from a hint or a lesson. */
  advice: string | null;
  /** The solid pallet, for boxes that are dragged onto it. */
  target: Target;
}

export function Boxes({ view, at, acting, busy, placing, advice, target }: Props) {
  const parts = componentsOf(at.game);
  const kinds = Object.entries(parts.boxes);
  const { floating, grab } = useCarrying(placing, target);
  const advised = advice ? placeOf(advice) : null;
  const choosing = acting && !!view.card && placing.legal.size > 0;
  return (
    <section class={`tu-panel tu-boxes${choosing ? " tu-boxes-on" : ""}`} data-part="boxes">
      <h3>
        {choosing && !placing.box ? t("Which box?") : tn("{n} box left", "{n} boxes left", boxesLeft(view))}
      </h3>
      <div class="tu-tray">
        <Shapes kinds={kinds} />
        {Object.entries(view.left).map(([colour, left]) => (
          <div key={colour} class="tu-tray-row" role="group" aria-label={colourName(colour)}>
            <svg class="tu-swatch" viewBox={`0 0 ${CELL} ${CELL}`} aria-hidden="true">
              <Lid colour={colour} columns={1} rows={1} letter={letter(colour)} />
            </svg>
            {kinds.map(([kind, facts]) => {
              const box = `${colour} ${kind}`;
              const count = left[kind] ?? 0;
              const can = placing.legal.has(box);
              return (
                <button
                  key={kind}
                  type="button"
                  class={`tu-pick${count ? "" : " tu-none"}${advised?.colour === colour && advised.kind === kind ? " tu-advised" : ""}`}
                  data-box={box}
                  aria-pressed={placing.box === box}
                  aria-label={labelled(box, measures(parts, kind), count)}
                  disabled={!can || busy}
                  onClick={() => placing.pick(placing.box === box ? null : box)}
                  onPointerDown={(event) => can && grab(event, box)}
                >
                  <BoxPicture size={sizeOf(facts, null)} colour={colour} unit={8.4} />
                  <span class="tu-count" aria-hidden="true">
                    {count}
                  </span>
                </button>
              );
            })}
          </div>
        ))}
      </div>
      {floating && (
        <div class="tu-floating" style={{ transform: `translate(${floating.x}px, ${floating.y}px)` }} aria-hidden="true">
          <BoxPicture size={sizeOf(parts.boxes[floating.kind]!, placing.axis)} colour={floating.colour} unit={14} />
        </div>
      )}
    </section>
  );
}

function labelled(box: string, size: string, count: number): string {
  return tn("{box}, {size}, {n} left", "{box}, {size}, {n} left", count, { box: boxName(box), size });
}

/** Over the columns: which shape, and how high with the painted side up. */
function Shapes({ kinds }: { kinds: [string, Kind][] }) {
  const shapes = [...new Set(kinds.map(([, kind]) => kind.shape))];
  return (
    <div class="tu-tray-row tu-tray-head" aria-hidden="true">
      <span />
      {shapes.map((shape) => (
        <span key={shape} style={{ gridColumn: `span ${kinds.filter(([, kind]) => kind.shape === shape).length}` }}>
          {shapeName(shape)}
        </span>
      ))}
    </div>
  );
}
