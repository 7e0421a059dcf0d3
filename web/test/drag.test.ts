/** Dragging, as every board does it: when a press becomes a drag, and all the ways in which it ends. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { follow, type Point } from "../src/ui/drag";

type Pressed = Partial<PointerEvent>;

/** An element as far as dragging looks at one: its attributes, and what it is part of. */
class Thing {
  readonly marks = new Set<string>();
  readonly captured: number[] = [];
  constructor(readonly dataset: { drop?: string } = {}) {}
  closest(): Thing | null {
    return this.dataset.drop === undefined ? null : this;
  }
  setAttribute(name: string): void {
    this.marks.add(name);
  }
  removeAttribute(name: string): void {
    this.marks.delete(name);
  }
  setPointerCapture(pointer: number): void {
    if (pointer === GONE) throw new Error("no such pointer");
    this.captured.push(pointer);
  }
}

const GONE = 99;
const hand = new Thing({ drop: "hand" });
const table = new Thing({ drop: "table" });
const floor = new Thing();
let root: Thing;
let page: EventTarget;

/** The hand lies to the left, the table to the right, and nothing below. */
const under = (x: number, y: number): Thing | null => (y > 500 ? null : x < 100 ? hand : x < 200 ? floor : table);

beforeEach(() => {
  vi.useFakeTimers();
  root = new Thing();
  page = new EventTarget();
  vi.stubGlobal("document", { documentElement: root, elementFromPoint: under });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
});
afterEach(() => {
  send("pointercancel");
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const one of [hand, table]) expect([...one.marks]).toEqual([]);
});

/** Something happens in the window; whether anybody saw to it that nothing else comes of it. */
function send(kind: string, more: Pressed & { key?: string } = {}): boolean {
  const event = new Event(kind, { cancelable: true });
  page.dispatchEvent(Object.assign(event, { pointerId: 1, pointerType: "mouse", buttons: 1, clientX: 0, clientY: 0, ...more }));
  return event.defaultPrevented;
}
const move = (x: number, y = 0, more: Pressed = {}): boolean => send("pointermove", { clientX: x, clientY: y, ...more });
const letGo = (x: number, y = 0, more: Pressed = {}): boolean => send("pointerup", { clientX: x, clientY: y, ...more });

interface Told {
  told: string[];
  end: (() => void) | null;
}

/** Press at the left, on the hand, and write down what becomes of it. */
function press(more: Pressed = {}): Told {
  const told: string[] = [];
  const named = (at: Point): string => `${at.dx},${at.dy} ${at.place?.dataset.drop ?? "nowhere"}`;
  const down = { button: 0, pointerId: 1, clientX: 0, clientY: 0, ...more } as PointerEvent;
  const end = follow(down, {
    begin: () => told.push("begin"),
    move: (at) => told.push(`move ${named(at)}`),
    drop: (at) => told.push(`drop ${named(at)}`),
    end: () => told.push("end"),
  });
  return { told, end };
}

test("a press that hardly moves is a press", () => {
  const { told } = press();
  move(4, 4);
  letGo(4, 4);
  expect(told).toEqual([]);
  expect(send("click", { clientX: 4, clientY: 4 })).toBe(false);
});

test("a press that moves becomes a drag and ends with a drop", () => {
  const { told } = press();
  move(7);
  expect(root.marks).toContain("data-dragging");
  move(300, 20);
  letGo(310, 20);
  expect(told).toEqual(["begin", "move 7,0 hand", "move 300,20 table", "drop 310,20 table", "end"]);
  expect([...root.marks]).toEqual([]);
  move(0);
  expect(told).toHaveLength(5);
});

test("the place under the pointer is marked, and no other", () => {
  press();
  move(10);
  expect(hand.marks).toContain("data-over");
  move(150);
  expect([...hand.marks, ...table.marks]).toEqual([]);
  move(300);
  expect(table.marks).toContain("data-over");
  letGo(300);
  expect([...table.marks]).toEqual([]);
});

test("let go beside every place, or outside the window, nothing takes it", () => {
  const { told } = press();
  move(10, 600);
  letGo(10, 600);
  expect(told.slice(-2)).toEqual(["drop 10,600 nowhere", "end"]);
});

test("Escape breaks a drag off, and means nothing else", () => {
  const { told } = press();
  move(300);
  expect(send("keydown", { key: "Escape" })).toBe(true);
  expect(told).toEqual(["begin", "move 300,0 table", "end"]);
  move(310);
  letGo(310);
  expect(told).toHaveLength(3);
  expect(send("click", { clientX: 310 })).toBe(true);
});

test("before a press is a drag, and with other keys, the keyboard is left alone", () => {
  const { told } = press();
  expect(send("keydown", { key: "Escape" })).toBe(false);
  move(300);
  expect(send("keydown", { key: "a" })).toBe(false);
  letGo(300);
  expect(told.at(-2)).toBe("drop 300,0 table");
});

test("a finger that scrolls the page drags nothing", () => {
  const { told } = press({ pointerType: "touch" });
  move(300);
  send("pointercancel");
  expect(told).toEqual(["begin", "move 300,0 table", "end"]);
  expect(press().end).not.toBeNull();
});

test("a button that was let go elsewhere ends the drag", () => {
  const { told } = press();
  move(300);
  move(310, 0, { buttons: 0 });
  expect(told.at(-1)).toBe("end");
  expect(press().end).not.toBeNull();
});

test("the click that a drag ends with is none, and the next one is", () => {
  press();
  move(300);
  letGo(300);
  expect(send("click", { clientX: 312 })).toBe(true);
  expect(send("click", { clientX: 20 })).toBe(false); // elsewhere
  vi.advanceTimersByTime(100);
  expect(send("click", { clientX: 300 })).toBe(false); // later
});

test("a second finger and the other mouse buttons do nothing", () => {
  const { told } = press();
  expect(press({ pointerId: 2 }).end).toBeNull();
  move(300, 0, { pointerId: 2 });
  letGo(300, 0, { pointerId: 2 });
  expect(told).toEqual([]);
  letGo(0);
  expect(press({ button: 2 }).end).toBeNull();
});

test("a board that vanishes takes its drag along", () => {
  const { told, end } = press();
  move(300);
  end?.();
  letGo(300);
  expect(told).toEqual(["begin", "move 300,0 table", "end"]);
  expect([...root.marks]).toEqual([]);
});

test("the page keeps the pointer, so that what was pressed may vanish", () => {
  press({ pointerId: 5 });
  move(300, 0, { pointerId: 5 });
  expect(root.captured).toEqual([5]);
  letGo(300, 0, { pointerId: 5 });
  const { told } = press({ pointerId: GONE });
  move(300, 0, { pointerId: GONE });
  letGo(300, 0, { pointerId: GONE });
  expect(told.at(-1)).toBe("end");
});
