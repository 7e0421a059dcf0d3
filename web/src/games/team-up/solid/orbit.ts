/** Walking around the pallet: where the camera stands, and how fingers, mouse and wheel move it. */

import { PerspectiveCamera, Vector3 } from "three";

const HOME = { around: 0.5, up: 0.62, near: 1 };
const LOWEST = 0.12;
const HIGHEST = 1.5;
const NEAREST = 0.5;
const FARTHEST = 1.6;
const CALM = 320;

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

  private place(): void {
    const { around, up, near, high } = this.now;
    const { camera } = this;
    const middle = new Vector3(0.12, (high - 0.9) / 2, 0.1);
    const towards = new Vector3(Math.sin(around) * Math.cos(up), Math.sin(up), Math.cos(around) * Math.cos(up));
    camera.position.copy(middle).addScaledVector(towards, this.far(towards, middle, high) * near);
    camera.lookAt(middle);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  /** How far away everything is just in the picture. */
  private far(towards: Vector3, middle: Vector3, high: number): number {
    const across = new Vector3(towards.z, 0, -towards.x).normalize();
    const upwards = new Vector3().crossVectors(towards, across);
    const tall = Math.tan((this.camera.fov * Math.PI) / 360) * 0.95;
    const wide = tall * this.camera.aspect;
    let most = 0;
    for (const x of [-this.columns / 2 - 0.1, this.columns / 2 + 0.75]) {
      for (const z of [-this.rows / 2 - 0.1, this.rows / 2 + 0.75]) {
        for (const y of [-0.66, high]) {
          const corner = new Vector3(x, y, z).sub(middle);
          const depth = corner.dot(towards);
          most = Math.max(most, depth + Math.abs(corner.dot(across)) / wide, depth + Math.abs(corner.dot(upwards)) / tall);
        }
      }
    }
    return most;
  }
}
