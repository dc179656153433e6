/**
 * Pointers on a canvas that shows a map: drag to pan, two fingers to zoom, hover and tap.
 */

/**
 * @typedef {import("./zoomable-canvas.js").Point} Point
 *
 * @typedef {object} Gestures
 * @property {(point: Point) => void} tap
 * @property {(point: Point) => void} [hover] also for a finger that stays where it is, which is then no tap
 * @property {() => void} [leave]
 */

/** Pixels that a pointer may move in a tap. */
const STILL = 5;
/** Milliseconds after which a finger stays. */
const LONG = 450;

/**
 * @param {import("./zoomable-canvas.js").ZoomableCanvas} map
 * @param {Gestures} gestures
 */
export function followPointer(map, gestures) {
  const { canvas } = map;
  /** Where each pressed pointer is. @type {Map<number, Point>} */
  const pressed = new Map();
  let moved = 0;
  let timer = 0;

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, map.positionOf(event));
    clearTimeout(timer);
    if (pressed.size > 1) return;
    moved = 0;
    const { hover } = gestures;
    if (event.pointerType !== "touch" || !hover) return;
    const point = map.positionOf(event);
    timer = setTimeout(() => {
      if (moved > STILL || pressed.size !== 1) return;
      moved = Infinity;
      hover(point);
    }, LONG);
  });

  canvas.addEventListener("pointermove", (event) => {
    const now = map.positionOf(event);
    const before = pressed.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") gestures.hover?.(now);
      return;
    }
    const other = [...pressed].find(([id]) => id !== event.pointerId)?.[1];
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    pressed.set(event.pointerId, now);
    // A finger that stayed looks around.
    if (moved === Infinity) {
      gestures.hover?.(now);
    } else if (other) {
      map.pinch(before, now, other);
    } else if (moved > STILL) {
      canvas.classList.add("dragging");
      map.pan(now.x - before.x, now.y - before.y);
    }
  });

  for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
    canvas.addEventListener(kind, (event) => {
      if (!pressed.delete(event.pointerId)) return;
      clearTimeout(timer);
      canvas.classList.remove("dragging");
      if (kind === "pointerup" && moved <= STILL && !pressed.size) gestures.tap(map.positionOf(event));
    });
  }

  canvas.addEventListener("pointerleave", () => gestures.leave?.());
}
