/** Walking around the pallet: where the camera stands, and how fingers, mouse and wheel move it. */

import { PerspectiveCamera, Vector3 } from "three";
import { GROUND } from "./wood";

const HOME = { around: 0.5, up: 0.62, near: 1 };
const LOWEST = 0.12;
const HIGHEST = 1.5;
const NEAREST = 0.5;
const FARTHEST = 1.6;
const CALM = 320;
/** How much of the picture the stack takes. */
const FILLED = 0.96;

interface Stand {
  around: number;
  up: number;
  /** 1: all is seen; less: nearer. */
  near: number;
  /** How high the stack is taken to be. */
  high: number;
}

const limit = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

export class Orbit {
  readonly camera = new PerspectiveCamera(28, 1, 0.5, 90);
  private now: Stand = { ...HOME, high: 2.4 };
  private from: Stand | null = null;
  private to: Stand = this.now;
  private since = 0;

  constructor(
    private readonly columns: number,
    private readonly rows: number,
  ) {}

  /** Go on towards where one wants to stand; whether it is still moving. */
  advance(time: number): boolean {
    if (!this.from) return false;
    if (!this.since) this.since = time;
    const part = Math.min(1, (time - this.since) / CALM);
    const eased = 1 - (1 - part) ** 3;
    const { from, to } = this;
    const mix = (key: keyof Stand): number => from[key] + (to[key] - from[key]) * eased;
    this.now = { around: mix("around"), up: mix("up"), near: mix("near"), high: mix("high") };
    if (part === 1) this.from = null;
    this.place();
    return part < 1;
  }

  /** Move by so much: at once under a finger, calmly by a button. */
  move(by: Partial<Stand>, calm = false): void {
    const base = this.from ? this.to : this.now;
    this.go(
      {
        around: base.around + (by.around ?? 0),
        up: limit(base.up + (by.up ?? 0), LOWEST, HIGHEST),
        near: limit(base.near * (by.near ?? 1), NEAREST, FARTHEST),
        high: by.high ?? base.high,
      },
      calm,
    );
  }

  /** The stack is so high now. */
  rise(high: number, calm: boolean): void {
    if (high !== this.to.high) this.move({ high }, calm);
  }

  reset(calm: boolean): void {
    this.go({ ...HOME, high: this.to.high }, calm);
  }

  private go(to: Stand, calm: boolean): void {
    this.to = to;
    this.since = 0;
    this.from = calm ? this.now : null;
    if (!calm) {
      this.now = to;
      this.place();
    }
  }

  resize(wide: number, tall: number): void {
    this.camera.aspect = wide / Math.max(1, tall);
    this.place();
  }

  /** Stand where the stack just fills the picture, and look at its middle as it is seen from there. */
  private place(): void {
    const { around, up, near, high } = this.now;
    const { camera } = this;
    const towards = new Vector3(Math.sin(around) * Math.cos(up), Math.sin(up), Math.cos(around) * Math.cos(up));
    const across = new Vector3(towards.z, 0, -towards.x).normalize();
    const upwards = new Vector3().crossVectors(towards, across);
    const tall = Math.tan((camera.fov * Math.PI) / 360) * FILLED;
    const wide = tall * camera.aspect;
    const middle = new Vector3(0, high / 2, 0);
    let far = 0;
    for (let round = 0; round < 4; round++) {
      const seen = this.edges(high).map((edge) => edge.sub(middle));
      far = Math.max(
        ...seen.map((edge) => {
          const side = Math.max(Math.abs(edge.dot(across)) / wide, Math.abs(edge.dot(upwards)) / tall);
          return edge.dot(towards) + side;
        }),
      );
      for (const way of [across, upwards]) {
        const places = seen.map((edge) => (edge.dot(way) * far) / (far - edge.dot(towards)));
        middle.addScaledVector(way, (Math.min(...places) + Math.max(...places)) / 2);
      }
    }
    camera.position.copy(middle).addScaledVector(towards, far * near);
    camera.lookAt(middle);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  /** What must be seen: the pallet with the names beside it, and the stack on it. */
  private edges(high: number): Vector3[] {
    const [x, z] = [this.columns / 2, this.rows / 2];
    const stack = [-x, x].flatMap((a) => [-z, z].flatMap((b) => [GROUND, high].map((y) => new Vector3(a, y, b))));
    const names = [[-x + 0.3, z + 0.7], [x - 0.3, z + 0.7], [x + 0.7, z - 0.3], [x + 0.7, -z + 0.3]];
    return [...stack, ...names.map(([a, b]) => new Vector3(a, GROUND, b))];
  }
}
