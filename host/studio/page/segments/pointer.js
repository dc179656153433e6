/**
 * Pointers on the canvas of the editor: one finger or the left button paints, two fingers or the middle button pan and
 * zoom, the right button picks, the wheel zooms.
 */

/**
 * Positions are in pixels of the canvas.
 *
 * @typedef {object} Strokes
 * @property {(x: number, y: number) => void} start
 * @property {(x: number, y: number) => void} move
 * @property {() => void} end
 * @property {() => void} cancel
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave
 * @property {(x: number, y: number) => void} pick
 * @property {(dx: number, dy: number) => void} pan
 * @property {(factor: number, x: number, y: number) => void} zoom
 */

/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Strokes} strokes
 */
export function followStrokes(canvas, strokes) {
  /** @type {Map<number, Point>} */
  const pressed = new Map();
  /** @type {"paint" | "pan" | null} */
  let mode = null;
  let pinched = 1;

  /** @param {MouseEvent} event */
  function position(event) {
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  canvas.addEventListener("pointerdown", (event) => {
    const point = position(event);
    if (event.button === 2) {
      strokes.pick(point.x, point.y);
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, point);
    if (pressed.size > 1 || event.button === 1) {
      if (mode === "paint") strokes.cancel();
      mode = "pan";
      event.preventDefault();
    } else {
      mode = "paint";
      strokes.start(point.x, point.y);
    }
  });

  canvas.addEventListener("pointermove", (event) => {
    const now = position(event);
    const before = pressed.get(event.pointerId);
    if (!before) {
      strokes.hover(now.x, now.y);
      return;
    }
    const other = [...pressed].find(([id]) => id !== event.pointerId)?.[1];
    pressed.set(event.pointerId, now);
    if (mode === "paint") strokes.move(now.x, now.y);
    else if (other) pinch(before, now, other);
    else strokes.pan(Math.round(now.x - before.x), Math.round(now.y - before.y));
  });

  /**
   * @param {Point} before
   * @param {Point} now
   * @param {Point} other
   */
  function pinch(before, now, other) {
    const distance = (/** @type {Point} */ point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    pinched *= distance(now) / distance(before);
    if (Math.abs(Math.log(pinched)) > 0.12) {
      strokes.zoom(pinched, (now.x + other.x) / 2, (now.y + other.y) / 2);
      pinched = 1;
    }
    strokes.pan(Math.round((now.x - before.x) / 2), Math.round((now.y - before.y) / 2));
  }

  canvas.addEventListener("pointerup", (event) => release(event, strokes.end));
  canvas.addEventListener("pointercancel", (event) => release(event, strokes.cancel));

  /**
   * @param {PointerEvent} event
   * @param {() => void} finish
   */
  function release(event, finish) {
    if (!pressed.delete(event.pointerId)) return;
    if (mode === "paint") finish();
    if (!pressed.size) mode = null;
    else mode = "pan";
  }

  canvas.addEventListener("pointerleave", () => strokes.leave());
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = position(event);
      if (event.shiftKey) strokes.pan(-Math.round(event.deltaY), 0);
      else if (event.deltaY) strokes.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 500), x, y);
      else strokes.pan(-Math.round(event.deltaX), 0);
    },
    { passive: false },
  );
}
