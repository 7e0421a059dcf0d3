/** Team UP on the landing page: a few boxes on a pallet. */

import { BoxShape } from "./Box";
import { faces, outline } from "./iso";
import type { Size } from "./geometry";
import { letter } from "./words";
import "./team-up.css";

type Corner = readonly [number, number, number];

const GROUND = -0.62;

/** From the far ones to the near ones, from below up. */
const BOXES: readonly (readonly [Corner, Size, string])[] = [
  [[0, 2, 0], [3, 2, 1], "blue"],
  [[3, 2, 0], [3, 1, 2], "white"],
  [[3, 3, 0], [3, 1, 1], "red"],
  [[0, 2, 1], [2, 2, 1], "red"],
  [[0, 0, 0], [2, 2, 1], "white"],
  [[2, 0, 0], [1, 2, 2], "red"],
  [[3, 0, 0], [2, 1, 1], "blue"],
  [[5, 0, 0], [1, 1, 3], "neutral"],
];

const PAINTED = [2, 1, 0, 3, 4, 5, 6, 7];

function Timber({ at, size, top }: { at: Corner; size: Size; top: string }) {
  const seen = faces(at, size);
  return (
    <g stroke="var(--tu-wood-edge)" stroke-width="0.03" stroke-linejoin="round">
      <polygon points={outline(seen.top)} fill={top} />
      <polygon points={outline(seen.front)} fill="var(--tu-wood-2)" />
      <polygon points={outline(seen.side)} fill="var(--tu-wood-edge)" fill-opacity="0.75" />
    </g>
  );
}

export function Picture() {
  const lines = [3.2, 1.6, 0];
  return (
    <svg class="tu-picture" viewBox="-0.4 -4.6 9.5 9" aria-hidden="true">
      <polygon class="tu-picture-shadow" points={outline(faces([-0.1, -0.35, GROUND], [6.4, 4.2, 0]).top)} />
      {lines.map((y) => (
        <Timber key={y} at={[0, y, GROUND]} size={[6, 0.8, 0.13]} top="var(--tu-wood-2)" />
      ))}
      {lines.flatMap((y) => [0, 2.55, 5.1].map((x) => <Timber key={`${x} ${y}`} at={[x, y, GROUND + 0.13]} size={[0.9, 0.8, 0.31]} top="var(--tu-wood-2)" />))}
      {Array.from({ length: 8 }, (_, at) => (
        <Timber key={at} at={[0, 3.5 - at / 2, -0.18]} size={[6, 0.5, 0.18]} top="var(--tu-wood)" />
      ))}
      {PAINTED.map((index) => {
        const [at, size, colour] = BOXES[index]!;
        return <BoxShape key={index} at={at} size={size} colour={colour} letter={letter(colour)} thick={0.04} />;
      })}
    </svg>
  );
}
