/**
 * The box one is about to place: which, how it is turned, and where it is held. Both views of the
 * pallet, the tray and the keys work on this one thing.
 */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TeamUpView } from "../../wire";
import { announce } from "../../ui/notice";
import { t } from "../../words/i18n";
import { whyNot } from "../../words/reasons";
import type { BoardProps, Voice } from "../face";
import { around, axesOf, colourOf, componentsOf, kindOf, legalByBox, moveOf, movesWith, nearest, sizeOf, under, volumeOf } from "./geometry";
import type { Axis, Cell, Place, Size, Volume } from "./geometry";
import { cellsName, form, moveName, value } from "./words";

/** A box held over the pallet. */
export interface Ghost {
  place: Place;
  move: string;
  volume: Volume;
  legal: boolean;
}

export interface Placing {
  /** The legal places of each box that can be placed now. */
  legal: ReadonlyMap<string, readonly Place[]>;
  box: string | null;
  axis: Axis | null;
  size: Size | null;
  ghost: Ghost | null;
  turnable: boolean;
  pick(box: string | null): void;
  turn(): void;
  /** Hold it around a cell. */
  aim(cell: Cell): void;
  /** Hold it over a point, drawn to a legal place nearby. */
  hover(point: Cell): void;
  /** A step to a side. */
  step(dx: number, dy: number): void;
  /** What the box would be if held around a cell. */
  held(cell: Cell): Ghost | null;
  /** Place it, if it can be; else say why not. */
  confirm(ghost?: Ghost | null): void;
  /** Why it cannot be there; empty if that is not known yet. */
  why(ghost: Ghost): string;
}

const POINTING = 125; // milliseconds: teammates see it move, the line stays quiet
const VOICE: Voice = { move: moveName, value, form };

interface Held {
  /** When it was picked: what is held is put down by whatever happens. */
  turn: string;
  box: string;
  axis: Axis | null;
  at: Cell;
}

export function usePlacing(props: BoardProps<TeamUpView>): Placing {
  const { view, at, acting, busy, make, point, why, reasons } = props;
  const parts = componentsOf(at.game);
  const legal = useMemo(() => (acting ? legalByBox(view.legal) : new Map<string, Place[]>()), [acting, view.legal]);
  const [held, hold] = useState<Held | null>(null);
  const turn = `${view.card} ${view.deck} ${view.boxes.length}`;
  const now = held?.turn === turn && legal.has(held.box) ? held : null;
  const moves = useMemo(() => new Set(view.legal), [view.legal]);

  const ghostOf = (box: string, axis: Axis | null, cell: Cell): Ghost | null => {
    const place: Place = { colour: colourOf(box), kind: kindOf(box), axis, x: cell.x, y: cell.y };
    const volume = volumeOf(parts, view.heights, place);
    const move = moveOf(place);
    return volume && { place, move, volume, legal: moves.has(move) };
  };
  const kind = now ? parts.boxes[kindOf(now.box)] : undefined;
  const size = now && kind ? sizeOf(kind, now.axis) : null;
  const ghost = useMemo(() => now && ghostOf(now.box, now.axis, now.at), [now, view]);

  usePointing(ghost?.move ?? null, acting, point);
  useEffect(() => {
    // Asked once, when a box is picked: from then on every place has its reason at hand.
    if (!now) return;
    const other = movesWith(parts, colourOf(now.box), kindOf(now.box)).filter((move) => !moves.has(move));
    if (other.length) why(other);
  }, [now?.box, moves]);

  const set = (next: Held): void => {
    const same = held && held.box === next.box && held.axis === next.axis && held.at.x === next.at.x && held.at.y === next.at.y;
    if (!same) hold(next);
  };

  const worded = (one: Ghost): string => {
    const reason = reasons[one.move];
    return reason ? whyNot(reason, VOICE, at) : "";
  };

  return {
    legal,
    box: now?.box ?? null,
    axis: now?.axis ?? null,
    size,
    ghost,
    turnable: !!kind && axesOf(kind).length > 1,
    pick: (box) => {
      const places = box ? legal.get(box) : undefined;
      if (!box || !places?.length) return hold(held && { ...held, turn: "" });
      // Begin where it fits: near where the last one was held, the lowest place first.
      const alike = places.filter((place) => place.axis === held?.axis);
      const some = alike.length ? alike : places;
      const level = (place: Place): number => volumeOf(parts, view.heights, place)?.level ?? 0;
      const far = (place: Place): number =>
        10 * level(place) + (held ? Math.hypot(place.x - held.at.x, place.y - held.at.y) : 0);
      const [best] = [...some].sort((a, b) => far(a) - far(b));
      if (best) hold({ turn, box, axis: best.axis, at: { x: best.x, y: best.y } });
    },
    turn: () => {
      if (!now || !kind || !size) return;
      const axes = axesOf(kind);
      const axis = axes[(axes.indexOf(now.axis) + 1) % axes.length] ?? null;
      const middle = { x: now.at.x + size[0] / 2, y: now.at.y + size[1] / 2 };
      const turned = sizeOf(kind, axis);
      const fits = nearest(legal.get(now.box)?.filter((place) => place.axis === axis) ?? [], turned, middle, 1.2);
      set({ ...now, axis, at: fits ?? under(parts, turned, middle) });
    },
    aim: (cell) => now && size && set({ ...now, at: around(parts, size, cell) }),
    hover: (over) => {
      if (!now || !size) return;
      const exact = under(parts, size, over);
      if (ghostOf(now.box, now.axis, exact)?.legal) return set({ ...now, at: exact });
      const fits = nearest(legal.get(now.box)?.filter((place) => place.axis === now.axis) ?? [], size, over);
      set({ ...now, at: fits ?? exact });
    },
    step: (dx, dy) => {
      if (!now || !size) return;
      const { columns, rows } = parts.pallet;
      const x = Math.max(0, Math.min(columns - size[0], now.at.x + dx));
      const y = Math.max(0, Math.min(rows - size[1], now.at.y + dy));
      const next = ghostOf(now.box, now.axis, { x, y });
      set({ ...now, at: { x, y } });
      if (next) announce(spoken(next, worded(next)));
    },
    held: (cell) => (now && size ? ghostOf(now.box, now.axis, around(parts, size, cell)) : null),
    confirm: (one = ghost) => {
      if (!one || busy) return;
      if (one.legal) make(one.move);
      else announce(spoken(one, worded(one)));
    },
    why: worded,
  };
}

/** “c1 to e1: fits.” */
export function spoken(ghost: Ghost, reason: string): string {
  const cells = cellsName(ghost.place, ghost.volume.size);
  if (ghost.legal) return t("{cells}: fits.", { cells });
  return reason ? t("{cells}: doesn’t fit. {reason}", { cells, reason }) : t("{cells}: doesn’t fit.", { cells });
}

/** Let teammates see what one thinks of, eight times a second at most. */
function usePointing(move: string | null, acting: boolean, point: (move: string | null) => void): void {
  const last = useRef(0);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (!acting) {
      shown.current = null;
      return;
    }
    if (move === shown.current) return;
    const tell = (): void => {
      last.current = Date.now();
      shown.current = move;
      point(move);
    };
    const timer = setTimeout(tell, Math.max(0, POINTING - (Date.now() - last.current)));
    return () => clearTimeout(timer);
  }, [move, acting]);
}
