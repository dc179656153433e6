/**
 * Pointers on the canvas of the editor: one finger or the left button paints, two fingers or the middle button pan and
 * zoom, the right button picks.
 */

/** @typedef {import("../map/zoomable-canvas.js").Point} Point */

/** @param {import("./canvas.js").SegmentCanvas} painted */
export function followStrokes(painted) {
  const { canvas } = painted;
  /** @type {Map<number, Point>} */
  const pressed = new Map();
  /** @type {"paint" | "pan" | null} */
  let mode = null;

  canvas.addEventListener("pointerdown", (event) => {
    const point = painted.positionOf(event);
    if (event.button === 2) {
      painted.pick(painted.squareAt(point));
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, point);
    if (pressed.size > 1 || event.button === 1) {
      if (mode === "paint") painted.cancel();
      mode = "pan";
      event.preventDefault();
    } else {
      mode = "paint";
      painted.start(painted.squareAt(point));
    }
  });

  canvas.addEventListener("pointermove", (event) => {
    const before = pressed.get(event.pointerId);
    if (!before) return;
    const now = painted.positionOf(event);
    const other = [...pressed].find(([id]) => id !== event.pointerId)?.[1];
    pressed.set(event.pointerId, now);
    if (mode === "paint") {
      painted.move(painted.squareAt(now));
      return;
    }
    if (other) painted.pinch(before, now, other);
    // The middle of two fingers moves half as far as the one that moves.
    const share = other ? 2 : 1;
    painted.pan((now.x - before.x) / share, (now.y - before.y) / share);
  });

  canvas.addEventListener("pointerup", (event) => release(event, () => painted.end()));
  canvas.addEventListener("pointercancel", (event) => release(event, () => painted.cancel()));

  /**
   * @param {PointerEvent} event
   * @param {() => void} finish
   */
  function release(event, finish) {
    if (!pressed.delete(event.pointerId)) return;
    if (mode === "paint") finish();
    mode = pressed.size ? "pan" : null;
  }

  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}
