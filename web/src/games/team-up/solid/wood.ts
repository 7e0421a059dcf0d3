/** The bare pallet on its table: planks on blocks on boards, its shadow, the names of its cells. */

import { CircleGeometry, Color, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, PlaneGeometry, Quaternion, ShadowMaterial, Vector3, type BufferGeometry, type Material, type Texture } from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { chance, type Materials } from "./materials";

/** How deep the table is under the boxes, in cells. */
export const GROUND = -0.66;
const PLANK = 0.18;

export function bare(materials: Materials, columns: number, rows: number, ink: string): Group {
  const group = new Group();
  const wood = materials.wood();
  const planks = timber(wood, materials, [columns + 0.06, PLANK, 0.46], Array.from({ length: 2 * rows }, (_, at) => [0, -PLANK / 2, rows / 2 - 0.25 - at / 2]));
  const lines = [rows / 2 - 0.4, 0, 0.4 - rows / 2];
  const across = [-columns / 2 + 0.45, 0, columns / 2 - 0.45];
  const blocks = timber(wood, materials, [0.9, 0.34, 0.78], lines.flatMap((z) => across.map((x) => [x, -PLANK - 0.17, z] as const)));
  const feet = timber(wood, materials, [columns, 0.13, 0.78], lines.map((z) => [0, GROUND + 0.065, z]));
  group.add(planks, blocks, feet);

  const cells = flat(columns, rows, materials.cells(columns, rows));
  cells.position.y = 0.004;
  group.add(cells);

  const table = new Mesh(new CircleGeometry(16, 48), new ShadowMaterial({ opacity: 0.26, color: new Color("#1c0f02") }));
  table.rotation.x = -Math.PI / 2;
  table.position.y = GROUND;
  table.receiveShadow = true;
  const spot = flat(columns + 3, rows + 3, materials.spot());
  spot.position.y = GROUND + 0.002;
  group.add(table, spot);

  for (let x = 0; x < columns; x++) group.add(named(materials, "abcdefghij"[x] ?? "", ink, x + 0.5 - columns / 2, rows / 2 + 0.5));
  for (let y = 0; y < rows; y++) group.add(named(materials, String(y + 1), ink, columns / 2 + 0.5, rows / 2 - 0.5 - y));
  return group;
}

/** Many pieces of one size, each a little lighter or darker. */
function timber(wood: Material, materials: Materials, [w, h, d]: [number, number, number], places: readonly (readonly [number, number, number])[]): InstancedMesh {
  const geometry: BufferGeometry = new RoundedBoxGeometry(w, h, d, 1, 0.025);
  const mesh = new InstancedMesh(geometry, wood, places.length);
  const random = chance(places.length * 31 + 5);
  const tint = new Color();
  places.forEach((place, at) => {
    mesh.setMatrixAt(at, new Matrix4().compose(new Vector3(...place), new Quaternion(), new Vector3(1, 1, 1)));
    mesh.setColorAt(at, tint.set(materials.token("wood")).multiplyScalar(0.86 + 0.2 * random()));
  });
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

function flat(wide: number, deep: number, map: Texture): Mesh {
  const mesh = new Mesh(new PlaneGeometry(wide, deep), new MeshBasicMaterial({ map, transparent: true, depthWrite: false }));
  mesh.rotation.x = -Math.PI / 2;
  return mesh;
}

function named(materials: Materials, text: string, ink: string, x: number, z: number): Mesh {
  const mesh = flat(0.62, 0.62, materials.label(text, ink));
  mesh.position.set(x, GROUND + 0.004, z);
  return mesh;
}
