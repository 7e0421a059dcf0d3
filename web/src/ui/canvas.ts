/** Drawing on a canvas in the colours of the page: sheets of paper, cards, lines of text. */

export type Pen = CanvasRenderingContext2D;
/** A colour, or a font, of the page by its name: `ink` is what CSS calls `--ink`. */
export type Paint = (name: string) => string;

export function paintOf(root: Element): Paint {
  const style = getComputedStyle(root);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

export function sheet(pen: Pen, paint: Paint, x: number, y: number, width: number, height: number): void {
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

/** A text as lines that are no wider than this. */
export function wrapped(pen: Pen, text: string, width: number): string[] {
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

export interface Card {
  up: string;
  /** The number at its foot, upside down. */
  down: string;
  /** The paint of both halves, and what is printed on them, by name. */
  paint: string;
  ink: string;
  foot: string;
  footInk: string;
}

/** A fan of cards around the origin. */
export function fan(pen: Pen, paint: Paint, cards: readonly Card[]): void {
  const middle = (cards.length - 1) / 2;
  cards.forEach((card, n) => {
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
    pen.fillStyle = paint(card.ink);
    pen.font = `600 84px ${paint("display")}`;
    pen.fillText(card.up, -18, -58);
    pen.rotate(Math.PI);
    pen.fillStyle = paint(card.footInk);
    pen.font = `600 46px ${paint("display")}`;
    pen.fillText(card.down, 22, -76);
    pen.restore();
  });
}
