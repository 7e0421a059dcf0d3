/** A set on the table, what would beat it, and what one may do to it. */

import "./sets.css";
import type { DnupSet } from "../../wire";
import { Button } from "../../ui/parts";
import { t } from "../../words/i18n";
import { ON } from "./acting";
import { CardFace, spoken } from "./Card";
import { piece, type Area, type Card } from "./cards";
import type { Offer } from "./picking";
import { areaNumber, beatenBy, whatSet } from "./words";

interface Props {
  set: DnupSet | undefined;
  place: string;
  area: Area | null;
  /** It is the area that is to be played now. */
  due: boolean;
  label: string;
  /** The cards that would be laid here, and laying them. */
  ghost: readonly Card[];
  lay(): void;
  /** Taking it; null: it cannot be one's to take. */
  take: Offer | null;
  /** The move that adds the picked card. */
  add: string | null;
  busy: boolean;
  advised: boolean;
  /** It stands in the way of what was wanted. */
  blocks: boolean;
  attempt(move: string): void;
  grab(event: PointerEvent, place: string): void;
}

export function Laid(props: Props) {
  const { set, place, area, due, label, ghost, take, add, attempt } = props;
  const count = Math.max(1, (set?.cards.length ?? ghost.length) + (add ? 1.3 : 0)); // what is added lies apart
  const classes = ["dn-laid", due && "dn-due", props.blocks && "dn-blocks", add && "dn-open"];
  return (
    <div class={classes.filter(Boolean).join(" ")} data-drop={take ? ON.set(place) : undefined} data-part={`set-${place}`}>
      {area && (
        <p class="dn-area">
          {due ? t("Area {area}: this turn", { area: areaNumber(area) }) : t("Area {area}", { area: areaNumber(area) })}
        </p>
      )}
      <div class="dn-set" style={{ "--dn-n": count }}>
        {set ? (
          <ul
            class="dn-set-cards"
            aria-label={label}
            onPointerDown={(event) => take && props.grab(event, place)}
            data-grab={take ? "" : undefined}
          >
            {set.cards.map((card, at) => (
              <li key={`${piece(card)}#${set.cards.slice(0, at).filter((one) => one === card).length}`}>
                <CardFace card={card} zone={place} />
                <span class="unseen">{spoken(card)}</span>
              </li>
            ))}
          </ul>
        ) : ghost.length > 0 ? (
          <div class="dn-set-cards dn-ghost" aria-hidden="true" onClick={props.lay}>
            {ghost.map((card, at) => (
              <CardFace key={at} card={card} />
            ))}
          </div>
        ) : (
          <span class="dn-empty" aria-hidden="true" />
        )}
        {add && <span class="dn-slot-open" aria-hidden="true" onClick={() => attempt(add)} />}
      </div>
      <div class="dn-laid-words">
        {set && (
          <p>
            <b>{whatSet(set.cards.length, set.value)}</b> <span>{beatenBy(set.cards.length, set.value)}</span>
          </p>
        )}
        {take && set && (
          <Button
            class={`dn-take ${props.advised ? "dn-advised" : ""}`}
            data-move={take.possible ? take.move : undefined}
            aria-disabled={!take.possible || props.busy}
            aria-label={take.words}
            onClick={() => attempt(take.move)}
          >
            {t("Take")}
          </Button>
        )}
      </div>
    </div>
  );
}
