/**
 * A canvas whose picture can be moved and zoomed: its size, when it is drawn, the wheel, two fingers, and keys.
 */

import { make } from "../lib/dom.js";
import { atNextFrame } from "../lib/frames.js";
import { contextOf } from "./sprites.js";
import { Viewport } from "./viewport.js";

/** @typedef {{ x: number, y: number }} Point in pixels of the canvas */

/** Keys that move a square, and with Shift the picture. */
export const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
/** By how much a button or a key zooms. */
export const FACTOR = 1.3;
/** Two fingers zoom when the logarithm of their factor is larger: squares grow by whole pixels. */
const PINCHED = 0.12;

export class ZoomableCanvas {
  /** @param {import("../lib/dom.js").Attributes} attributes of the canvas */
  constructor(attributes) {
    this.viewport = new Viewport();
    this.canvas = make("canvas", { tabindex: 0, width: 300, height: 300, ...attributes });
    this.context = contextOf(this.canvas);
    this.pinched = 1;
    /** Draw at the next frame of the screen. */
    this.request = atNextFrame(() => this.draw());
    this.canvas.addEventListener("wheel", (event) => this.turnWheel(event), { passive: false });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    document.addEventListener("theme", this.request);
  }

  /**
   * The size of the picture in squares; null for none.
   *
   * @returns {{ width: number, height: number } | null}
   */
  get extent() {
    return null;
  }

  /** Draw the picture, on an empty canvas. */
  paint() {}

  // -- drawing

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.canvas.getBoundingClientRect();
    if (!width || !height) return;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.place();
    this.draw();
  }

  /** Move the picture when the canvas has another size. */
  place() {
    const { extent } = this;
    if (extent && this.viewport.fits) this.viewport.fit(extent, this.canvas);
  }

  draw() {
    const { canvas, context } = this;
    context.fillStyle = getComputedStyle(canvas.parentElement ?? canvas).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = false;
    this.paint();
  }

  // -- moving and zooming

  /** @param {() => void} move */
  change(move) {
    move();
    this.request();
  }

  showWhole() {
    const { extent } = this;
    if (extent) this.change(() => this.viewport.fit(extent, this.canvas));
  }

  /**
   * Show squares larger or smaller; a point, by default the middle, stays where it is.
   *
   * @param {number} factor
   * @param {Point} [point]
   */
  zoom(factor, { x, y } = { x: this.canvas.width / 2, y: this.canvas.height / 2 }) {
    this.change(() => this.viewport.zoom(factor, x, y));
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.change(() => this.viewport.pan(Math.round(dx), Math.round(dy)));
  }

  /**
   * Return where a pointer is.
   *
   * @param {MouseEvent} event
   * @returns {Point}
   */
  positionOf(event) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.canvas.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  /**
   * Zoom when two fingers have moved enough.
   *
   * @param {Point} before where the finger that moves was
   * @param {Point} now where it is
   * @param {Point} other
   */
  pinch(before, now, other) {
    const distance = (/** @type {Point} */ point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    this.pinched *= distance(now) / distance(before);
    if (Math.abs(Math.log(this.pinched)) <= PINCHED) return;
    this.zoom(this.pinched, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    this.pinched = 1;
  }

  /** @param {WheelEvent} event */
  turnWheel(event) {
    event.preventDefault();
    const { deltaX, deltaY } = event;
    if (event.shiftKey) this.pan(-deltaY, 0);
    else if (deltaY) this.zoom(Math.exp(-Math.max(-120, Math.min(120, deltaY)) / 500), this.positionOf(event));
    else this.pan(-deltaX, 0);
  }

  /**
   * Move or zoom the picture by a key; return whether the key does that.
   *
   * @param {KeyboardEvent} event
   * @param {number} step pixels by which an arrow key moves it
   */
  pressView({ key, shiftKey }, step) {
    const arrow = ARROWS[key];
    if (arrow && shiftKey) this.pan(-arrow[0] * step, -arrow[1] * step);
    else if (key === "+" || key === "=") this.zoom(FACTOR);
    else if (key === "-") this.zoom(1 / FACTOR);
    else if (key === "0") this.showWhole();
    else return false;
    return true;
  }
}
