/** Mouse, pen and fingers on the solid pallet: hover, tap, drag around it, pinch. */

export interface Touched {
  hover(x: number, y: number): void;
  /** `touch`: a finger, which has not hovered before. */
  tap(x: number, y: number, touch: boolean): void;
  /** Whether what is held lies under this point, so that it is dragged and not the view. */
  grabs(x: number, y: number): boolean;
  orbit(dx: number, dy: number): void;
  /** Nearer by this factor. */
  zoom(factor: number): void;
}

const TAP = 6; // pixels; fingers tremble twice as much

/** Listen; what is returned ends it. */
export function fingers(element: HTMLElement, touched: Touched): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number } | null = null;
  let held = false;
  let apart = 0;

  const spread = (): number => {
    const [one, other] = [...down.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };

  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    start = down.size === 1 ? { x: event.clientX, y: event.clientY } : null;
    held = down.size === 1 && event.pointerType !== "mouse" && touched.grabs(event.clientX, event.clientY);
    apart = spread();
  };

  const move = (event: PointerEvent): void => {
    const last = down.get(event.pointerId);
    if (!last) {
      if (event.pointerType !== "touch") touched.hover(event.clientX, event.clientY);
      return;
    }
    const slack = event.pointerType === "mouse" ? TAP : 2 * TAP;
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) < slack) return;
    start = null;
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (held) return touched.hover(event.clientX, event.clientY);
    touched.orbit(dx / down.size, dy / down.size);
    const now = spread();
    if (apart && now) touched.zoom(apart / now);
    apart = now;
  };

  const end = (event: PointerEvent): void => {
    if (!down.delete(event.pointerId)) return;
    if (start && event.type === "pointerup") touched.tap(start.x, start.y, event.pointerType === "touch");
    start = null;
    held = false;
    apart = spread();
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    touched.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 500));
  };

  element.addEventListener("pointerdown", begin);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("wheel", wheel, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", begin);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", end);
    element.removeEventListener("pointercancel", end);
    element.removeEventListener("wheel", wheel);
  };
}
