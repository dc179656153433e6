/**
 * The canvas on which a segment is painted, by pointer or by keys.
 */

import { ARROWS, ZoomableCanvas } from "../map/zoomable-canvas.js";
import { drawMarks } from "./marks.js";
import { areaAround, boxBetween, isInside, lineBetween, paintSquares, squaresOf } from "./painting.js";
import { followStrokes } from "./pointer.js";
import { dragRoom, gripAt } from "./room-grip.js";
import { Sheets } from "./sheets.js";

/**
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./types.js").Room} Room
 * @typedef {import("./types.js").SegmentData} SegmentData
 * @typedef {import("./types.js").Square} Square
 */

/** Squares of the border around a segment. */
const BORDER = 1;
/** Pixels by which a key moves the segment. */
const STEP = 48;

export class SegmentCanvas extends ZoomableCanvas {
  /** @param {Editor} editor */
  constructor(editor) {
    super({ "aria-label": "Segment", "aria-describedby": "segment-cursor", role: "application" });
    this.editor = editor;
    this.sheets = new Sheets(null);
    this.shown = "";
    /** Where a stroke, a rectangle or a room begins. @type {Square | null} */
    this.anchor = null;
    /** @type {import("./room-grip.js").Grip | null} */
    this.grip = null;
    this.canvas.addEventListener("keydown", (event) => this.press(event));
    followStrokes(this);
    editor.on(["palette"], ({ palette }) => {
      this.sheets = new Sheets(palette);
      this.request();
    });
    editor.on(["entries", "chosen", "report", "cursor", "room", "tool"], () => this.request());
    editor.on(["entries", "chosen", "file"], ({ file, chosen }) => {
      const { segment } = editor;
      const shown = segment ? `${file} ${chosen} ${segment.width} ${segment.height}` : "";
      if (shown !== this.shown) this.showWhole();
      this.shown = shown;
    });
    editor.on(["tool", "chosen", "file"], () => {
      if (this.anchor) this.cancel();
    });
  }

  get extent() {
    const { segment } = this.editor;
    return segment ? { width: segment.width + 2 * BORDER, height: segment.height + 2 * BORDER } : null;
  }

  /**
   * @param {import("../map/zoomable-canvas.js").Point} point
   * @returns {Square}
   */
  squareAt({ x, y }) {
    const [column, row] = this.viewport.squareAt(x, y);
    return [column - BORDER, row - BORDER];
  }

  paint() {
    const { context, viewport, editor } = this;
    const { segment } = editor;
    if (!segment) return;
    const { pixels } = viewport;
    const place = { left: viewport.left + BORDER * pixels, top: viewport.top + BORDER * pixels, pixels };
    this.sheets.drawSegment(context, segment, place.left, place.top, pixels);
    const { tool, cursor } = editor.fields;
    const hasBox = this.anchor && !this.grip && (tool === "rectangle" || tool === "room");
    drawMarks(context, segment, editor.fields, place, hasBox && this.anchor ? boxBetween(this.anchor, cursor) : null);
  }

  // -- tools

  /** @param {Square} square */
  start(square) {
    const { editor } = this;
    const { segment } = editor;
    if (!segment) return;
    this.moveCursor(square);
    const { tool, isWritable, layer, tile } = editor.fields;
    if (tool === "pick") this.pick(square);
    if (!isWritable || tool === "pick") return;
    editor.begin();
    this.anchor = square;
    if (tool === "brush") editor.edit(paintSquares(segment, layer, [square], tile));
    if (tool === "fill") editor.edit(paintSquares(segment, layer, areaAround(segment, layer, square), tile));
    if (tool === "room") {
      this.grip = gripAt(segment.rooms, editor.fields.room, square);
      if (this.grip) editor.set({ room: this.grip.room });
      this.anchor = this.grip ? square : clampToBorder(square, segment);
    }
  }

  /** @param {Square} square */
  move(square) {
    const { editor, anchor } = this;
    const { segment } = editor;
    if (!segment || !anchor) return;
    const { tool, layer, tile } = editor.fields;
    if (tool === "brush") {
      editor.edit(paintSquares(segment, layer, lineBetween(anchor, square), tile));
      this.anchor = square;
    }
    if (this.grip) {
      const moved = dragRoom(this.grip, square, segment);
      const { room } = this.grip;
      if (String(segment.rooms[room]) !== String(moved)) {
        editor.edit({ ...segment, rooms: segment.rooms.map((other, number) => (number === room ? moved : other)) });
      }
    }
    this.moveCursor(square);
  }

  end() {
    const { editor, anchor, grip } = this;
    const { segment } = editor;
    this.anchor = null;
    this.grip = null;
    if (!segment || !anchor) return;
    const { tool, layer, tile, cursor } = editor.fields;
    const box = boxBetween(anchor, cursor);
    if (tool === "rectangle") editor.edit(paintSquares(segment, layer, squaresOf(box, segment), tile));
    // A room has walls on both sides.
    if (tool === "room" && !grip && box[2] > 1 && box[3] > 1) {
      editor.edit({ ...segment, rooms: [...segment.rooms, box] });
      editor.set({ room: segment.rooms.length });
    }
    editor.commit();
    this.request();
  }

  cancel() {
    this.anchor = null;
    this.grip = null;
    this.editor.cancel();
    this.request();
  }

  /** @param {Square} square */
  pick([x, y]) {
    const { segment, fields } = this.editor;
    if (!segment || !isInside(segment, x, y)) return;
    const { layer } = fields;
    this.editor.set({ tile: segment.layers[layer][y * segment.width + x], cursor: [x, y] });
    if (fields.tool === "pick") this.editor.set({ tool: "brush" });
  }

  /** @param {Square} square */
  moveCursor(square) {
    const { segment, fields } = this.editor;
    if (!segment) return;
    // Rooms reach into the border.
    const next = fields.tool === "room" ? clampToBorder(square, segment) : clamp(square, segment);
    if (String(next) !== String(fields.cursor)) this.editor.set({ cursor: next });
  }

  // -- keys

  /** @param {KeyboardEvent} event */
  press(event) {
    const { segment, fields } = this.editor;
    if (!segment || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow && !event.shiftKey) this.step(arrow, segment);
    else if (event.key === " " || event.key === "Enter") this.apply();
    else if (event.key === "Escape" && this.anchor) this.cancel();
    else if ((event.key === "Delete" || event.key === "Backspace") && fields.room >= 0) this.removeRoom(segment);
    else if (!this.pressView(event, STEP)) return;
    event.preventDefault();
  }

  /**
   * @param {Square} arrow
   * @param {SegmentData} segment
   */
  step(arrow, segment) {
    const { cursor, room, tool } = this.editor.fields;
    const next = /** @type {Square} */ ([cursor[0] + arrow[0], cursor[1] + arrow[1]]);
    if (this.grip) this.move(next);
    else this.moveCursor(next);
    if (tool !== "room" && room >= segment.rooms.length) this.editor.set({ room: -1 });
    const [x, y] = this.editor.fields.cursor;
    this.viewport.reveal(x + BORDER, y + BORDER, this.canvas);
    this.request();
  }

  /** Do what the tool does at the cursor: rectangles and rooms need two squares, and the second time ends them. */
  apply() {
    const { tool, cursor, isWritable } = this.editor.fields;
    if (!this.anchor) this.start(cursor);
    else this.end();
    if (tool !== "rectangle" && tool !== "room" && isWritable) this.end();
  }

  /** @param {SegmentData} segment */
  removeRoom(segment) {
    const { room } = this.editor.fields;
    this.editor.edit({ ...segment, rooms: segment.rooms.filter((_, number) => number !== room) });
    this.editor.set({ room: -1 });
  }
}

/**
 * @param {Square} square
 * @param {SegmentData} segment
 * @returns {Square}
 */
function clamp([x, y], { width, height }) {
  return [Math.max(0, Math.min(width - 1, x)), Math.max(0, Math.min(height - 1, y))];
}

/**
 * @param {Square} square
 * @param {SegmentData} segment
 * @returns {Square}
 */
function clampToBorder([x, y], { width, height }) {
  return [Math.max(-1, Math.min(width, x)), Math.max(-1, Math.min(height, y))];
}
