/** The games by name: every folder here that has an `index.tsx`, in the order of the landing page. */

import type { Face, Offer } from "./face";
import { complete, plainFace } from "./plain/face";

const found = import.meta.glob<Offer>("./*/index.tsx", { eager: true, import: "face" });

export const FACES: Readonly<Record<string, Face>> = Object.fromEntries(
  Object.entries(found)
    .map(([path, offer]) => [path.split("/")[1]!, complete(offer)] as const)
    .sort(([, one], [, other]) => one.shelf - other.shelf),
);

/** The face of a game, a plain one if it has none of its own. */
export const faceOf = (game: string): Face => FACES[game] ?? plainFace(game);
