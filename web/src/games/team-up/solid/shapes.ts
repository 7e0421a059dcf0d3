/** Geometry, made once for each size: boxes cut for their sheet, outlines of thin rods. */

import { BoxGeometry, type BufferGeometry, Color, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import type { Size } from "../geometry";

/** Boxes are a trifle smaller than their cells, so that one sees where they part. */
const GAP = 0.025;
const ROUND = 0.045;

export class Shapes {
  private readonly boxes = new Map<string, BufferGeometry>();
  readonly unit = new BoxGeometry(1, 1, 1);

  box(size: Size): BufferGeometry {
    const key = size.join(" ");
    let geometry = this.boxes.get(key);
    if (!geometry) {
      geometry = cut(size);
      this.boxes.set(key, geometry);
    }
    return geometry;
  }

  /** Rods along the edges of a volume; dashed: with gaps. */
  outline([w, d, h]: Size, colour: string, dashed = false, thick = 0.055): InstancedMesh {
    const rods: Matrix4[] = [];
    const rod = (middle: Vector3, along: 0 | 1 | 2, long: number): void => {
      const scale = new Vector3(thick, thick, thick).setComponent(along, long + thick);
      rods.push(new Matrix4().compose(middle, new Quaternion(), scale));
    };
    const reach = [w, h, d];
    for (const along of [0, 1, 2] as const) {
      const [one, other] = along === 0 ? [1, 2] : along === 1 ? [0, 2] : [0, 1];
      const pieces = dashed ? Math.max(2, Math.round(reach[along]! * 3)) : 1;
      const long = reach[along]! / pieces;
      for (const a of [-0.5, 0.5]) {
        for (const b of [-0.5, 0.5]) {
          for (let piece = 0; piece < pieces; piece++) {
            const middle = new Vector3()
              .setComponent(one!, a * reach[one!]!)
              .setComponent(other!, b * reach[other!]!)
              .setComponent(along, (piece + 0.5) * long - reach[along]! / 2);
            rod(middle, along, dashed ? long * 0.45 : long);
          }
        }
      }
    }
    const material = new MeshBasicMaterial({ color: new Color(colour) });
    const mesh = new InstancedMesh(this.unit, material, rods.length);
    rods.forEach((matrix, at) => mesh.setMatrixAt(at, matrix));
    return mesh;
  }

  dispose(): void {
    this.unit.dispose();
    for (const geometry of this.boxes.values()) geometry.dispose();
    this.boxes.clear();
  }
}

/** A rounded box whose faces take their parts of one sheet: lid above, front and side below it. */
function cut([w, d, h]: Size): BufferGeometry {
  const geometry = new RoundedBoxGeometry(w - GAP, h - 0.006, d - GAP, 2, ROUND);
  const spots = geometry.getAttribute("position");
  const uv = geometry.getAttribute("uv");
  const perFace = spots.count / 6;
  // Of the sheet, in cells from its upper left: left, top, width, height.
  const lid = [0, 0, w, d] as const;
  const front = [0, d, w, h] as const;
  const side = [w, d, d, h] as const;
  const parts = [side, side, lid, front, front, front] as const;
  for (let at = 0; at < spots.count; at++) {
    const [x, y, z] = [spots.getX(at) / w, spots.getY(at) / h, spots.getZ(at) / d];
    const face = Math.floor(at / perFace);
    const [left, top, across, down] = parts[face] ?? front;
    const right = [-z, z, x, x, x, -x][face] ?? x;
    const up = face === 2 || face === 3 ? -z : y;
    uv.setXY(at, (left + (0.5 + right) * across) / (w + d), 1 - (top + (0.5 - up) * down) / (d + h));
  }
  geometry.clearGroups();
  return geometry;
}
