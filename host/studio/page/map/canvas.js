/**
 * The canvas of the map: draws it, and shows the square that is pointed at or chosen.
 */

import { changedSquares } from "./changes.js";
import { ExtrasSource } from "./extras.js";
import { followPointer } from "./gestures.js";
import { OverlayPainter } from "./overlays.js";
import { drawShape } from "./sprites.js";
import { ARROWS, ZoomableCanvas } from "./zoomable-canvas.js";
import { ZoomedChunks } from "./zoomed-chunks.js";

/** @typedef {import("../lib/store.js").Store} Store */
/** @typedef {import("../types.js").DungeonMap} DungeonMap */

/** Milliseconds in which changed squares flash, and how many may: a map of another shape does not flash. */
const FLASH = 900;
const MOST_FLASHING = 4000;
/** Changed squares that are drawn by themselves; more of them, and the whole map is drawn. */
const MOST_REDRAWN = 100;
/** Pixels by which captions may lie beside the canvas and reach into it. */
const RIM = 256;
/** Pixels by which a key moves the map. */
const STEP = 64;

export class MapCanvas extends ZoomableCanvas {
  /** @param {Store} store */
  constructor(store) {
    super({ "aria-label": "Map", role: "img" });
    this.store = store;
    this.overlays = new OverlayPainter();
    this.extrasSource = new ExtrasSource(store, () => this.request());
    /** @type {ZoomedChunks | null} */
    this.chunks = null;
    /** @type {DungeonMap | null} */
    this.map = null;
    /** @type {{ squares: number[], until: number } | null} */
    this.flash = null;
    this.canvas.addEventListener("keydown", (event) => this.press(event));
    followPointer(this, {
      hover: (point) => this.point(point, false),
      tap: (point) => this.point(point, true),
      leave: () => document.dispatchEvent(new CustomEvent("hover", { detail: null })),
    });
    document.addEventListener("hover", () => this.request());
    store.on(["map"], ({ map }) => this.showMap(map));
    store.on(["look"], ({ look }) => {
      // The view of a game has such a canvas, too.
      this.canvas.setAttribute("aria-label", look.view === "play" ? "Generated map" : "Map");
      this.request();
    });
  }

  get extent() {
    const { map } = this;
    if (!map?.ground) return map;
    // Captions are above and below the map.
    const [top, width, height] = map.ground.slice(3).map((number) => Number(number) / map.size);
    return { width, height, above: -top };
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
    if (this.viewport.fits || !isSameSize) this.viewport.fit(this.extent ?? map, this.canvas);
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

  paint() {
    const { context, map, viewport } = this;
    if (!map) return;
    this.chunks ??= new ZoomedChunks(map);
    this.drawShapes(map.ground ? [map.ground] : []);
    if (!this.chunks.draw(context, viewport)) this.request();
    this.drawShapes(map.over ?? []);
    this.overlays.draw(context, map, viewport, this.store.fields.look, this.extrasSource.extras);
    this.drawFlash();
  }

  /**
   * Draw shapes that lie anywhere on the map, or beside it.
   *
   * @param {import("../types.js").Shape[]} shapes
   */
  drawShapes(shapes) {
    const { context, map, viewport } = this;
    if (!map || !shapes.length) return;
    context.save();
    context.translate(viewport.left, viewport.top);
    const scale = viewport.pixels / map.size;
    for (const shape of shapes) {
      // Captions may be many. Sprites of a legend lie around their corner, a text on the right of its end.
      const x = viewport.left + Number(shape[2]) * scale;
      const y = viewport.top + Number(shape[3]) * scale;
      const isText = shape[0] === "t";
      const isHidden =
        y < -RIM || y > context.canvas.height + RIM || x > context.canvas.width + RIM || (isText && x < -RIM * 4);
      if (!isHidden || shape === map.ground) drawShape(context, shape, scale);
    }
    context.restore();
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

  /**
   * @param {import("./zoomable-canvas.js").Point} point
   * @param {boolean} isChosen
   */
  point({ x, y }, isChosen) {
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
    if (arrow && !event.shiftKey) {
      const [x, y] = this.store.fields.look.at ?? map.entrances[0] ?? [0, 0];
      const next = /** @type {[number, number]} */ ([
        Math.max(0, Math.min(map.width - 1, x + arrow[0])),
        Math.max(0, Math.min(map.height - 1, y + arrow[1])),
      ]);
      this.viewport.reveal(next[0], next[1], this.canvas);
      this.store.show({ at: next });
    } else if (event.key === "Escape") this.store.show({ at: null });
    else if (!this.pressView(event, STEP)) return;
    event.preventDefault();
  }
}

function isMotionReduced() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
