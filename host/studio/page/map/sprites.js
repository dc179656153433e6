/**
 * Sprites, drawn once for a size of squares into one sheet. Edges lie between pixels, so they are crisp at any size.
 */

/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context */

/** Sprites in a row of a sheet. */
const COLUMNS = 32;

export class SpriteSheet {
  /**
   * @param {Picture} picture
   * @param {number} pixels of a square
   */
  constructor(picture, pixels) {
    this.pixels = pixels;
    const rows = Math.max(1, Math.ceil(picture.sprites.length / COLUMNS));
    this.canvas = document.createElement("canvas");
    this.canvas.width = COLUMNS * pixels;
    this.canvas.height = rows * pixels;
    const context = contextOf(this.canvas);
    picture.sprites.forEach((sprite, number) => {
      context.save();
      context.translate((number % COLUMNS) * pixels, Math.floor(number / COLUMNS) * pixels);
      context.beginPath();
      context.rect(0, 0, pixels, pixels);
      context.clip();
      for (const shape of sprite) drawShape(context, shape, pixels / picture.size);
      context.restore();
    });
  }

  /**
   * Draw a sprite with its corner at (x, y).
   *
   * @param {Context} context
   * @param {number} number
   * @param {number} x
   * @param {number} y
   */
  draw(context, number, x, y) {
    const size = this.pixels;
    const left = (number % COLUMNS) * size;
    context.drawImage(this.canvas, left, Math.floor(number / COLUMNS) * size, size, size, x, y, size, size);
  }
}

/**
 * Return the context of a canvas.
 *
 * @param {HTMLCanvasElement} canvas
 * @returns {CanvasRenderingContext2D}
 */
export function contextOf(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no canvas");
  return context;
}

/**
 * @param {Context} context
 * @param {Shape} shape
 * @param {number} scale
 */
function drawShape(context, shape, scale) {
  const [kind, colour, ...rest] = shape;
  context.fillStyle = String(colour);
  if (kind === "b") {
    drawBitmap(context, rest, scale);
    return;
  }
  const numbers = rest.map((number) => Number(number) * scale);
  if (kind === "r") {
    fillBetween(context, numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]);
    return;
  }
  context.beginPath();
  if (kind === "o") {
    const [x, y, width, height] = numbers;
    context.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  } else {
    for (let i = 0; i < numbers.length; i += 2) context.lineTo(numbers[i], numbers[i + 1]);
  }
  context.fill();
}

/**
 * Draw a letter: its corner, the size of its dots, and rows of dots.
 *
 * @param {Context} context
 * @param {(string | number)[]} bitmap
 * @param {number} scale
 */
function drawBitmap(context, bitmap, scale) {
  const [x, y, dot] = bitmap.slice(0, 3).map((number) => Number(number) * scale);
  bitmap.slice(3).forEach((row, j) => {
    [...String(row)].forEach((ink, i) => {
      if (ink === "#") fillBetween(context, x + i * dot, y + j * dot, x + (i + 1) * dot, y + (j + 1) * dot);
    });
  });
}

/**
 * Fill a rectangle whose edges are moved between pixels; it is at least one pixel wide, unless it is much less.
 *
 * @param {Context} context
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 */
function fillBetween(context, left, top, right, bottom) {
  const x = Math.round(left);
  const y = Math.round(top);
  const least = (/** @type {number} */ length) => (length > 0.4 ? 1 : 0);
  const width = Math.max(Math.round(right) - x, least(right - left));
  const height = Math.max(Math.round(bottom) - y, least(bottom - top));
  context.fillRect(x, y, width, height);
}
