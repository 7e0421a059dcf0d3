/**
 * A picture of a result, drawn on a canvas: what was played, how it ended, and a small drawing of
 * the table as it was in the end. Colours are those of the page.
 */

import type { AnyView, DnupView, TeamPlayView, TeamUpBox, TeamUpView } from "../wire";
import { numeral } from "../words/i18n";

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;

export interface Subject {
  view: AnyView;
  title: string;
  result: string;
  rows: readonly { names: string; score: number; best: boolean }[];
  place: string;
}

type Pen = CanvasRenderingContext2D;
type Paint = (name: string) => string;

export async function picture(subject: Subject): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const style = getComputedStyle(document.documentElement);
  const paint: Paint = (name) => style.getPropertyValue(`--${name}`).trim();
  await document.fonts.ready;
  pen.fillStyle = paint("table");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  sheet(pen, paint, 32, 32, 600, HEIGHT - 64);
  words(pen, paint, subject);
  pen.save();
  pen.translate(918, HEIGHT / 2);
  drawing(pen, paint, subject.view);
  pen.restore();
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

function sheet(pen: Pen, paint: Paint, x: number, y: number, width: number, height: number): void {
  pen.save();
  pen.shadowColor = paint("shade-strong");
  pen.shadowBlur = 30;
  pen.shadowOffsetY = 10;
  pen.fillStyle = paint("sheet");
  pen.beginPath();
  pen.roundRect(x, y, width, height, 20);
  pen.fill();
  pen.restore();
}

function words(pen: Pen, paint: Paint, { title, result, rows, place }: Subject): void {
  const display = (size: number): string => `600 ${size}px ${paint("display")}`;
  const text = (size: number): string => `500 ${size}px ${paint("text")}`;
  pen.textBaseline = "top";
  pen.fillStyle = paint("accent");
  pen.font = display(34);
  pen.fillText(title, MARGIN, 66);
  pen.fillStyle = paint("ink");
  pen.font = display(46);
  let y = 124;
  for (const line of wrapped(pen, result, 530).slice(0, 4)) {
    pen.fillText(line, MARGIN, y);
    y += 56;
  }
  y += 20;
  for (const { names, score, best } of rows.slice(0, 5)) {
    pen.fillStyle = best ? paint("ink") : paint("ink-2");
    pen.font = text(30);
    pen.fillText(wrapped(pen, names, 420)[0] ?? "", MARGIN, y);
    pen.font = display(34);
    const points = numeral(score);
    pen.fillText(points, 592 - pen.measureText(points).width, y - 4);
    y += 48;
  }
  pen.fillStyle = paint("ink-3");
  pen.font = text(22);
  pen.fillText(`Upturn · ${place}`, MARGIN, HEIGHT - 84);
}

function wrapped(pen: Pen, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && pen.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function drawing(pen: Pen, paint: Paint, view: AnyView): void {
  switch (view.game) {
    case "team-up":
      pallet(pen, paint, view);
      break;
    case "dnup":
      cards(pen, paint, lastCards(view));
      break;
    case "team-play":
      cards(pen, paint, teamCards(view));
      break;
  }
}

/** The boxes on the pallet, seen from a corner; the farthest is drawn first. */
function pallet(pen: Pen, paint: Paint, view: TeamUpView): void {
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

interface Card {
  up: string;
  /** The number at its foot, upside down, and the paint of both halves. */
  down: string;
  paint: string;
  foot: string;
}

/** What lies there in the end; an empty table shows some of the deck. */
function lastCards(view: DnupView): Card[] {
  const cards = view.sets.flatMap((set) => set.cards);
  return [...cards, "7/1", "9/4", "10/2", "3/8"].slice(0, Math.max(3, Math.min(4, cards.length))).map((card) => {
    const [up = "", down = ""] = card.split("/");
    return { up, down, paint: `dn-${up}`, foot: "dn-paper" };
  });
}

function teamCards(view: TeamPlayView): Card[] {
  const seen = view.bank.filter((card) => card !== null);
  return [...seen, "r3", "b5", "r7", "b2"].slice(0, 4).map((card) => {
    const paint = card.startsWith("r") ? "tp-red" : "tp-blue";
    return { up: card.slice(1), down: card.slice(1), paint, foot: paint };
  });
}

/** A fan of cards. */
function cards(pen: Pen, paint: Paint, fan: readonly Card[]): void {
  const middle = (fan.length - 1) / 2;
  const printed = paint("tp-paint");
  fan.forEach((card, n) => {
    pen.save();
    pen.translate(0, 420);
    pen.rotate(((n - middle) * Math.PI) / 18);
    pen.translate(0, -420);
    sheet(pen, paint, -88, -140, 176, 264);
    pen.beginPath();
    pen.roundRect(-79, -131, 158, 246, 10);
    pen.clip();
    pen.fillStyle = paint(card.foot);
    pen.fillRect(-79, -131, 158, 246);
    pen.fillStyle = paint(card.paint);
    pen.beginPath();
    pen.moveTo(-79, -131);
    pen.lineTo(79, -131);
    pen.lineTo(79, 10);
    pen.lineTo(-79, 40);
    pen.fill();
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = printed;
    pen.font = `600 84px ${paint("display")}`;
    pen.fillText(card.up, -18, -58);
    pen.rotate(Math.PI);
    pen.fillStyle = card.foot === card.paint ? printed : paint("dn-ink");
    pen.font = `600 46px ${paint("display")}`;
    pen.fillText(card.down, 22, -76);
    pen.restore();
  });
}
