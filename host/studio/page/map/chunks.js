/**
 * The picture of a map in chunks, which are drawn once for a size of squares: panning only copies them.
 */

import { SquarePictures, contextOf } from "./sprites.js";

/** @typedef {import("../types.js").Picture} Picture */

/** Pixels and squares on a side of a chunk: one is drawn within a frame. */
const LARGEST = 512;
const MOST_SQUARES = 32;
/** Pixels of all chunks that are stored. */
const MOST_PIXELS = 24_000_000;

export class Chunks {
  /**
   * @param {Picture} picture
   * @param {number} pixels of a square
   * @param {SquarePictures} [pictures] of squares of that size, which other pictures share
   */
  constructor(picture, pixels, pictures = new SquarePictures(picture.sprites, picture.size, pixels)) {
    this.picture = picture;
    this.pixels = pixels;
    this.side = Math.max(4, Math.min(MOST_SQUARES, Math.floor(LARGEST / pixels)));
    this.pictures = pictures;
    /** @type {Map<string, HTMLCanvasElement>} */
    this.drawn = new Map();
  }

  /**
   * Draw the visible part of the map; its corner is at (left, top) of the canvas.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} left
   * @param {number} top
   * @param {number} [deadline] the time after which no more chunks are made
   * @returns {boolean} whether all that is visible was drawn
   */
  draw(context, left, top, deadline = Infinity) {
    let isComplete = true;
    const { width, height } = context.canvas;
    const step = this.side * this.pixels;
    const { picture } = this;
    const lastColumn = Math.ceil(picture.width / this.side) - 1;
    const lastRow = Math.ceil(picture.height / this.side) - 1;
    const from = (/** @type {number} */ start) => Math.max(0, Math.floor(-start / step));
    const to = (/** @type {number} */ start, /** @type {number} */ length) => Math.floor((length - start - 1) / step);
    for (let row = from(top); row <= Math.min(lastRow, to(top, height)); row += 1) {
      for (let column = from(left); column <= Math.min(lastColumn, to(left, width)); column += 1) {
        if (performance.now() > deadline && !this.drawn.has(`${column},${row}`)) isComplete = false;
        else context.drawImage(this.chunk(column, row), left + column * step, top + row * step);
      }
    }
    return isComplete;
  }

  /**
   * Draw the chunks that there are for squares of another size.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} left
   * @param {number} top
   * @param {number} pixels of a square
   */
  stretch(context, left, top, pixels) {
    const { width, height } = context.canvas;
    const scale = pixels / this.pixels;
    for (const [key, chunk] of this.drawn) {
      const [x, y] = key.split(",").map((number, axis) => Number(number) * this.side * pixels + (axis ? top : left));
      const isVisible = x < width && y < height && x + chunk.width * scale > 0 && y + chunk.height * scale > 0;
      if (isVisible) context.drawImage(chunk, x, y, chunk.width * scale, chunk.height * scale);
    }
  }

  /**
   * @param {number} column
   * @param {number} row
   */
  chunk(column, row) {
    const key = `${column},${row}`;
    let canvas = this.drawn.get(key);
    if (!canvas) {
      const step = this.side * this.pixels;
      if ((this.drawn.size + 1) * step * step > MOST_PIXELS) {
        // The oldest chunk is far from what is on screen.
        const [oldest] = this.drawn.keys();
        if (oldest !== undefined) this.drawn.delete(oldest);
      }
      canvas = this.drawChunk(column * this.side, row * this.side);
      this.drawn.set(key, canvas);
    }
    return canvas;
  }

  /**
   * Show another picture of the same size.
   *
   * @param {Picture} picture
   * @param {Iterable<number>} changed squares that look different
   */
  replace(picture, changed) {
    this.picture = picture;
    this.pictures = new SquarePictures(picture.sprites, picture.size, this.pixels);
    this.update(changed);
  }

  /**
   * Draw squares again that have changed.
   *
   * @param {Iterable<number>} squares
   */
  update(squares) {
    const { picture, pictures, pixels, side } = this;
    for (const square of squares) {
      const left = square % picture.width;
      const top = Math.floor(square / picture.width);
      const canvas = this.drawn.get(`${Math.floor(left / side)},${Math.floor(top / side)}`);
      if (!canvas) continue;
      const image = pictures.draw(picture, { left, top, columns: 1, rows: 1 });
      contextOf(canvas).putImageData(image, (left % side) * pixels, (top % side) * pixels);
    }
  }

  /**
   * @param {number} left
   * @param {number} top
   */
  drawChunk(left, top) {
    const { picture, pictures } = this;
    const columns = Math.min(this.side, picture.width - left);
    const rows = Math.min(this.side, picture.height - top);
    const image = pictures.draw(picture, { left, top, columns, rows });
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    contextOf(canvas).putImageData(image, 0, 0);
    return canvas;
  }
}
