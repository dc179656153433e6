/**
 * The canvas of a game: draws the squares that change, and keeps the player in sight.
 */

import { make } from "../lib/dom.js";
import { Chunks } from "../map/chunks.js";
import { followPointer } from "../map/gestures.js";
import { contextOf } from "../map/sprites.js";
import { Viewport } from "../map/viewport.js";

/** @typedef {import("../types.js").Picture} Picture */

/** Pixels of a square below which a new map is not shown whole, but around the player; and those of a square then. */
const LEAST = 14;
const CLOSE = 28;
/** Squares that are seen around the player. */
const MARGIN = 3;

export class PlayCanvas {
  /** @param {(x: number, y: number) => void} tap takes the square of a click or a tap */
  constructor(tap) {
    this.viewport = new Viewport();
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Chunks | null} */
    this.chunks = null;
    /** @type {[number, number] | null} */
    this.player = null;
    this.isDue = false;
    this.canvas = make("canvas", { role: "img", "aria-label": "Map", tabindex: 0, width: 300, height: 300 });
    this.context = contextOf(this.canvas);
    followPointer(this.canvas, {
      pan: (dx, dy) => this.change(() => this.viewport.pan(dx, dy)),
      zoom: (factor, x, y) => this.change(() => this.viewport.zoom(factor, x, y)),
      hover: () => {},
      tap: (x, y) => {
        this.canvas.focus();
        tap(...this.viewport.squareAt(x, y));
      },
      leave: () => {},
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    document.addEventListener("theme", () => this.request());
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

  showWhole() {
    const { picture } = this;
    if (picture) this.change(() => this.viewport.fit(picture, this.canvas));
  }

  followPlayer() {
    if (!this.player || this.viewport.fits) return;
    const [x, y] = this.player;
    const isSmall = Math.min(this.canvas.width, this.canvas.height) < this.viewport.pixels * (2 * MARGIN + 1);
    const margin = isSmall ? 0 : MARGIN;
    this.viewport.reveal(x - margin, y - margin, this.canvas);
    this.viewport.reveal(x + margin, y + margin, this.canvas);
  }

  /** @param {number} factor */
  zoom(factor) {
    this.change(() => this.viewport.zoom(factor, this.canvas.width / 2, this.canvas.height / 2));
  }

  /** @param {() => void} move */
  change(move) {
    move();
    this.request();
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.canvas.getBoundingClientRect();
    if (!width || !height) return;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (this.viewport.fits) this.fit();
    else this.followPlayer();
    this.draw();
  }

  /** Draw at the next frame of the screen. */
  request() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.isDue = false;
    const { canvas, context, picture, viewport } = this;
    context.fillStyle = getComputedStyle(canvas.parentElement ?? canvas).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (!picture) return;
    if (this.chunks?.picture !== picture || this.chunks.pixels !== viewport.pixels) {
      this.chunks = new Chunks(picture, viewport.pixels);
    }
    context.imageSmoothingEnabled = false;
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
