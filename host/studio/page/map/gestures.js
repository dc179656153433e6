/**
 * Pointers on a canvas: drag to pan, wheel or two fingers to zoom, hover and tap.
 */

/**
 * Positions are in pixels of the canvas.
 *
 * @typedef {object} Gestures
 * @property {(dx: number, dy: number) => void} pan
 * @property {(factor: number, x: number, y: number) => void} zoom
 * @property {(x: number, y: number) => void} hover
 * @property {(x: number, y: number) => void} tap
 * @property {() => void} leave
 */

/** Pixels that a pointer may move in a tap. */
const STILL = 5;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Gestures} gestures
 */
export function followPointer(canvas, gestures) {
  /** Where each pressed pointer is. @type {Map<number, { x: number, y: number }>} */
  const pressed = new Map();
  let moved = 0;

  /** @param {MouseEvent} event */
  function position(event) {
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, position(event));
    if (pressed.size === 1) moved = 0;
  });

  canvas.addEventListener("pointermove", (event) => {
    const now = position(event);
    const before = pressed.get(event.pointerId);
    if (!before) {
      gestures.hover(now.x, now.y);
      return;
    }
    const others = [...pressed].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    pressed.set(event.pointerId, now);
    if (others.length) {
      const [other] = others;
      const distance = (/** @type {{ x: number, y: number }} */ point) =>
        Math.hypot(point.x - other.x, point.y - other.y);
      pinch(distance(now) / Math.max(1, distance(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (moved > STILL) {
      canvas.classList.add("dragging");
      gestures.pan(Math.round(now.x - before.x), Math.round(now.y - before.y));
    }
  });

  let pinched = 1;

  /**
   * Zoom when two fingers have moved enough: squares grow by whole pixels.
   *
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  function pinch(factor, x, y) {
    pinched *= factor;
    if (Math.abs(Math.log(pinched)) > 0.12) {
      gestures.zoom(pinched, x, y);
      pinched = 1;
    }
  }

  for (const kind of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(kind, (event) => {
      const pointer = /** @type {PointerEvent} */ (event);
      if (!pressed.delete(pointer.pointerId)) return;
      canvas.classList.remove("dragging");
      const { x, y } = position(pointer);
      if (kind === "pointerup" && moved <= STILL && !pressed.size) gestures.tap(x, y);
    });
  }

  canvas.addEventListener("pointerleave", () => gestures.leave());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = position(event);
      const factor = Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 500);
      if (event.shiftKey) gestures.pan(-Math.round(event.deltaY), 0);
      else if (event.deltaY) gestures.zoom(factor, x, y);
      else gestures.pan(-Math.round(event.deltaX), 0);
    },
    { passive: false },
  );
}
