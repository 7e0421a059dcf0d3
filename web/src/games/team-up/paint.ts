/**
 * The paint of the lids: for each colour a letter and a pattern, so that no box is told by colour
 * alone. Patterns are paths, `CELL` to a cell, for SVG and for the canvas of the solid pallet.
 */

export const CELL = 48;

export interface Pattern {
  /** A path to be stroked. */
  d: string;
  width: number;
  dash?: number;
  opacity: number;
  round?: boolean;
}

const steps = (step: number, end: number): number[] => {
  const all: number[] = [];
  for (let at = step / 2; at < end; at += step) all.push(at);
  return all;
};

/** Red: slanting stripes. */
function stripes(wide: number, deep: number): Pattern {
  const d = steps(12, wide + deep).map((far) => {
    const [x1, y1] = [Math.max(0, far - deep), Math.min(far, deep)];
    const [x2, y2] = [Math.min(far, wide), Math.max(0, far - wide)];
    return `M${x1} ${y1}L${x2} ${y2}`;
  });
  return { d: d.join(""), width: 4, opacity: 0.5 };
}

/** Blue: dots, which are dashes without length but with round ends. */
function dots(wide: number, deep: number): Pattern {
  const d = steps(12, deep).map((down, row) => `M${row % 2 ? 3 : 9} ${down}H${wide - 2}`);
  return { d: d.join(""), width: 6, dash: 12, opacity: 0.62, round: true };
}

/** White: a fine lattice, nearly plain. */
function lattice(wide: number, deep: number): Pattern {
  const upright = steps(12, wide).map((right) => `M${right} 0V${deep}`);
  const level = steps(12, deep).map((down) => `M0 ${down}H${wide}`);
  return { d: [...upright, ...level].join(""), width: 1.3, opacity: 0.5 };
}

/** Neutral: no paint, a strip of tape along its longer side. */
function tape(wide: number, deep: number): Pattern {
  const d = wide >= deep ? `M0 ${deep / 2}H${wide}` : `M${wide / 2} 0V${deep}`;
  return { d, width: 12, opacity: 0.55 };
}

const PATTERNS: Record<string, (wide: number, deep: number) => Pattern> = {
  red: stripes,
  blue: dots,
  white: lattice,
  neutral: tape,
};

/** The pattern of a lid of so many cells. */
export function patternOf(colour: string, columns: number, rows: number): Pattern {
  return (PATTERNS[colour] ?? lattice)(columns * CELL, rows * CELL);
}

/** A colour as a CSS custom property: `--tu-red`, its pattern `--tu-red-2`, its edge `--tu-red-3`. */
export const paint = (colour: string, part: "" | "-2" | "-3" = ""): string => `var(--tu-${colour}${part})`;
