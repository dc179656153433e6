/**
 * The canvas of a game: draws the squares that change, and keeps the player in sight.
 */

import { Chunks } from "../map/chunks.js";
import { followPointer } from "../map/gestures.js";
import { ZoomableCanvas } from "../map/zoomable-canvas.js";

/** @typedef {import("../types.js").Picture} Picture */

/** Pixels of a square below which a new map is shown around the player, and not whole; and the pixels then. */
const LEAST = 14;
const CLOSE = 28;
/** Squares that are seen around the player. */
const MARGIN = 3;

export class PlayCanvas extends ZoomableCanvas {
  /** @param {(x: number, y: number) => void} tap takes the square of a click or a tap */
  constructor(tap) {
    super({ role: "img", "aria-label": "Map" });
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Chunks | null} */
    this.chunks = null;
    /** @type {[number, number] | null} */
    this.player = null;
    followPointer(this, {
      tap: ({ x, y }) => {
        this.canvas.focus();
        tap(...this.viewport.squareAt(x, y));
      },
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
   * @param {[number, number] | null} player
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
    this.drawPlayer();
  }

  /** Draw corners around the square of the player, who is easily lost among others. */
  drawPlayer() {
    if (!this.player) return;
    const { context, viewport } = this;
    const size = viewport.pixels;
    const line = Math.max(1, Math.round(size / 14));
    const arm = Math.round(size / 4);
    const left = viewport.left + this.player[0] * size;
    const top = viewport.top + this.player[1] * size;
    context.fillStyle = "#ffd479";
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
