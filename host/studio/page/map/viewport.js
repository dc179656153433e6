/**
 * Which part of a map is on the canvas: pixels of a square, and the corner of the map in pixels of the device.
 */

const LEAST = 2;
const MOST = 128;

export class Viewport {
  constructor() {
    this.pixels = 16;
    this.left = 0;
    this.top = 0;
    /** Whether the whole map stays visible, also when the window changes its size. */
    this.fits = true;
  }

  /**
   * Show a whole map in the middle of a canvas.
   *
   * @param {{ width: number, height: number, above?: number }} map in squares; some of them are above its corner
   * @param {{ width: number, height: number }} canvas in pixels
   */
  fit(map, canvas) {
    const margin = Math.min(canvas.width, canvas.height) > 500 ? 0.91 : 1;
    const pixels = Math.floor(Math.min((canvas.width * margin) / map.width, (canvas.height * margin) / map.height));
    this.pixels = Math.max(LEAST, Math.min(64, pixels));
    this.left = Math.round((canvas.width - map.width * this.pixels) / 2);
    this.top = Math.round((canvas.height - map.height * this.pixels) / 2 + (map.above ?? 0) * this.pixels);
    this.fits = true;
  }

  /**
   * Show squares larger or smaller; the point (x, y) of the canvas stays where it is.
   *
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  zoom(factor, x, y) {
    const before = this.pixels;
    const pixels = factor > 1 ? Math.max(before + 1, before * factor) : Math.min(before - 1, before * factor);
    this.pixels = Math.round(Math.max(LEAST, Math.min(MOST, pixels)));
    const scale = this.pixels / before;
    this.left = Math.round(x - (x - this.left) * scale);
    this.top = Math.round(y - (y - this.top) * scale);
    this.fits = false;
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.fits = false;
  }

  /**
   * Return the square at a point of the canvas; it may lie outside of the map.
   *
   * @param {number} x
   * @param {number} y
   * @returns {[number, number]}
   */
  squareAt(x, y) {
    return [Math.floor((x - this.left) / this.pixels), Math.floor((y - this.top) / this.pixels)];
  }

  /**
   * Move so that a square is on the canvas.
   *
   * @param {number} x
   * @param {number} y
   * @param {{ width: number, height: number }} canvas
   */
  reveal(x, y, canvas) {
    const left = this.left + x * this.pixels;
    const top = this.top + y * this.pixels;
    const shift = (/** @type {number} */ start, /** @type {number} */ length) =>
      Math.max(0, -start) - Math.max(0, start + this.pixels - length);
    const dx = shift(left, canvas.width);
    const dy = shift(top, canvas.height);
    if (dx || dy) this.pan(dx, dy);
  }
}
