/**
 * Team UP's board: the card to obey, the pallet, solid and from above, the boxes, and how well it
 * goes. What one is about to place is `placing.ts`; every part shows it and can change it.
 */

import "./team-up.css";
import "./pallet.css";

import { useEffect, useMemo, useRef } from "preact/hooks";
import { ofGame } from "../../store/prefs";
import type { TeamUpView } from "../../wire";
import { Button } from "../../ui/parts";
import { capital, t } from "../../words/i18n";
import type { BoardProps } from "../face";
import { Boxes } from "./Boxes";
import { Cheer } from "./Cheer";
import { CardPanel, DeckPanel } from "./Cards";
import { Flat } from "./Flat";
import { cellName, componentsOf, filledIn, placeOf, slice } from "./geometry";
import { LayersPanel, ScorePanel } from "./Meter";
import { spoken, usePlacing, type Placing } from "./placing";
import { canBeSolid, Solid, type SolidRef } from "./Solid";
import { boxName } from "./words";

/** Whether the pallet is shown in three dimensions. */
const wished = ofGame("solid", true);

export function Board(props: BoardProps<TeamUpView>) {
  const { view, acting, advised, highlight } = props;
  const placing = usePlacing(props);
  const able = useMemo(canBeSolid, []);
  const solid = able && wished.value;
  const target = useRef<SolidRef["current"]>(null);
  const root = useRef<HTMLDivElement>(null);
  const advice = [advised, highlight].find((move) => move && placeOf(move)) ?? null;

  useFocusOnPick(root, placing);
  const keys = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === "r" || event.key === "R") placing.turn();
    else if (event.key === "Escape" && placing.box) placing.pick(null);
    else return;
    event.preventDefault();
  };

  return (
    <div ref={root} class={`tu ${solid ? "tu-mode-solid" : "tu-mode-flat"}`} data-lit={highlight ?? undefined} onKeyDown={keys}>
      <div class="tu-table">
        <div class="tu-area-cards">
          <Mates {...props} />
          <CardPanel {...props} />
        </div>
        {solid && (
          <div class="tu-area-stage">
            <Solid {...props} placing={placing} advice={advice} target={target} />
            <Slabs {...props} />
          </div>
        )}
        <div class="tu-area-flat">
          <Flat {...props} placing={placing} advice={advice} />
        </div>
        {able && (
          <div class="tu-views" role="group" aria-label={t("View")}>
            <View label={t("3D")} d={CUBE} on={solid} press={() => (wished.value = true)} />
            <View label={t("From above")} d={GRID} on={!solid} press={() => (wished.value = false)} />
          </div>
        )}
        <Cheer {...props} />
        <div class="tu-area-acts">
          <Acts {...props} placing={placing} />
        </div>
        <Boxes {...props} placing={placing} advice={advice} target={target} />
        <div class="tu-info">
          <ScorePanel {...props} />
          <LayersPanel {...props} />
          <DeckPanel {...props} />
        </div>
      </div>
      {acting && view.card && !placing.box && <span class="unseen">{t("Pick a box first, then choose where it goes.")}</span>}
    </div>
  );
}

const CUBE = "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9";
const GRID = "M4 5h16v14H4zM4 12h16M9.3 5v14M14.7 5v14";

function View({ label, d, on, press }: { label: string; d: string; on: boolean; press(): void }) {
  return (
    <button type="button" aria-pressed={on} aria-label={label} title={label} onClick={press}>
      <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true">
        <path d={d} />
      </svg>
      <span>{label}</span>
    </button>
  );
}

/** Who picked a box with keys goes on to the pallet with them. */
function useFocusOnPick(root: { current: HTMLElement | null }, placing: Placing): void {
  useEffect(() => {
    const here = document.activeElement;
    if (!placing.box || !placing.ghost || !(here instanceof HTMLElement) || !here.matches(".tu-pick:focus-visible")) return;
    const { place, volume } = placing.ghost;
    const x = place.x + Math.floor((volume.size[0] - 1) / 2);
    const y = place.y + Math.floor((volume.size[1] - 1) / 2);
    const cell = root.current?.querySelector<HTMLElement>(`[data-cell="${cellName({ x, y })}"]`);
    if (cell?.checkVisibility()) cell.focus();
    else root.current?.querySelector<HTMLElement>("[data-solid]")?.focus();
  }, [placing.box]);
}

/** Under the pallet: what is held and whether it can be there, and what to do with it. */
function Acts({ view, at, acting, busy, placing }: BoardProps<TeamUpView> & { placing: Placing }) {
  const { ghost, box } = placing;
  if (!box || !ghost) return <p class="tu-say faint">{idle(view, at, acting)}</p>;
  const reason = ghost.legal ? "" : placing.why(ghost);
  return (
    <>
      <p class={`tu-say ${ghost.legal ? "tu-say-fits" : "tu-say-not"}`}>
        <b>{capital(boxName(box))}</b> {spoken(ghost, reason)}
      </p>
      <div class="buttons tu-act-buttons">
        <Button icon="close" kind="quiet" aria-label={t("Put the box back")} title={t("Put the box back")} onClick={() => placing.pick(null)} />
        {placing.turnable && (
          <Button icon="turn" aria-keyshortcuts="R" onClick={placing.turn}>
            {t("Rotate")}
          </Button>
        )}
        <Button
          kind="main"
          icon="check"
          class="tu-place"
          data-move={ghost.legal ? ghost.move : undefined}
          disabled={busy || !ghost.legal}
          onClick={() => placing.confirm()}
        >
          {t("Place here")}
        </Button>
      </div>
    </>
  );
}

function idle(view: TeamUpView, at: BoardProps["at"], acting: boolean): string {
  if (view.over) return "";
  const waits = !acting && view.to_act !== null && !at.mine.includes(view.to_act);
  if (!acting) return waits ? t("It’s {name}’s turn.", { name: at.name(view.to_act ?? 1) }) : "";
  if (!view.card) return t("Draw a card, then place a box that follows it.");
  if (view.legal.includes("penalty")) return t("No box can be placed for this card.");
  return t("Pick a box and then a spot for it, or drag it onto the pallet.");
}

/** Who stacks with whom, and whose turn it is. */
function Mates({ view, at }: BoardProps<TeamUpView>) {
  if (at.seats < 2) return null;
  const seats = Array.from({ length: at.seats }, (_, index) => index + 1);
  return (
    <ul class="plain tu-mates" aria-label={t("The team")}>
      {seats.map((seat) => (
        <li key={seat} aria-current={view.to_act === seat ? "true" : undefined}>
          {at.name(seat)}
          {view.to_act === seat && <span class="unseen">{t("to move")}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Beside the solid pallet: the layers as slabs, the full ones gold. `LayersPanel` says it in words. */
function Slabs({ view, at }: BoardProps<TeamUpView>) {
  const { layers, columns, rows } = componentsOf(at.game).pallet;
  return (
    <ol class="plain tu-slabs" aria-hidden="true">
      {Array.from({ length: layers }, (_, index) => layers - 1 - index).map((level) => {
        const filled = filledIn(slice(view, level)) / (columns * rows);
        return (
          <li key={level} class={filled === 1 ? "tu-full" : ""}>
            <span class="tu-slab-fill" style={{ transform: `scaleY(${filled})` }} />
            <b>{level + 1}</b>
          </li>
        );
      })}
    </ol>
  );
}
