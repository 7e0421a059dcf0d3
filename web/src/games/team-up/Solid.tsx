/** The solid pallet on the page: brings three.js when it is needed, and passes on what happens. */

import { useEffect, useRef, useState } from "preact/hooks";
import { lamp, moves } from "../../store/prefs";
import type { TeamUpEvent, TeamUpView } from "../../wire";
import { Icon } from "../../ui/icons";
import { t } from "../../words/i18n";
import type { BoardProps } from "../face";
import { componentsOf, placeOf, volumeOf, type Cell } from "./geometry";
import type { Pallet3d, Shown } from "./Pallet3d";
import type { Placing } from "./placing";
import { letter } from "./words";

export interface SolidRef {
  current: Pick<Pallet3d, "at"> | null;
}

interface Props extends BoardProps<TeamUpView> {
  placing: Placing;
  advice: string | null;
  target: SolidRef;
}

/** Whether this browser can draw it at all. */
export function canBeSolid(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

export function Solid(props: Props) {
  const { view, at, placing, target, news } = props;
  const parts = componentsOf(at.game);
  const host = useRef<HTMLDivElement>(null);
  const [pallet, setPallet] = useState<Pallet3d | null>(null);
  const [open, setOpen] = useState(false);
  const now = useRef(placing);
  now.current = placing;
  const light = lamp.value;

  useEffect(() => {
    let made: Pallet3d | null = null;
    let gone = false;
    void Promise.all([import("./Pallet3d"), document.fonts.ready]).then(([{ Pallet3d }]) => {
      if (gone || !host.current) return;
      const { columns, rows } = parts.pallet;
      made = new Pallet3d(host.current, {
        columns,
        rows,
        letter,
        hover: (point) => now.current.hover(point),
        tap: (point, sure) => tapped(now.current, point, sure),
      });
      target.current = made;
      setPallet(made);
    });
    return () => {
      gone = true;
      target.current = null;
      setPallet(null);
      made?.dispose();
    };
  }, [light]);

  const seen = useRef<unknown>(news);
  useEffect(() => {
    if (!pallet) return;
    const fresh = news === seen.current ? [] : news.flatMap((line) => line.events as TeamUpEvent[]);
    seen.current = news;
    const placed = fresh.flatMap((event) => (event.event === "placed" ? [`${event.box} ${event.at}`] : []));
    pallet.show(shownOf(props), new Set(moves() ? placed : []));
    if (!moves()) return;
    for (const event of fresh) if (event.event === "layer") pallet.celebrate(event.layer);
  }, [pallet, view.boxes, placing.ghost, props.advice, props.pointed, news]);

  const keys = (event: KeyboardEvent): void => {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (step && placing.box) placing.step(...step);
    else if (step) pallet?.turn(step[0] * 0.4, step[1] * 0.2, moves());
    else if (event.key === "Enter" || event.key === " ") placing.confirm();
    else if (event.key === "+") pallet?.zoom(0.85, moves());
    else if (event.key === "-") pallet?.zoom(1.18, moves());
    else return;
    event.preventDefault();
  };

  const look = (act: (pallet: Pallet3d) => void) => () => pallet && act(pallet);
  return (
    <div class="tu-solid-frame">
      <div
        ref={host}
        class={`tu-solid${placing.box ? " tu-solid-held" : ""}`}
        data-solid
        data-part="pallet"
        role="application"
        tabIndex={0}
        aria-label={t("The pallet. Arrow keys move the box, R turns it, Enter places it.")}
        onKeyDown={keys}
      />
      {!pallet && <p class="tu-solid-wait faint">{t("One moment …")}</p>}
      <div class={`tu-look${open ? " tu-look-open" : ""}`} role="group" aria-label={t("Look around")}>
        <Look class="tu-look-toggle" label={t("Look around")} expanded={open} press={() => setOpen(!open)} icon="turn" />
        <Look label={t("Turn left")} press={look((one) => one.turn(-0.5, 0, moves()))} icon="back" />
        <Look label={t("Turn right")} press={look((one) => one.turn(0.5, 0, moves()))} icon="next" />
        <Look label={t("Higher view")} press={look((one) => one.turn(0, 0.25, moves()))} icon="up" />
        <Look label={t("Lower view")} press={look((one) => one.turn(0, -0.25, moves()))} icon="down" />
        <Look label={t("Zoom in")} press={look((one) => one.zoom(0.82, moves()))} sign="+" />
        <Look label={t("Zoom out")} press={look((one) => one.zoom(1.22, moves()))} sign="−" />
        <Look label={t("Reset view")} press={look((one) => one.reset(moves()))} icon="undo" />
      </div>
    </div>
  );
}

interface LookProps {
  label: string;
  press(): void;
  icon?: Parameters<typeof Icon>[0]["name"];
  sign?: string;
  class?: string;
  expanded?: boolean;
}

function Look({ label, press, icon, sign, class: more, expanded }: LookProps) {
  return (
    <button type="button" class={`button button-quiet button-round ${more ?? ""}`} aria-label={label} title={label} aria-expanded={expanded} onClick={press}>
      {icon ? <Icon name={icon} size={20} /> : <b aria-hidden="true">{sign}</b>}
    </button>
  );
}

function tapped(placing: Placing, point: Cell | null, sure: boolean): void {
  if (!placing.box) return;
  if (sure) placing.confirm();
  else if (point) placing.hover(point);
}

function shownOf({ view, at, placing, advice, pointed }: Props): Shown {
  const parts = componentsOf(at.game);
  const volume = (move: string) => {
    const place = placeOf(move);
    return place && volumeOf(parts, view.heights, place);
  };
  const { ghost } = placing;
  return {
    boxes: view.boxes,
    ghost: ghost && { volume: ghost.volume, colour: ghost.place.colour, legal: ghost.legal },
    advice: advice ? volume(advice) : null,
    mates: Object.entries(pointed).flatMap(([seat, move]) => {
      const one = volume(move);
      return one ? [{ volume: one, colour: placeOf(move)?.colour ?? "neutral", name: at.name(Number(seat)) }] : [];
    }),
  };
}
