/** Team UP on the landing page: boxes on a pallet, and one above it. */

import { BoxShape } from "./Box";
import { faces, outline } from "./iso";
import type { Size } from "./geometry";
import { letter } from "./words";

type Corner = readonly [number, number, number];

const GROUND = -0.62;

/** From the far ones to the near ones. The last one is about to be placed. */
const BOXES: readonly (readonly [Corner, Size, string])[] = [
  [[0, 2, 0], [3, 2, 1], "blue"],
  [[0, 2, 1], [2, 2, 1], "red"],
  [[3, 3, 0], [3, 1, 2], "white"],
  [[0, 0, 0], [1, 2, 2], "blue"],
  [[1, 0, 0], [2, 2, 1], "white"],
  [[3, 1, 0], [3, 2, 1], "red"],
  [[3, 0, 0], [3, 1, 1], "neutral"],
];
const HELD = [[3.5, 1, 2.3], [2, 2, 1], "blue"] as const;

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
    <svg class="tu-picture" viewBox="-0.5 -4.2 9.7 8.2" aria-hidden="true">
      <polygon class="tu-picture-shadow" points={outline(faces([-0.1, -0.35, GROUND], [6.4, 4.2, 0]).top)} />
      {lines.map((y) => (
        <Timber key={y} at={[0, y, GROUND]} size={[6, 0.8, 0.13]} top="var(--tu-wood-2)" />
      ))}
      {lines.flatMap((y) => [0, 2.55, 5.1].map((x) => <Timber key={`${x} ${y}`} at={[x, y, GROUND + 0.13]} size={[0.9, 0.8, 0.31]} top="var(--tu-wood-2)" />))}
      {Array.from({ length: 8 }, (_, at) => (
        <Timber key={at} at={[0, 3.5 - at / 2, -0.18]} size={[6, 0.5, 0.18]} top="var(--tu-wood)" />
      ))}
      {BOXES.map(([at, size, colour]) => (
        <BoxShape key={at.join(" ")} at={at} size={size} colour={colour} letter={letter(colour)} thick={0.04} />
      ))}
      <polygon class="tu-picture-shadow" points={outline(faces([HELD[0][0], HELD[0][1], 1], [2, 2, 0]).top)} />
      <BoxShape at={HELD[0]} size={HELD[1]} colour={HELD[2]} letter={letter(HELD[2])} thick={0.04} />
    </svg>
  );
}
