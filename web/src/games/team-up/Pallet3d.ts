/**
 * The pallet as a thing: wood, cardboard, light and shadow, drawn by three.js. Loaded only where it
 * is shown. It draws when something changed and rests otherwise; every frame of a motion is measured
 * as `pallet-frame`.
 *
 * Columns are x; rows run away from the viewer (−z); layers are y. Its neighbours are in `solid/`.
 */

import { AmbientLight, Color, DirectionalLight, Group, HemisphereLight, Mesh, MeshBasicMaterial, NeutralToneMapping, PCFShadowMap, PlaneGeometry, Raycaster, RepeatWrapping, Scene, Vector2, Vector3, WebGLRenderer, type Material, type Object3D } from "three";
import type { TeamUpBox } from "../../wire";
import { colourOf, standing, type Cell, type Size, type Volume } from "./geometry";
import { fingers } from "./solid/fingers";
import { Materials } from "./solid/materials";
import { fallen, measured, type Motion } from "./solid/motion";
import { Orbit } from "./solid/orbit";
import { Shapes } from "./solid/shapes";
import { bare } from "./solid/wood";

export interface Shown {
  boxes: readonly TeamUpBox[];
  /** The box one holds. */
  ghost: { volume: Volume; colour: string; legal: boolean } | null;
  /** Where a hint would place it. */
  advice: Volume | null;
  /** What teammates think of. */
  mates: readonly { volume: Volume; colour: string; name: string }[];
}

export interface Hooks {
  columns: number;
  rows: number;
  letter(colour: string): string;
  /** The mouse is over this point of the pallet; `x` 2.5 is the middle of column c. */
  hover(point: Cell): void;
  /** A tap: there, on the box one holds, or by a mouse that has hovered there. */
  tap(point: Cell | null, sure: boolean): void;
}

const FALL = 460; // milliseconds
const FLASH = 1100;
const FROM = 1.7; // cells above its place
const HEADROOM = 0.8; // cells above the stack, while a box is held
const FINEST = 2; // device pixels to one of the page
const SLOW = 45; // milliseconds to a frame: then motion is drawn coarsely
const COARSE = 0.5;
const LINGERS = 140; // milliseconds after the last turn by hand

export class Pallet3d {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly orbit: Orbit;
  private readonly shapes = new Shapes();
  private readonly materials: Materials;
  private readonly boxes = new Map<string, Mesh>();
  private readonly stack = new Group();
  private readonly thoughts = new Group();
  private readonly labels: HTMLElement;
  private readonly ray = new Raycaster();
  private readonly floor: Mesh;
  private ghost: Object3D | null = null;
  private named: { at: Vector3; tag: HTMLElement }[] = [];
  private motions: Motion[] = [];
  private asked = 0;
  private last = 0;
  /** How long a frame of a motion takes here, about. */
  private pace = 16;
  private ratio = 0;
  /** Until then somebody turns it by hand. */
  private turning = 0;
  private readonly ends: (() => void)[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly hooks: Hooks,
  ) {
    const { columns, rows } = hooks;
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: "low-power" });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.domElement.setAttribute("aria-hidden", "true");
    this.labels = document.createElement("div");
    this.labels.className = "tu-tags";
    host.prepend(this.renderer.domElement, this.labels);
    this.materials = new Materials(host, hooks.letter);
    this.orbit = new Orbit(columns, rows);
    this.floor = new Mesh(new PlaneGeometry(columns, rows).rotateX(-Math.PI / 2), new MeshBasicMaterial({ visible: false }));
    const ink = getComputedStyle(host).color;
    this.scene.add(bare(this.materials, columns, rows, ink), this.stack, this.thoughts, this.floor);
    this.light();
    const watch = new ResizeObserver(() => this.resize());
    watch.observe(host);
    this.ends.push(() => watch.disconnect(), this.listen());
    this.resize();
  }

  private light(): void {
    const sun = new DirectionalLight(new Color("#fff4e4"), this.materials.number("sun", 2.4));
    sun.position.set(-4.2, 13, 5.6);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.radius = 5;
    sun.shadow.bias = -0.0006;
    sun.shadow.normalBias = 0.03;
    Object.assign(sun.shadow.camera, { left: -7, right: 7, top: 7.5, bottom: -6, near: 1, far: 30 });
    const sky = new HemisphereLight(new Color("#fffaf2"), new Color("#b39a7c"), this.materials.number("sky", 1.3));
    this.scene.add(sun, sky, new AmbientLight(new Color("#fff3e2"), 0.4));
  }

  private listen(): () => void {
    const { hooks } = this;
    return fingers(this.host, {
      hover: (x, y) => {
        const point = this.at(x, y);
        if (point) hooks.hover(point);
      },
      tap: (x, y, touch) => {
        const point = this.at(x, y);
        const sure = this.onGhost(x, y) || (!touch && point !== null);
        if (point || sure) hooks.tap(point, sure);
      },
      grabs: (x, y) => this.onGhost(x, y),
      orbit: (dx, dy) => this.turn(-dx / 160, dy / 220),
      zoom: (factor) => this.zoom(factor),
    });
  }

  /** Draw this. `dropped`: the boxes that have just been placed, which fall into their places. */
  show(shown: Shown, dropped: ReadonlySet<string>): void {
    const keys = new Set<string>();
    for (const box of shown.boxes) {
      const key = `${box.box} ${box.at} ${box.level}`;
      keys.add(key);
      if (!this.boxes.has(key)) this.put(key, box, dropped.has(`${box.box} ${box.at}`));
    }
    for (const [key, mesh] of this.boxes) {
      if (keys.has(key)) continue;
      this.stack.remove(mesh);
      this.boxes.delete(key);
    }
    this.think(shown);
    const top = (volume: Volume): number => volume.level + volume.size[2];
    const highest = Math.max(1.6, ...shown.boxes.map((box) => top(standing(box))));
    // Room above for what is held, the same wherever it is: the view must not move under the mouse.
    this.orbit.rise(highest + (shown.ghost ? HEADROOM : 0.3), this.last > 0);
    this.changed();
  }

  private put(key: string, box: TeamUpBox, falls: boolean): void {
    const volume = standing(box);
    const mesh = this.boxMesh(volume, colourOf(box.box));
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    this.boxes.set(key, mesh);
    this.stack.add(mesh);
    if (!falls) return;
    const rest = mesh.position.y;
    mesh.position.y = rest + FROM;
    this.run(FALL, (part) => {
      mesh.position.y = rest + FROM * (part < 1 ? fallen(part) : 0);
    });
  }

  private boxMesh(volume: Volume, colour: string): Mesh {
    const mesh = new Mesh(this.shapes.box(volume.size), this.materials.box(colour, volume.size));
    mesh.position.copy(this.middle(volume));
    return mesh;
  }

  private middle({ x, y, level, size }: Volume): Vector3 {
    const { columns, rows } = this.hooks;
    return new Vector3(x + size[0] / 2 - columns / 2, level + size[2] / 2, rows / 2 - y - size[1] / 2);
  }

  /** What is not there yet: the box one holds, advice, what teammates think of. */
  private think({ ghost, advice, mates }: Shown): void {
    for (const one of [...this.thoughts.children]) forget(one);
    this.thoughts.clear();
    this.labels.replaceChildren();
    this.named = [];
    this.ghost = null;
    if (ghost) {
      this.ghost = this.held(ghost.volume, ghost.colour, ghost.legal);
      this.thoughts.add(this.ghost);
    }
    if (advice) this.frame(advice, "hint", true, 0.07);
    for (const mate of mates) {
      this.frame(mate.volume, "mate", true, 0.05);
      this.thoughts.add(this.faint(mate.volume, mate.colour, 0.4));
      const tag = document.createElement("span");
      tag.textContent = mate.name;
      this.labels.append(tag);
      const at = this.middle(mate.volume);
      at.y += mate.volume.size[2] / 2;
      this.named.push({ at, tag });
    }
  }

  private held(volume: Volume, colour: string, legal: boolean): Object3D {
    const group = new Group();
    group.position.copy(this.middle(volume));
    const box = this.faint(volume, colour, legal ? 0.86 : 0.5);
    box.position.set(0, 0, 0);
    group.add(box);
    if (!legal) {
      const map = this.materials.hatch();
      map.wrapS = map.wrapT = RepeatWrapping;
      map.repeat.set(2, 2);
      const hatch = new Mesh(this.shapes.unit, new MeshBasicMaterial({ map, transparent: true, depthWrite: false }));
      hatch.scale.set(volume.size[0] + 0.03, volume.size[2] + 0.03, volume.size[1] + 0.03);
      group.add(hatch);
    }
    group.add(this.shapes.outline(grown(volume.size, 0.03), this.materials.token(legal ? "fits" : "not")));
    return group;
  }

  /** A box that is not there yet. */
  private faint(volume: Volume, colour: string, opacity: number): Mesh {
    const mesh = this.boxMesh(volume, colour);
    mesh.material = Object.assign(this.materials.box(colour, volume.size).clone(), { transparent: true, opacity });
    return mesh;
  }

  private frame(volume: Volume, kind: "hint" | "mate", dashed: boolean, thick: number): void {
    const outline = this.shapes.outline(grown(volume.size, 0.06), this.materials.token(kind), dashed, thick);
    outline.position.copy(this.middle(volume));
    this.thoughts.add(outline);
  }

  /** A layer is full: light runs around it. */
  celebrate(layer: number): void {
    const { columns, rows } = this.hooks;
    const volume: Volume = { x: 0, y: 0, level: layer - 1, size: [columns, rows, 1] };
    const outline = this.shapes.outline(grown(volume.size, 0.12), this.materials.token("hint"), false, 0.09);
    outline.position.copy(this.middle(volume));
    const material = outline.material as MeshBasicMaterial;
    material.transparent = true;
    this.scene.add(outline);
    this.run(FLASH, (part) => {
      const size = 1 + 0.07 * part;
      outline.scale.set(size, 1, size);
      material.opacity = 1 - part ** 2;
      if (part === 1) {
        this.scene.remove(outline);
        forget(outline);
      }
    });
  }

  /** The point of the pallet under a point of the window; on a side, the cell beside it. */
  at(x: number, y: number): Cell | null {
    this.aim(x, y);
    const { columns, rows } = this.hooks;
    const [hit] = this.ray.intersectObjects([...this.stack.children, this.floor], false);
    if (!hit) return null;
    const point = hit.point.clone();
    const sideways = hit.face && Math.abs(hit.face.normal.y) < 0.7 ? hit.face.normal : null;
    if (sideways) {
      point.addScaledVector(sideways, 0.3);
      if (Math.abs(point.x) > columns / 2 || Math.abs(point.z) > rows / 2) point.addScaledVector(sideways, -0.6);
    }
    return { x: point.x + columns / 2, y: rows / 2 - point.z };
  }

  private onGhost(x: number, y: number): boolean {
    if (!this.ghost) return false;
    this.aim(x, y);
    return this.ray.intersectObject(this.ghost, true).length > 0;
  }

  private aim(x: number, y: number): void {
    const area = this.host.getBoundingClientRect();
    const spot = new Vector2(((x - area.left) / area.width) * 2 - 1, 1 - ((y - area.top) / area.height) * 2);
    this.ray.setFromCamera(spot, this.orbit.camera);
  }

  turn(around: number, up: number, calm = false): void {
    this.orbit.move({ around, up }, calm);
    this.handle(calm);
  }

  zoom(factor: number, calm = false): void {
    this.orbit.move({ near: factor }, calm);
    this.handle(calm);
  }

  private handle(calm: boolean): void {
    if (!calm) this.turning = performance.now() + LINGERS;
    this.ask();
  }

  reset(calm: boolean): void {
    this.orbit.reset(calm);
    this.ask();
  }

  private resize(): void {
    const { clientWidth: wide, clientHeight: tall } = this.host;
    if (!wide || !tall) return;
    this.renderer.setSize(wide, tall);
    this.orbit.resize(wide, tall);
    this.changed();
  }

  private run(long: number, step: (part: number) => void): void {
    this.motions.push({ since: 0, long, step });
    this.ask();
  }

  /** Something stands elsewhere: its shadow too. */
  private changed(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.ask();
  }

  private ask(): void {
    this.asked ||= requestAnimationFrame((time) => this.draw(time));
  }

  private draw(time: number): void {
    this.asked = 0;
    if (this.last > 1) this.pace += (time - this.last - this.pace) / 3;
    const falling = this.motions.length > 0;
    this.motions = this.motions.filter((motion) => {
      motion.since ||= time;
      const part = Math.min(1, (time - motion.since) / motion.long);
      motion.step(part);
      return part < 1;
    });
    const moving = this.orbit.advance(time) || this.motions.length > 0 || time < this.turning;
    const slow = moving && this.pace > SLOW;
    // Without a graphics card motion is drawn coarsely, and what then rests finely.
    this.sharpen(slow ? COARSE : Math.min(FINEST, devicePixelRatio));
    if (falling && !slow) this.renderer.shadowMap.needsUpdate = true;
    this.renderer.render(this.scene, this.orbit.camera);
    this.tag();
    measured(this.last, time);
    this.last = moving ? time : 0.001; // 0: nothing was drawn yet
    if (moving) this.ask();
  }

  private sharpen(ratio: number): void {
    if (ratio === this.ratio) return;
    this.ratio = ratio;
    this.renderer.setPixelRatio(ratio);
  }

  private tag(): void {
    const { clientWidth: wide, clientHeight: tall } = this.host;
    for (const { at, tag } of this.named) {
      const spot = at.clone().project(this.orbit.camera);
      tag.style.transform = `translate(${((spot.x + 1) / 2) * wide}px, ${((1 - spot.y) / 2) * tall}px) translate(-50%, -120%)`;
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.asked);
    this.asked = -1;
    for (const end of this.ends) end();
    this.scene.traverse(forget);
    this.materials.dispose();
    this.shapes.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.renderer.domElement.remove();
    this.labels.remove();
  }
}

const grown = ([w, d, h]: Size, by: number): Size => [w + by, d + by, h + by];

/** Give back what only this object uses; what boxes share goes with the pallet. */
function forget(thing: Object3D): void {
  thing.traverse((one) => {
    const material = (one as Mesh).material as Material | undefined;
    if (!material) return;
    const { map } = material as MeshBasicMaterial;
    if (map && material instanceof MeshBasicMaterial) map.dispose();
    material.dispose();
  });
}
