/**
 * Pictures of tile numbers, drawn once for a size of squares; a number without a picture is drawn as a number.
 */

import { Chunks } from "../map/chunks.js";
import { SquarePictures } from "../map/sprites.js";

/**
 * @typedef {import("./types.js").Palette} Palette
 * @typedef {import("./types.js").SegmentData} SegmentData
 * @typedef {import("./types.js").TileNumber} TileNumber
 */

/** Sizes of squares whose pictures are stored: of thumbnails, the palette and the canvas. */
const MOST = 8;

export class Sheets {
  /** @param {Palette | null} palette */
  constructor(palette) {
    this.sprites = palette?.tiles.map(({ sprite }) => sprite) ?? [];
    this.size = palette?.size ?? 32;
    /** The place of each tile number in the palette. @type {Map<TileNumber, number>} */
    this.places = new Map(palette?.tiles.map(({ number }, place) => [number, place]));
    /** @type {Map<number, SquarePictures>} */
    this.pictures = new Map();
    /** The segment that was drawn last. @type {{ segment: SegmentData, chunks: Chunks } | null} */
    this.drawn = null;
  }

  /** @param {number} pixels */
  picturesOf(pixels) {
    let pictures = this.pictures.get(pixels);
    if (!pictures) {
      if (this.pictures.size >= MOST) this.pictures.delete([...this.pictures.keys()][0]);
      pictures = new SquarePictures(this.sprites, this.size, pixels);
      this.pictures.set(pixels, pictures);
    }
    return pictures;
  }

  /**
   * Return the picture of a tile of the palette.
   *
   * @param {number} place
   * @param {number} pixels
   */
  drawTile(place, pixels) {
    const cells = Int32Array.of(place);
    return this.picturesOf(pixels).draw({ width: 1, layers: [{ cells }] }, { left: 0, top: 0, columns: 1, rows: 1 });
  }

  /**
   * Draw the squares of a segment that are on a canvas; its corner is at (left, top).
   *
   * @param {CanvasRenderingContext2D} context
   * @param {SegmentData} segment
   * @param {number} left
   * @param {number} top
   * @param {number} pixels
   */
  drawSegment(context, segment, left, top, pixels) {
    if (this.drawn?.segment !== segment || this.drawn.chunks.pixels !== pixels) {
      const layers = segment.layers.map((layer) => ({
        name: "",
        cells: Int32Array.from(layer, (number) => this.places.get(number) ?? -1),
      }));
      const { width, height } = segment;
      const picture = { width, height, size: this.size, sprites: this.sprites, layers };
      this.drawn = { segment, chunks: new Chunks(picture, pixels, this.picturesOf(pixels)) };
    }
    this.drawn.chunks.draw(context, left, top);
    for (const layer of segment.layers) {
      layer.forEach((number, square) => {
        if (number === 0 || this.places.has(number)) return;
        const x = left + (square % segment.width) * pixels;
        drawNumber(context, String(number), x, top + Math.floor(square / segment.width) * pixels, pixels);
      });
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} pixels
 */
function drawNumber(context, text, x, y, pixels) {
  context.fillStyle = "#4a4c56";
  context.fillRect(x, y, pixels, pixels);
  if (pixels < 12) return;
  context.fillStyle = "#f3f0e9";
  context.font = `600 ${Math.floor(Math.min(pixels / 2, (1.5 * pixels) / text.length))}px sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x + pixels / 2, y + pixels / 2, pixels - 2);
}
