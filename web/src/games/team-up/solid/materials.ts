/** Cardboard, paint and wood, drawn on canvases with the page's own colours. */

import { CanvasTexture, MeshLambertMaterial, SRGBColorSpace, type Texture } from "three";
import type { Size } from "../geometry";
import { CELL, patternOf } from "../paint";

/** Pixels to a cell. */
const FINE = 112;
const RIM = 0.22;
const SHARP = 4;

/** Chance that is the same for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

type Brush = CanvasRenderingContext2D;

function canvas(wide: number, high: number): Brush {
  const made = document.createElement("canvas");
  made.width = Math.ceil(wide);
  made.height = Math.ceil(high);
  return made.getContext("2d")!;
}

function textured(brush: Brush): Texture {
  const texture = new CanvasTexture(brush.canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = SHARP;
  return texture;
}

export class Materials {
  private readonly boxes = new Map<string, MeshLambertMaterial>();
  private hatched: Texture | null = null;
  private readonly style: CSSStyleDeclaration;

  constructor(
    host: Element,
    private readonly letter: (colour: string) => string,
  ) {
    this.style = getComputedStyle(host);
  }

  /** A custom property of Team UP. */
  token(name: string): string {
    return this.style.getPropertyValue(`--tu-${name}`).trim();
  }

  number(name: string, usual: number): number {
    return Number(this.token(name)) || usual;
  }

  /** Lid, front and side of a box on one sheet, as `shapes.ts` cuts it. */
  box(colour: string, size: Size): MeshLambertMaterial {
    const key = `${colour} ${size.join(" ")}`;
    let material = this.boxes.get(key);
    if (!material) {
      material = new MeshLambertMaterial({ map: textured(this.sheet(colour, size)) });
      this.boxes.set(key, material);
    }
    return material;
  }

  private sheet(colour: string, [w, d, h]: Size): Brush {
    const brush = canvas((w + d) * FINE, (d + h) * FINE);
    brush.fillStyle = this.token("kraft-side");
    brush.fillRect(0, 0, brush.canvas.width, brush.canvas.height);
    const random = chance(colour.length * 7919 + w * 131 + d * 17 + h);
    this.lid(brush, colour, w, d, random);
    brush.save();
    brush.translate(0, d * FINE);
    this.side(brush, colour, w, h, random, true);
    brush.translate(w * FINE, 0);
    this.side(brush, colour, d, h, random, false);
    brush.restore();
    return brush;
  }

  private lid(brush: Brush, colour: string, w: number, d: number, random: () => number): void {
    const [wide, deep] = [w * FINE, d * FINE];
    brush.save();
    brush.beginPath();
    brush.rect(0, 0, wide, deep);
    brush.clip();
    brush.fillStyle = this.token(colour);
    brush.fillRect(0, 0, wide, deep);
    grain(brush, wide, deep, random, "255 255 255", 0.05);
    this.pattern(brush, colour, w, d, FINE / CELL);
    shaded(brush, wide, deep);
    this.plate(brush, colour, wide / 2, deep / 2);
    brush.restore();
  }

  private pattern(brush: Brush, colour: string, w: number, d: number, scale: number): void {
    const pattern = patternOf(colour, w, d);
    brush.save();
    brush.scale(scale, scale);
    brush.globalAlpha = pattern.opacity;
    brush.strokeStyle = this.token(`${colour}-2`);
    brush.lineWidth = pattern.width;
    brush.lineCap = pattern.round ? "round" : "butt";
    brush.setLineDash(pattern.dash ? [0, pattern.dash] : []);
    brush.stroke(new Path2D(pattern.d));
    brush.restore();
  }

  private plate(brush: Brush, colour: string, x: number, y: number): void {
    brush.beginPath();
    brush.arc(x, y, FINE * 0.35, 0, 2 * Math.PI);
    brush.fillStyle = this.token(colour === "neutral" ? "neutral" : "plate");
    brush.fill();
    brush.lineWidth = FINE * 0.035;
    brush.strokeStyle = this.token(`${colour}-3`);
    brush.stroke();
    brush.fillStyle = this.token("plate-ink");
    brush.font = `700 ${FINE * 0.5}px "Figtree Variable", system-ui, sans-serif`;
    brush.textAlign = "center";
    brush.textBaseline = "alphabetic";
    brush.fillText(this.letter(colour), x, y + FINE * 0.178);
  }

  private side(brush: Brush, colour: string, w: number, h: number, random: () => number, front: boolean): void {
    const [wide, high] = [w * FINE, h * FINE];
    brush.save();
    brush.beginPath();
    brush.rect(0, 0, wide, high);
    brush.clip();
    brush.fillStyle = this.token("kraft");
    brush.fillRect(0, 0, wide, high);
    grain(brush, wide, high, random, "70 40 10", 0.07);
    fibres(brush, wide, high, random);
    if (front) this.arrows(brush, wide, high);
    else this.tape(brush, wide, high, random);
    if (colour !== "neutral") {
      const band = RIM * FINE;
      brush.fillStyle = this.token(colour);
      brush.fillRect(0, 0, wide, band);
      brush.save();
      brush.beginPath();
      brush.rect(0, 0, wide, band);
      brush.clip();
      this.pattern(brush, colour, w / 0.6, RIM / 0.6, (FINE / CELL) * 0.6);
      brush.restore();
      brush.fillStyle = "rgb(40 20 5 / 0.3)";
      brush.fillRect(0, band, wide, FINE * 0.018);
    }
    shaded(brush, wide, high);
    brush.restore();
  }

  /** Which way is up. */
  private arrows(brush: Brush, wide: number, high: number): void {
    const unit = FINE / CELL;
    brush.save();
    brush.translate(wide - 15 * unit, high - 9 * unit);
    brush.scale(unit, unit);
    brush.globalAlpha = 0.5;
    brush.strokeStyle = this.token("kraft-edge");
    brush.lineWidth = 1.7;
    const arrow = "l-4 5m4 -5l4 5m-4 -5v11";
    brush.stroke(new Path2D(`M-11 -13${arrow}M0 -13${arrow}M-17 1h23`));
    brush.restore();
  }

  /** The end of the tape that closes the box, torn off by hand. */
  private tape(brush: Brush, wide: number, high: number, random: () => number): void {
    const unit = FINE / CELL;
    const [left, long] = [wide / 2 - 8 * unit, Math.min(22 * unit, 0.42 * high) + RIM * FINE];
    brush.beginPath();
    brush.moveTo(left, 0);
    for (let at = 0; at <= 4; at++) brush.lineTo(left + 4 * at * unit, long + (at % 2 ? 3 : 0) * unit + 4 * random());
    brush.lineTo(left + 16 * unit, 0);
    brush.fillStyle = "rgb(255 240 205 / 0.34)";
    brush.fill();
  }

  /** A plank's grain; each plank is tinted on its own. */
  wood(): MeshLambertMaterial {
    const brush = canvas(512, 64);
    const random = chance(42);
    brush.fillStyle = "#fff";
    brush.fillRect(0, 0, 512, 64);
    for (let line = 0; line < 42; line++) {
      const y = 64 * random();
      brush.strokeStyle = `rgb(96 64 26 / ${0.06 + 0.16 * random()})`;
      brush.lineWidth = 0.6 + 1.4 * random();
      brush.beginPath();
      brush.moveTo(0, y);
      brush.bezierCurveTo(170, y + 10 * (random() - 0.5), 340, y + 10 * (random() - 0.5), 512, y + 4 * (random() - 0.5));
      brush.stroke();
    }
    for (const x of [14, 498, 256]) {
      for (const y of [18, 46]) {
        brush.beginPath();
        brush.arc(x, y, 3, 0, 7);
        brush.fillStyle = "rgb(60 42 22 / 0.7)";
        brush.fill();
      }
    }
    return new MeshLambertMaterial({ map: textured(brush) });
  }

  /** Fine pencil lines between the cells. */
  cells(columns: number, rows: number): Texture {
    const brush = canvas(columns * 64, rows * 64);
    brush.strokeStyle = this.token("wood-edge");
    brush.globalAlpha = 0.75;
    brush.lineWidth = 2.4;
    brush.setLineDash([8, 8]);
    const lines = [
      ...Array.from({ length: columns - 1 }, (_, at) => `M${(at + 1) * 64} 0V${rows * 64}`),
      ...Array.from({ length: rows - 1 }, (_, at) => `M0 ${(at + 1) * 64}H${columns * 64}`),
    ];
    brush.stroke(new Path2D(lines.join("")));
    return textured(brush);
  }

  /** The name of a column or a row, to lie on the table. */
  label(text: string, colour: string): Texture {
    const brush = canvas(64, 64);
    brush.fillStyle = colour;
    brush.font = '600 46px "Fraunces Variable", Georgia, serif';
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    brush.fillText(text, 32, 34);
    return textured(brush);
  }

  /** Slanting lines over what cannot be. */
  hatch(): Texture {
    return (this.hatched ??= this.drawHatch());
  }

  private drawHatch(): Texture {
    const brush = canvas(96, 96);
    brush.strokeStyle = this.token("not");
    brush.lineWidth = 14;
    for (let at = -96; at < 192; at += 32) {
      brush.beginPath();
      brush.moveTo(at, 104);
      brush.lineTo(at + 104, 0);
      brush.stroke();
    }
    return textured(brush);
  }

  /** The dark spot under something that stands on a table. */
  spot(): Texture {
    const brush = canvas(256, 256);
    const fade = brush.createRadialGradient(128, 128, 30, 128, 128, 128);
    fade.addColorStop(0, "rgb(30 18 6 / 0.5)");
    fade.addColorStop(0.55, "rgb(30 18 6 / 0.22)");
    fade.addColorStop(1, "rgb(30 18 6 / 0)");
    brush.fillStyle = fade;
    brush.fillRect(0, 0, 256, 256);
    return textured(brush);
  }

  dispose(): void {
    this.hatched?.dispose();
    for (const material of this.boxes.values()) {
      material.map?.dispose();
      material.dispose();
    }
    this.boxes.clear();
  }
}

/** Uneven colour, as board and paint have it. */
function grain(brush: Brush, wide: number, high: number, random: () => number, rgb: string, strength: number): void {
  const count = (wide * high) / 260;
  for (let at = 0; at < count; at++) {
    brush.fillStyle = `rgb(${rgb} / ${strength * random()})`;
    brush.fillRect(wide * random(), high * random(), 2 + 16 * random(), 1 + 2 * random());
  }
}

function fibres(brush: Brush, wide: number, high: number, random: () => number): void {
  brush.strokeStyle = "rgb(95 63 32 / 0.32)";
  brush.lineWidth = 1.3;
  for (let at = 0; at < (wide * high) / 2600; at++) {
    const [x, y] = [wide * random(), high * random()];
    brush.beginPath();
    brush.moveTo(x, y);
    brush.lineTo(x + 6 + 14 * random(), y + 3 * (random() - 0.5));
    brush.stroke();
  }
}

/** Edges take less light: that is what parts boxes of one colour. */
function shaded(brush: Brush, wide: number, high: number): void {
  const edge = FINE * 0.1;
  const sides: [number, number, number, number][] = [
    [0, 0, edge, 0],
    [wide, 0, wide - edge, 0],
    [0, 0, 0, edge],
    [0, high, 0, high - edge * 1.6],
  ];
  for (const [x1, y1, x2, y2] of sides) {
    const fade = brush.createLinearGradient(x1, y1, x2, y2);
    fade.addColorStop(0, "rgb(50 26 6 / 0.34)");
    fade.addColorStop(0.25, "rgb(50 26 6 / 0.12)");
    fade.addColorStop(1, "rgb(50 26 6 / 0)");
    brush.fillStyle = fade;
    brush.fillRect(0, 0, wide, high);
  }
}
