/**
 * The pallet from above: 24 cells with how high they are and what lies on top. A table of buttons,
 * so that everything can be done here with keys alone; the picture of it lies underneath.
 */

import { useRef, useState } from "preact/hooks";
import type { TeamUpBox, TeamUpView } from "../../wire";
import { t } from "../../words/i18n";
import type { BoardProps } from "../face";
import { Lid, Plate } from "./Box";
import { cellName, colourOf, componentsOf, covered, placeOf, tops, volumeOf, type Cell, type Components, type Volume } from "./geometry";
import { CELL } from "./paint";
import type { Placing } from "./placing";
import { boxName, cellsName, letter } from "./words";
import "./flat.css";

type Map = readonly (readonly (TeamUpBox | null)[])[];

interface Props extends BoardProps<TeamUpView> {
  placing: Placing;
  advice: string | null;
}

export function Flat(props: Props) {
  const { view, at, placing } = props;
  const parts = componentsOf(at.game);
  const map = tops(view);
  const rows = Array.from({ length: parts.pallet.rows }, (_, row) => parts.pallet.rows - 1 - row);
  const columns = Array.from({ length: parts.pallet.columns }, (_, column) => column);
  const grid = useRef<HTMLTableElement>(null);
  const [home, setHome] = useState<Cell>({ x: 0, y: parts.pallet.rows - 1 });
  const before = useRef<string | null>(null);

  const focus = (x: number, y: number): void =>
    grid.current?.querySelector<HTMLElement>(`[data-cell="${cellName({ x, y })}"]`)?.focus();

  const keys = (event: KeyboardEvent, { x, y }: Cell): void => {
    const { columns: wide, rows: deep } = parts.pallet;
    const to: Record<string, [number, number]> = {
      ArrowLeft: [x - 1, y],
      ArrowRight: [x + 1, y],
      ArrowUp: [x, y + 1],
      ArrowDown: [x, y - 1],
      Home: [0, y],
      End: [wide - 1, y],
    };
    const next = to[event.key];
    if (!next) return;
    event.preventDefault();
    if (next[0] >= 0 && next[0] < wide && next[1] >= 0 && next[1] < deep) focus(...next);
  };

  const press = (event: MouseEvent, cell: Cell): void => {
    const ghost = placing.held(cell);
    if (!ghost) return;
    // Keys and screen readers mean it; a finger first shows the box there, and places it with the
    // second tap. A mouse has shown it already by being there.
    const sure = event.detail === 0 || before.current === ghost.move;
    placing.aim(cell);
    if (sure) placing.confirm(ghost);
  };

  return (
    <div class="tu-flat" data-part="flat">
      <Picture {...props} map={map} parts={parts} />
      <table ref={grid} role="grid" aria-label={t("The pallet from above")}>
        <tbody>
          {rows.map((y) => (
            <tr key={y}>
              <th scope="row">{y + 1}</th>
              {columns.map((x) => {
                const cell = { x, y };
                const ghost = placing.held(cell);
                return (
                  <td key={x} role="gridcell">
                    <button
                      type="button"
                      data-cell={cellName(cell)}
                      data-move={ghost?.legal ? ghost.move : undefined}
                      aria-label={described(view, map, cell, placing)}
                      aria-disabled={!ghost?.legal}
                      tabIndex={home.x === x && home.y === y ? 0 : -1}
                      onFocus={() => {
                        setHome(cell);
                        placing.aim(cell);
                      }}
                      onPointerDown={() => (before.current = placing.ghost?.move ?? null)}
                      onPointerEnter={(event) => event.pointerType === "mouse" && placing.aim(cell)}
                      onClick={(event) => press(event, cell)}
                      onKeyDown={(event) => keys(event, cell)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {columns.map((x) => (
              <th key={x} scope="col">
                {cellName({ x, y: 0 }).charAt(0)}
              </th>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** “c2, height 3, red wide box on top; fits on c2 to e2”. */
function described(view: TeamUpView, map: Map, cell: Cell, placing: Placing): string {
  const top = map[cell.y]?.[cell.x];
  const values = { cell: cellName(cell), height: view.heights[cell.y]?.[cell.x] ?? 0 };
  const there = top
    ? t("{cell}, height {height}, {box} on top", { ...values, box: boxName(top.box) })
    : t("{cell}, empty", values);
  const ghost = placing.held(cell);
  if (!ghost) return there;
  const cells = cellsName(ghost.place, ghost.volume.size);
  if (ghost.legal) return t("{there}; fits on {cells}", { there, cells });
  const reason = placing.why(ghost);
  return reason
    ? t("{there}; doesn’t fit on {cells}. {reason}", { there, cells, reason })
    : t("{there}; doesn’t fit on {cells}", { there, cells });
}

/** What is seen from above, and what is held or thought of over it. */
function Picture({ view, at, map, parts, placing, pointed, advice, acting }: Props & { map: Map; parts: Components }) {
  const { columns, rows } = parts.pallet;
  const spots = new Map<TeamUpBox, Cell[]>();
  map.forEach((row, y) =>
    row.forEach((box, x) => {
      if (box) spots.set(box, [...(spots.get(box) ?? []), { x, y }]);
    }),
  );
  const volume = (move: string): Volume | null => {
    const place = placeOf(move);
    return place && volumeOf(parts, view.heights, place);
  };
  const thought = advice ? volume(advice) : null;
  const down = (y: number): number => (rows - 1 - y) * CELL;
  const { ghost } = placing;
  const hidden = new Set(ghost && covered(ghost.place, ghost.volume.size).map(cellName));
  return (
    <svg class="tu-flat-map" viewBox={`-2 -2 ${columns * CELL + 4} ${rows * CELL + 4}`} aria-hidden="true">
      <defs>
        <pattern id="tu-hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V8" stroke="var(--tu-not)" stroke-width="4" />
        </pattern>
      </defs>
      <rect class="tu-flat-wood" width={columns * CELL} height={rows * CELL} />
      {map.map((row, y) =>
        row.map((box, x) => (
          <g key={`${x} ${y}`} transform={`translate(${x * CELL} ${down(y)})`}>
            {box ? <Lid colour={colourOf(box.box)} columns={1} rows={1} /> : <path class="tu-flat-cell" d={`M0 0H${CELL}V${CELL}`} />}
          </g>
        )),
      )}
      <path class="tu-flat-edges" d={edges(map, down)} />
      {[...spots].flatMap(([box, cells]) =>
        cells.map(({ x, y }) => {
          if (hidden.has(cellName({ x, y }))) return null;
          const [left, top] = [(x + 0.5) * CELL, down(y) + CELL / 2];
          return (
            <g key={`${x} ${y}`}>
              <Plate x={left - 6} y={top - 4} colour={colourOf(box.box)} letter={letter(colourOf(box.box))} small />
              <text class="tu-height" x={left + 14} y={top + 18}>
                {view.heights[y]?.[x]}
              </text>
            </g>
          );
        }),
      )}
      {Object.entries(pointed).map(([seat, move]) => {
        const one = volume(move);
        return one && <Outline key={seat} volume={one} rows={rows} kind="mate" name={at.name(Number(seat))} colour={placeOf(move)?.colour} />;
      })}
      {thought && acting && <Outline volume={thought} rows={rows} kind="hint" />}
      {ghost && <Outline volume={ghost.volume} rows={rows} kind={ghost.legal ? "fits" : "not"} colour={ghost.place.colour} />}
    </svg>
  );
}

function Outline({ volume, rows, kind, name, colour }: { volume: Volume; rows: number; kind: "fits" | "not" | "hint" | "mate"; name?: string; colour?: string }) {
  const [wide, deep] = [volume.size[0] * CELL, volume.size[1] * CELL];
  const top = (rows - volume.y - volume.size[1]) * CELL;
  return (
    <g class={`tu-outline tu-outline-${kind}`} transform={`translate(${volume.x * CELL} ${top})`}>
      {colour && (
        <g class="tu-outline-lid">
          <Lid colour={colour} columns={volume.size[0]} rows={volume.size[1]} />
        </g>
      )}
      {kind === "not" && <rect width={wide} height={deep} fill="url(#tu-hatch)" opacity="0.7" />}
      <rect class="tu-outline-under" x="3" y="3" width={wide - 6} height={deep - 6} rx="6" />
      <rect class="tu-outline-line" x="3" y="3" width={wide - 6} height={deep - 6} rx="6" />
      {colour && !name && <Plate x={wide / 2} y={deep / 2} colour={colour} letter={letter(colour)} />}
      {name && (
        <text class="tu-outline-name" x={wide / 2} y={deep / 2} dy="0.35em" textLength={name.length * 9 > wide - 8 ? wide - 8 : undefined}>
          {name}
        </text>
      )}
    </g>
  );
}

/** The lines between what belongs to different boxes. */
function edges(map: Map, down: (y: number) => number): string {
  const d: string[] = [];
  map.forEach((row, y) =>
    row.forEach((box, x) => {
      if (box !== (map[y + 1]?.[x] ?? null) || (box && !map[y + 1])) d.push(`M${x * CELL} ${down(y)}h${CELL}`);
      if (box && y === 0) d.push(`M${x * CELL} ${down(0) + CELL}h${CELL}`);
      if (box !== (row[x + 1] ?? null) || (box && x === row.length - 1)) d.push(`M${(x + 1) * CELL} ${down(y)}v${CELL}`);
      if (box && x === 0) d.push(`M0 ${down(y)}v${CELL}`);
    }),
  );
  return d.join("");
}

