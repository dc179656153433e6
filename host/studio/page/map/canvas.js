/**
 * The canvas of the map: draws it, and follows the pointer, fingers and keys.
 */

import { make } from "../lib/dom.js";
import { changedSquares } from "./changes.js";
import { Chunks } from "./chunks.js";
import { ExtrasSource } from "./extras.js";
import { followPointer } from "./gestures.js";
import { OverlayPainter } from "./overlays.js";
import { contextOf } from "./sprites.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("../lib/store.js").Store} Store */
/** @typedef {import("../types.js").DungeonMap} DungeonMap */

/** Milliseconds in which changed squares flash, and how many may: a map of another shape does not flash. */
const FLASH = 900;
const MOST_FLASHING = 4000;
/** Changed squares that are drawn by themselves; more of them, and the whole map is drawn. */
const MOST_REDRAWN = 100;
/** Keys that move the square in question, and with Shift the map. */
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class MapCanvas {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.viewport = new Viewport();
    this.overlays = new OverlayPainter();
    this.extrasSource = new ExtrasSource(store, () => this.request());
    /** @type {Chunks | null} */
    this.chunks = null;
    /** @type {DungeonMap | null} */
    this.map = null;
    /** @type {{ squares: number[], until: number } | null} */
    this.flash = null;
    this.isDue = false;
    this.canvas = make("canvas", {
      "aria-label": "Map",
      role: "img",
      tabindex: 0,
      width: 300,
      height: 300,
      onkeydown: this.press.bind(this),
    });
    this.context = contextOf(this.canvas);
    followPointer(this.canvas, {
      pan: (dx, dy) => this.change(() => this.viewport.pan(dx, dy)),
      zoom: (factor, x, y) => this.change(() => this.viewport.zoom(factor, x, y)),
      hover: (x, y) => this.point(x, y, false),
      tap: (x, y) => this.point(x, y, true),
      leave: () => document.dispatchEvent(new CustomEvent("hover", { detail: null })),
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    document.addEventListener("theme", () => this.draw());
    document.addEventListener("hover", () => this.request());
    store.on(["map"], ({ map }) => this.showMap(map));
    store.on(["look"], ({ look }) => {
      // The view of a game has such a canvas, too.
      this.canvas.setAttribute("aria-label", look.view === "play" ? "Generated map" : "Map");
      this.request();
    });
  }

  /** @param {DungeonMap | null} map */
  showMap(map) {
    const before = this.map;
    this.map = map;
    if (!map) {
      this.chunks = null;
      return;
    }
    const isSameSize = before && before.width === map.width && before.height === map.height;
    if (this.viewport.fits || !isSameSize) this.viewport.fit(map, this.canvas);
    // Another version of the mods made the map: what they changed flashes.
    const isEdited = before && before.version !== map.version;
    const changed = isEdited ? changedSquares(before, map) : null;
    if (changed && changed.length <= MOST_REDRAWN) this.chunks?.replace(map, changed);
    else this.chunks = null;
    const isFlashing = changed?.length && changed.length <= MOST_FLASHING && !isMotionReduced();
    this.flash = isFlashing ? { squares: changed, until: Date.now() + FLASH } : null;
    this.draw();
    this.canvas.dataset.version = String(map.version);
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.canvas.getBoundingClientRect();
    if (!width || !height) return;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (this.map && this.viewport.fits) this.viewport.fit(this.map, this.canvas);
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
    const { canvas, context, map, viewport } = this;
    context.fillStyle = getComputedStyle(canvas.parentElement ?? canvas).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (!map) return;
    if (this.chunks?.pixels !== viewport.pixels) this.chunks = new Chunks(map, viewport.pixels);
    context.imageSmoothingEnabled = false;
    this.chunks.draw(context, viewport.left, viewport.top);
    this.overlays.draw(context, map, viewport, this.store.fields.look, this.extrasSource.extras);
    this.drawFlash();
  }

  drawFlash() {
    const { flash, map, context, viewport } = this;
    if (!flash || !map) return;
    const left = flash.until - Date.now();
    if (left <= 0) {
      this.flash = null;
      return;
    }
    context.fillStyle = `rgb(255 205 110 / ${(0.6 * left) / FLASH})`;
    const size = viewport.pixels;
    for (const square of flash.squares) {
      const x = viewport.left + (square % map.width) * size;
      context.fillRect(x, viewport.top + Math.floor(square / map.width) * size, size, size);
    }
    this.request();
  }

  fit() {
    const { map } = this;
    if (map) this.change(() => this.viewport.fit(map, this.canvas));
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

  /**
   * @param {number} x
   * @param {number} y
   * @param {boolean} isChosen
   */
  point(x, y, isChosen) {
    const square = this.viewport.squareAt(x, y);
    const isInside =
      this.map && square[0] >= 0 && square[1] >= 0 && square[0] < this.map.width && square[1] < this.map.height;
    if (isChosen) this.store.show({ at: isInside ? square : null });
    else document.dispatchEvent(new CustomEvent("hover", { detail: isInside ? square : null }));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { map } = this;
    if (!map || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow && event.shiftKey) {
      this.change(() => this.viewport.pan(-arrow[0] * 64, -arrow[1] * 64));
    } else if (arrow) {
      const [x, y] = this.store.fields.look.at ?? map.entrances[0] ?? [0, 0];
      const next = /** @type {[number, number]} */ ([
        Math.max(0, Math.min(map.width - 1, x + arrow[0])),
        Math.max(0, Math.min(map.height - 1, y + arrow[1])),
      ]);
      this.viewport.reveal(next[0], next[1], this.canvas);
      this.store.show({ at: next });
    } else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else if (event.key === "Escape") this.store.show({ at: null });
    else return;
    event.preventDefault();
  }
}

function isMotionReduced() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
