/**
 * The canvas of a game: draws the squares that change, and keeps the player in sight.
 */

import { Chunks } from "../map/chunks.js";
import { followPointer } from "../map/gestures.js";
import { ZoomableCanvas } from "../map/zoomable-canvas.js";

/**
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {[number, number]} Square
 */

/** Pixels of a square below which a new map is shown around the player, and not whole; and the pixels then. */
const LEAST = 14;
const CLOSE = 28;
/** Squares that are seen around the player. */
const MARGIN = 3;

export class PlayCanvas extends ZoomableCanvas {
  /**
   * @param {object} takers
   * @param {(square: Square) => void} takers.tap takes the square of a click or a tap
   * @param {(square: Square | null) => void} takers.hover takes the square under a pointer, or under a finger that
   *   stays; null when the pointer leaves
   */
  constructor({ tap, hover }) {
    super({ role: "img", "aria-label": "Map" });
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Chunks | null} */
    this.chunks = null;
    /** @type {Square | null} */
    this.player = null;
    /** Where the player looks. @type {Square | null} */
    this.cursor = null;
    followPointer(this, {
      tap: ({ x, y }) => {
        this.canvas.focus();
        tap(this.viewport.squareAt(x, y));
      },
      hover: ({ x, y }) => hover(this.viewport.squareAt(x, y)),
      leave: () => hover(null),
    });
  }

  get extent() {
    return this.picture;
  }

  /**
   * Show a picture of which some squares have changed; null for another picture.
   *
   * @param {Picture | null} picture
   * @param {Set<number> | null} changed
   * @param {Square | null} player
   */
  show(picture, changed, player) {
    const before = this.picture;
    this.picture = picture;
    this.player = player;
    if (changed) this.chunks?.update(changed);
    else this.chunks = null;
    if (picture && (before?.width !== picture.width || before?.height !== picture.height)) this.fit();
    else this.followPlayer();
    this.request();
  }

  /** Show the whole map; a large one around the player. */
  fit() {
    const { picture, viewport, canvas } = this;
    if (!picture) return;
    viewport.fit(picture, canvas);
    const least = LEAST * (window.devicePixelRatio || 1);
    if (viewport.pixels < least && this.player) {
      viewport.pixels = Math.round(CLOSE * (window.devicePixelRatio || 1));
      const [x, y] = this.player;
      viewport.left = Math.round(canvas.width / 2 - (x + 0.5) * viewport.pixels);
      viewport.top = Math.round(canvas.height / 2 - (y + 0.5) * viewport.pixels);
      viewport.fits = false;
    }
    this.request();
  }

  place() {
    if (this.viewport.fits) this.fit();
    else this.followPlayer();
  }

  followPlayer() {
    if (!this.player || this.viewport.fits) return;
    const [x, y] = this.player;
    const isSmall = Math.min(this.canvas.width, this.canvas.height) < this.viewport.pixels * (2 * MARGIN + 1);
    const margin = isSmall ? 0 : MARGIN;
    this.viewport.reveal(x - margin, y - margin, this.canvas);
    this.viewport.reveal(x + margin, y + margin, this.canvas);
  }

  paint() {
    const { context, picture, viewport } = this;
    if (!picture) return;
    if (this.chunks?.picture !== picture || this.chunks.pixels !== viewport.pixels) {
      this.chunks = new Chunks(picture, viewport.pixels);
    }
    this.chunks.draw(context, viewport.left, viewport.top);
    // The player is easily lost among others.
    this.drawCorners(this.player, "#ffd479");
    this.drawCorners(this.cursor, "#7fd4ff");
  }

  /**
   * Look at a square; null for no more.
   *
   * @param {Square | null} cursor
   */
  pointAt(cursor) {
    this.cursor = cursor;
    if (cursor && !this.viewport.fits) this.viewport.reveal(...cursor, this.canvas);
    this.request();
  }

  /**
   * Draw corners around a square.
   *
   * @param {Square | null} square
   * @param {string} colour
   */
  drawCorners(square, colour) {
    if (!square) return;
    const { context, viewport } = this;
    const size = viewport.pixels;
    const line = Math.max(1, Math.round(size / 14));
    const arm = Math.round(size / 4);
    const left = viewport.left + square[0] * size;
    const top = viewport.top + square[1] * size;
    context.fillStyle = colour;
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]) {
      context.fillRect(left + x * (size - arm), top + y * (size - line), arm, line);
      context.fillRect(left + x * (size - line), top + y * (size - arm), line, arm);
    }
  }
}
