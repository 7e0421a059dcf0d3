/** The games' pictures on the landing page. They are no part of their faces: a table does without them. */

import type { ComponentType } from "preact";

const found = import.meta.glob<ComponentType>("./*/Picture.tsx", { eager: true, import: "Picture" });

export const pictureOf = (game: string): ComponentType =>
  found[`./${game}/Picture.tsx`] ?? found["./plain/Picture.tsx"]!;
