/**
 * Pictures of squares, made of sprites. Edges lie between pixels, so they are crisp at any size.
 */

/** @typedef {import("../types.js").Shape} Shape */

/** Pixels of all pictures that are stored. */
const MOST_PIXELS = 8_000_000;
/** More sprites than a map has; a game adds some to its list as it goes on. */
const MOST_SPRITES = 2 ** 24;
/** Pixels of the height of a canvas. */
const MOST_HEIGHT = 8192;
/** Widths of texts that were measured, and how many of them are stored. @type {Map<string, number>} */
const WIDTHS = new Map();
const MOST_WIDTHS = 2000;

/**
 * Pictures of whole squares: sprites that lie on each other. A map has few different ones, so each is drawn once for a
 * size of squares; then its pixels are copied, which takes a fraction of drawing each layer of each square.
 */
export class SquarePictures {
  /**
   * @param {Shape[][]} sprites
   * @param {number} size of a square in the units of the sprites
   * @param {number} pixels of a square
   */
  constructor(sprites, size, pixels) {
    this.sprites = sprites;
    this.size = size;
    this.pixels = pixels;
    /** The number of a picture, by its top sprite and the picture below it. @type {Map<number, number>} */
    this.numbers = new Map();
    /** The sprites of each picture from bottom to top. The first picture is empty. @type {number[][]} */
    this.stacks = [[]];
    /** Pixels of the pictures that were drawn. @type {Map<number, Uint32Array>} */
    this.bitmaps = new Map();
  }

  /**
   * Return the picture of a rectangle of squares.
   *
   * @param {{ width: number, layers: { cells: Int32Array }[] }} picture
   * @param {{ left: number, top: number, columns: number, rows: number }} area
   */
  draw({ width, layers }, { left, top, columns, rows }) {
    if (this.bitmaps.size * this.pixels ** 2 > MOST_PIXELS) {
      this.numbers.clear();
      this.stacks.length = 1;
      this.bitmaps.clear();
    }
    const numbers = new Uint32Array(columns * rows);
    for (const { cells } of layers) {
      for (let y = 0, i = 0; y < rows; y += 1) {
        for (let square = (top + y) * width + left, x = 0; x < columns; x += 1, i += 1, square += 1) {
          if (cells[square] >= 0) numbers[i] = this.put(cells[square], numbers[i]);
        }
      }
    }
    const missing = [...new Set(numbers)].filter((number) => !this.bitmaps.has(number));
    const most = Math.max(1, Math.floor(MOST_HEIGHT / this.pixels));
    for (let i = 0; i < missing.length; i += most) this.drawBitmaps(missing.slice(i, i + most));
    return this.copy(numbers, columns, rows);
  }

  /**
   * Return the number of the picture of a sprite on a picture.
   *
   * @param {number} sprite
   * @param {number} below
   */
  put(sprite, below) {
    const key = below * MOST_SPRITES + sprite;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.stacks.length;
      this.numbers.set(key, number);
      this.stacks.push([...this.stacks[below], sprite]);
    }
    return number;
  }

  /**
   * Draw pictures below each other, and read their pixels at once.
   *
   * @param {number[]} numbers
   */
  drawBitmaps(numbers) {
    const { pixels, bitmaps } = this;
    const canvas = document.createElement("canvas");
    canvas.width = pixels;
    canvas.height = pixels * numbers.length;
    const context = contextOf(canvas, { willReadFrequently: true });
    numbers.forEach((number, i) => {
      context.save();
      context.beginPath();
      context.rect(0, i * pixels, pixels, pixels);
      context.clip();
      context.translate(0, i * pixels);
      for (const sprite of this.stacks[number]) {
        for (const shape of this.sprites[sprite]) drawShape(context, shape, pixels / this.size);
      }
      context.restore();
    });
    const drawn = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    numbers.forEach((number, i) => {
      bitmaps.set(number, drawn.subarray(i * pixels ** 2, (i + 1) * pixels ** 2));
    });
  }

  /**
   * @param {Uint32Array} numbers of pictures
   * @param {number} columns
   * @param {number} rows
   */
  copy(numbers, columns, rows) {
    const { pixels, bitmaps } = this;
    const image = new ImageData(columns * pixels, rows * pixels);
    const target = new Uint32Array(image.data.buffer);
    numbers.forEach((number, i) => {
      const bitmap = bitmaps.get(number);
      if (!bitmap) return;
      let at = Math.floor(i / columns) * pixels * image.width + (i % columns) * pixels;
      for (let from = 0; from < bitmap.length; from += pixels, at += image.width) {
        for (let j = 0; j < pixels; j += 1) target[at + j] = bitmap[from + j];
      }
    });
    return image;
  }
}

/**
 * Return the context of a canvas.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 * @returns {CanvasRenderingContext2D}
 */
export function contextOf(canvas, settings) {
  const context = canvas.getContext("2d", settings);
  if (!context) throw new Error("this browser draws no canvas");
  return context;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Shape} shape
 * @param {number} scale
 */
export function drawShape(context, shape, scale) {
  const [kind, colour, ...rest] = shape;
  context.fillStyle = String(colour);
  if (kind === "t") {
    drawText(context, rest, scale);
    return;
  }
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
 * @param {CanvasRenderingContext2D} context
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
 * Draw a line of text: the left end of its base line, its height, its length and its words.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {(string | number)[]} text
 * @param {number} scale
 */
function drawText(context, text, scale) {
  const [x, y, height, length] = text.slice(0, 4).map((number) => Number(number) * scale);
  context.font = `${height}px monospace`;
  const words = String(text[4]);
  const width = height * widthOf(context, words, height);
  context.save();
  context.translate(x, y);
  if (width > 0) context.scale(length / width, 1);
  context.fillText(words, 0, 0);
  context.restore();
}

/**
 * Return the width of a text in units of its height.
 *
 * @param {CanvasRenderingContext2D} context with a font of that height
 * @param {string} words
 * @param {number} height
 */
function widthOf(context, words, height) {
  let width = WIDTHS.get(words);
  if (width === undefined) {
    if (WIDTHS.size > MOST_WIDTHS) WIDTHS.clear();
    width = context.measureText(words).width / height;
    WIDTHS.set(words, width);
  }
  return width;
}

/**
 * Fill a rectangle whose edges are moved between pixels; it is at least one pixel wide, unless it is much less.
 *
 * @param {CanvasRenderingContext2D} context
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
