/** A kraft box with a painted lid, seen from a corner; and the lid alone, seen from above. */

import { frame, faces, lying, outline } from "./iso";
import { CELL, paint, patternOf, type Pattern } from "./paint";
import type { Size } from "./geometry";
import "./box.css";

type Corner = readonly [number, number, number];

/** The stroke of a pattern, in the colour of its paint. */
export function Stroke({ pattern, colour }: { pattern: Pattern; colour: string }) {
  return (
    <path
      d={pattern.d}
      fill="none"
      stroke={paint(colour, "-2")}
      stroke-width={pattern.width}
      stroke-dasharray={pattern.dash ? `0 ${pattern.dash}` : undefined}
      stroke-linecap={pattern.round ? "round" : "butt"}
      opacity={pattern.opacity}
    />
  );
}

/** A lid from above, `CELL` to a cell, with a plate and its letter if there is one. */
export function Lid({ colour, columns, rows, letter }: { colour: string; columns: number; rows: number; letter?: string }) {
  const [wide, deep] = [columns * CELL, rows * CELL];
  return (
    <>
      <rect width={wide} height={deep} fill={paint(colour)} />
      <Stroke pattern={patternOf(colour, columns, rows)} colour={colour} />
      {letter && <Plate x={wide / 2} y={deep / 2} colour={colour} letter={letter} />}
    </>
  );
}

interface PlateProps {
  x: number;
  y: number;
  colour: string;
  letter: string;
  small?: boolean;
}

export function Plate({ x, y, colour, letter, small }: PlateProps) {
  const size = small ? 0.78 : 1;
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <circle r={CELL * 0.36} fill="var(--tu-plate)" stroke={paint(colour, "-3")} stroke-width="2" />
      <text class="tu-letter" y="9.8">
        {letter}
      </text>
    </g>
  );
}

const shaded = (colour: string, part: number): string =>
  `color-mix(in srgb, ${paint(colour)}, var(--tu-kraft-edge) ${part}%)`;

/** The box itself as part of a picture, one unit to a cell. */
export function BoxShape({ at = [0, 0, 0], size, colour, letter, thick = 0.05 }: { at?: Corner; size: Size; colour: string; letter?: string; thick?: number }) {
  const { top, front, side } = faces(at, size);
  const [w, d, h] = size;
  const band = Math.min(0.24, h / 3);
  const rim = faces([at[0], at[1], at[2] + h - band], [w, d, band]);
  return (
    <g stroke-linejoin="round">
      <polygon points={outline(front)} fill="var(--tu-kraft-side)" />
      <polygon points={outline(side)} fill="var(--tu-kraft-shade)" />
      {colour !== "neutral" && (
        <>
          <polygon points={outline(rim.front)} fill={shaded(colour, 22)} />
          <polygon points={outline(rim.side)} fill={shaded(colour, 40)} />
        </>
      )}
      <g transform={lying(at, size, CELL)}>
        <Lid colour={colour} columns={w} rows={d} letter={letter} />
      </g>
      <g fill="none" stroke="var(--tu-kraft-edge)" stroke-width={thick}>
        <polygon points={outline(front)} />
        <polygon points={outline(side)} />
        <polygon points={outline(top)} />
      </g>
    </g>
  );
}

/** A box as a picture of its own, `unit` pixels to a cell. */
export function BoxPicture({ size, colour, letter, unit = 9 }: { size: Size; colour: string; letter?: string; unit?: number }) {
  const [left, top, wide, high] = frame(size);
  const edge = 0.06;
  return (
    <svg
      class="tu-box-picture"
      width={(wide + 2 * edge) * unit}
      height={(high + 2 * edge) * unit}
      viewBox={`${left - edge} ${top - edge} ${wide + 2 * edge} ${high + 2 * edge}`}
      aria-hidden="true"
    >
      <BoxShape size={size} colour={colour} letter={letter} thick={unit < 12 ? 0.12 : 0.06} />
    </svg>
  );
}
