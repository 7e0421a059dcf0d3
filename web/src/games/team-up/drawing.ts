/** The pallet at the end of a game, for the picture of a result. */

import type { Paint, Pen } from "../../ui/canvas";
import type { TeamUpBox, TeamUpView } from "../../wire";

/** The boxes on the pallet, seen from a corner; the farthest is drawn first. */
export function draw(pen: Pen, paint: Paint, view: TeamUpView): void {
  const unit = 38;
  const at = (x: number, y: number, z: number): [number, number] => [
    (x - y - 1) * unit * 0.87,
    (x + y - 5) * unit * 0.5 - z * unit * 0.9 + 130,
  ];
  const face = (corners: [number, number][], colour: string): void => {
    pen.beginPath();
    corners.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.fillStyle = colour;
    pen.fill();
    pen.strokeStyle = paint("shade-strong");
    pen.lineWidth = 1.5;
    pen.stroke();
  };
  const block = (x: number, y: number, z: number, [w, d, h]: readonly number[], top: string, side: string): void => {
    const shaded = side === paint("kraft-2") ? paint("kraft-deep") : side;
    const [a, b, c] = [x + (w ?? 1), y + (d ?? 1), z + (h ?? 1)];
    face([at(x, b, z), at(a, b, z), at(a, b, c), at(x, b, c)], side);
    face([at(a, y, z), at(a, b, z), at(a, b, c), at(a, y, c)], shaded);
    face([at(x, y, c), at(a, y, c), at(a, b, c), at(x, b, c)], top);
  };
  block(0, 0, -0.35, [6, 4, 0.35], paint("wood"), paint("wood-deep"));
  const spot = (box: TeamUpBox): [number, number] => [box.at.charCodeAt(0) - 97, Number(box.at.slice(1)) - 1];
  const rank = (box: TeamUpBox): number => {
    const [x, y] = spot(box);
    return box.level * 100 + x + y;
  };
  for (const box of [...view.boxes].sort((one, other) => rank(one) - rank(other))) {
    const [x, y] = spot(box);
    const colour = box.box.split(" ")[0] ?? "";
    const known = ["red", "blue", "white"].includes(colour) ? colour : "kraft";
    block(x, y, box.level, box.size, paint(known), paint("kraft-2"));
  }
}
