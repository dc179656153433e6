/**
 * The picture of a map that is zoomed: until squares of a new size are drawn, the former squares are stretched.
 */

import { Chunks } from "./chunks.js";

/** Milliseconds without a change of size after which squares are drawn: a wheel turns on before. */
const REST = 80;
/** Milliseconds of a frame in which chunks are drawn. */
const SHARE = 6;

export class ZoomedChunks {
  /** @param {import("../types.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    /** Of the present size. @type {Chunks | null} */
    this.sharp = null;
    /** Of an earlier size, until chunks of the present size are drawn. @type {Chunks | null} */
    this.former = null;
    this.zoomed = 0;
  }

  /**
   * Show another picture of the same size.
   *
   * @param {import("../types.js").Picture} picture
   * @param {Iterable<number>} changed squares that look different
   */
  replace(picture, changed) {
    this.picture = picture;
    this.former = null;
    this.sharp?.replace(picture, changed);
  }

  /**
   * Draw the visible part of the map, and return whether it is sharp: else it has to be drawn again soon.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {import("./viewport.js").Viewport} viewport
   */
  draw(context, { left, top, pixels }) {
    const now = performance.now();
    if (this.sharp?.pixels !== pixels) {
      // What is visible of chunks that are not complete would have holes.
      this.former ??= this.sharp;
      this.sharp = new Chunks(this.picture, pixels);
      this.zoomed = now;
    }
    if (!this.former) return this.sharp.draw(context, left, top);
    this.former.stretch(context, left, top, pixels);
    if (now - this.zoomed < REST) return false;
    // Squares are transparent where nothing is: the next frame is without what lies below.
    if (this.sharp.draw(context, left, top, now + SHARE)) this.former = null;
    return false;
  }
}
