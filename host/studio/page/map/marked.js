/**
 * A small picture of a map with some squares marked, as large as fits a box.
 */

import { make } from "../lib/dom.js";
import { Chunks } from "./chunks.js";
import { contextOf } from "./sprites.js";

/** Pixels of the largest square. */
const LARGEST = 32;

/**
 * @param {import("../types.js").Picture} picture
 * @param {[number, number][]} marks
 * @param {string} label
 * @param {{ width: number, height: number }} box in pixels
 * @param {{ dims?: boolean }} [how] whether all other squares are dark
 */
export function makeMarkedMap(picture, marks, label, box, { dims = false } = {}) {
  const ratio = window.devicePixelRatio || 1;
  const fitting = Math.min((box.width * ratio) / picture.width, (box.height * ratio) / picture.height);
  const size = Math.max(1, Math.min(Math.round(LARGEST * ratio), Math.floor(fitting)));
  const canvas = make("canvas", {
    class: "marked-map",
    role: "img",
    "aria-label": label,
    width: picture.width * size,
    height: picture.height * size,
  });
  canvas.style.width = `${(picture.width * size) / ratio}px`;
  const context = contextOf(canvas);
  new Chunks(picture, size).draw(context, 0, 0);
  if (dims) dimOthers(context, picture, marks, size);
  const line = Math.max(1, Math.round(size / 9));
  context.lineWidth = line;
  for (const [x, y] of marks) {
    context.fillStyle = "rgb(255 70 90 / 0.38)";
    context.fillRect(x * size, y * size, size, size);
    context.strokeStyle = "#ff5468";
    context.strokeRect(x * size + line / 2, y * size + line / 2, size - line, size - line);
  }
  return canvas;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("../types.js").Picture} picture
 * @param {[number, number][]} marks
 * @param {number} size
 */
function dimOthers(context, { width, height }, marks, size) {
  context.save();
  context.beginPath();
  context.rect(0, 0, width * size, height * size);
  for (const [x, y] of marks) context.rect(x * size, y * size, size, size);
  context.clip("evenodd");
  context.fillStyle = "rgb(11 12 16 / 0.75)";
  context.fillRect(0, 0, width * size, height * size);
  context.restore();
}
