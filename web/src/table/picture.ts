/**
 * A picture of a result, drawn on a canvas: what was played, how it ended, and the game's
 * drawing of the table as it was in the end. Colours are those of the page.
 */

import type { Face, View } from "../games/face";
import { paintOf, sheet, wrapped, type Paint, type Pen } from "../ui/canvas";
import { numeral } from "../words/i18n";

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;

export interface Subject {
  face: Face;
  view: View;
  result: string;
  rows: readonly { names: string; score: number; best: boolean }[];
  place: string;
}

export async function picture(subject: Subject): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const paint = paintOf(document.documentElement);
  const [draw] = await Promise.all([subject.face.drawing(), document.fonts.ready]);
  pen.fillStyle = paint("table");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  sheet(pen, paint, 32, 32, 600, HEIGHT - 64);
  words(pen, paint, subject);
  pen.save();
  pen.translate(918, HEIGHT / 2);
  draw(pen, paint, subject.view);
  pen.restore();
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

function words(pen: Pen, paint: Paint, { face, result, rows, place }: Subject): void {
  const display = (size: number): string => `600 ${size}px ${paint("display")}`;
  const text = (size: number): string => `500 ${size}px ${paint("text")}`;
  pen.textBaseline = "top";
  pen.fillStyle = paint("accent");
  pen.font = display(34);
  pen.fillText(face.name, MARGIN, 66);
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
