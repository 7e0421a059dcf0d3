/**
 * Dragging by mouse, pen or finger, the same on every board.
 *
 * A board hands over the press on what can be dragged (`onPointerDown`), and a `Load` that says what
 * happens to it. Places to drop something carry `data-drop`; the one under the pointer has `data-over`.
 * What can be dragged needs `touch-action: none`, or a finger scrolls the page instead. Whatever is
 * dragged must also be possible without: by a press or two, and by keys.
 */

import { useCallback, useEffect, useRef } from "preact/hooks";

/** Pixels that a pointer moves before a press becomes a drag. */
const FAR = 7;
/** The click that a browser makes of the end of a drag: within so many pixels and milliseconds. */
const CLICK = { near: 24, soon: 80 };

export interface Point {
  x: number;
  y: number;
  /** How far it is from where the press was. */
  dx: number;
  dy: number;
  /** What is under the pointer. */
  over: Element | null;
  /** The place to drop something that this belongs to. */
  place: HTMLElement | null;
}

export interface Load {
  /** The press has become a drag. */
  begin?(): void;
  move(at: Point): void;
  /** It was let go here. */
  drop(at: Point): void;
  /** The drag is over, after a drop or because it was broken off: put everything back. */
  end?(): void;
}

/** Only one thing is dragged at a time. */
let dragging = false;

/** Follow a press, which may become a drag. Returns what breaks it off; null: it is none to follow. */
export function follow(down: PointerEvent, load: Load): (() => void) | null {
  if (down.button !== 0 || dragging) return null;
  dragging = true;
  const root = document.documentElement;
  const listening = new AbortController();
  let phase: "pressed" | "dragged" | "broken off" = "pressed";
  let place: HTMLElement | null = null;

  const here = (event: PointerEvent): Point => {
    const { clientX: x, clientY: y } = event;
    const over = document.elementFromPoint(x, y);
    const found = over?.closest<HTMLElement>("[data-drop]") ?? null;
    return { x, y, dx: x - down.clientX, dy: y - down.clientY, over, place: found };
  };
  const mark = (now: HTMLElement | null): void => {
    if (now === place) return;
    place?.removeAttribute("data-over");
    now?.setAttribute("data-over", "");
    place = now;
  };
  const lift = (): void => {
    phase = "dragged";
    root.setAttribute("data-dragging", "");
    // What was pressed may be drawn anew or vanish meanwhile: the page itself gets the rest of it.
    capture(root, down.pointerId);
    load.begin?.();
  };
  const lay = (): void => {
    root.removeAttribute("data-dragging");
    mark(null);
  };
  const breakOff = (): void => {
    if (phase === "dragged") {
      lay();
      load.end?.();
    }
    phase = "broken off";
  };
  const stop = (): void => {
    listening.abort();
    dragging = false;
  };

  const listen = <Kind extends keyof WindowEventMap>(kind: Kind, heard: (event: WindowEventMap[Kind]) => void): void =>
    addEventListener(kind, heard, { signal: listening.signal, capture: true });
  const ours = (heard: (event: PointerEvent) => void) => (event: PointerEvent): void => {
    if (event.pointerId === down.pointerId) heard(event);
  };
  listen(
    "pointermove",
    ours((event) => {
      if (phase === "broken off") return;
      // The button was let go where we could not see it.
      if (event.pointerType === "mouse" && event.buttons === 0) return end();
      const at = here(event);
      if (phase === "pressed") {
        if (Math.hypot(at.dx, at.dy) < FAR) return;
        lift();
      }
      mark(at.place);
      load.move(at);
    }),
  );
  listen(
    "pointerup",
    ours((event) => {
      stop();
      if (phase === "pressed") return;
      swallowClick(event);
      if (phase === "broken off") return;
      const at = here(event);
      lay();
      try {
        load.drop(at);
      } finally {
        load.end?.();
      }
    }),
  );
  listen("pointercancel", ours(() => end()));
  listen("keydown", (event) => {
    if (event.key !== "Escape" || phase !== "dragged") return;
    event.preventDefault();
    event.stopPropagation(); // it means the drag, and not what the board or a dialog makes of it
    breakOff();
  });
  const end = (): void => {
    breakOff();
    stop();
  };
  return end;
}

function capture(root: HTMLElement, pointer: number): void {
  try {
    root.setPointerCapture(pointer);
  } catch {
    // The pointer is gone already; its end comes to us anyway.
  }
}

/** A browser takes the end of a short drag for a click. It is none. */
function swallowClick(up: PointerEvent): void {
  const listening = new AbortController();
  const swallow = (click: MouseEvent): void => {
    if (Math.hypot(click.clientX - up.clientX, click.clientY - up.clientY) > CLICK.near) return;
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { signal: listening.signal, capture: true });
  setTimeout(() => listening.abort(), CLICK.soon);
}

/** For `onPointerDown` of what can be dragged. A drag does not outlive the board. */
export function useDrag(): (down: PointerEvent, load: Load) => void {
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  return useCallback((down, load) => {
    end.current = follow(down, load) ?? end.current;
  }, []);
}
