/**
 * The segments editor: a file of segments, one of them on the canvas, and the tiles to paint it with.
 */

import { fill, make } from "../lib/dom.js";
import { describeProblem } from "../components/problems.js";
import { SegmentCanvas } from "./canvas.js";
import { makeConflict } from "./conflict.js";
import { listDrafts } from "./drafts.js";
import { Editor } from "./editor.js";
import { makeList } from "./list.js";
import { makePalette } from "./palette.js";
import { makeProperties, makeRooms } from "./properties.js";
import { makeReport } from "./report.js";
import { makeToolbar, TOOLS, turn } from "./toolbar.js";

/** @param {import("../lib/store.js").Store} store */
export function makeSegmentsView(store) {
  const editor = new Editor();
  const canvas = new SegmentCanvas(editor);
  const problems = make("div", { class: "problem hidden", role: "alert", tabindex: -1 });
  editor.on(["problems"], (fields) => {
    problems.classList.toggle("hidden", !fields.problems.length);
    fill(problems, fields.problems.slice(0, 5).map(describeProblem));
  });
  const view = make(
    "div",
    { class: "view segments" },
    makeList(editor),
    make(
      "div",
      { class: "segment-middle" },
      makeToolbar(editor, canvas),
      makeConflict(editor),
      make("div", { class: "canvas-box" }, canvas.canvas, makeHint(editor)),
      makeStatus(editor),
      makeReport(editor),
      problems,
    ),
    make(
      "aside",
      { class: "segment-side", "aria-label": "Tiles and settings" },
      makePalette(editor),
      makeProperties(editor),
      makeRooms(editor),
    ),
  );
  const isShown = () => store.fields.look.view === "segments";
  document.addEventListener("keydown", (event) => {
    if (isShown()) press(event, editor, canvas);
  });
  window.addEventListener("beforeunload", (event) => {
    if (listDrafts().length) event.preventDefault();
  });
  let version = -1;
  store.on(["look", "version"], (fields) => {
    if (!isShown() || !fields.version || fields.version === version) return;
    version = fields.version;
    editor.refresh();
  });
  return view;
}

/** @param {Editor} editor */
function makeHint(editor) {
  const hint = make("p", { class: "empty segment-hint" });
  editor.on(["entries", "file", "files", "mods", "problems"], ({ entries, file, mods, problems }) => {
    hint.classList.toggle("hidden", entries.length > 0 || problems.length > 0);
    hint.textContent = file
      ? "The file has no segments."
      : mods.length
        ? "The mods have no segment files. The button + makes one."
        : "The mods have no segment files.";
  });
  return hint;
}

/** @param {Editor} editor */
function makeStatus(editor) {
  const square = make("span", { id: "segment-cursor", role: "status" });
  const message = make("span", { class: "muted", role: "status" });
  editor.on(["cursor", "entries", "chosen", "layer", "palette"], ({ cursor, layer, palette }) => {
    const { segment } = editor;
    const [x, y] = cursor;
    const number = segment?.layers[layer]?.[y * segment.width + x];
    const isInside = segment && x >= 0 && y >= 0 && x < segment.width && y < segment.height;
    const tile = palette?.tiles.find((other) => other.number === number);
    square.textContent = !segment ? "" : isInside ? `${x}, ${y}: ${number} ${tile?.name ?? ""}` : `${x}, ${y}: border`;
  });
  editor.on(["message", "isDirty"], (fields) => {
    message.textContent = fields.message || (fields.isDirty ? "Not saved." : "");
  });
  return make("div", { class: "segment-status" }, square, message);
}

/**
 * @param {KeyboardEvent} event
 * @param {Editor} editor
 * @param {SegmentCanvas} canvas
 */
function press(event, editor, canvas) {
  const target = /** @type {HTMLElement} */ (event.target);
  const isTyping = target.matches("input, select, textarea") || Boolean(target.closest("dialog"));
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    if (key === "s") editor.save();
    else if (isTyping) return;
    else if (key === "z" && event.shiftKey) editor.redo();
    else if (key === "z") editor.undo();
    else if (key === "y") editor.redo();
    else return;
    event.preventDefault();
    return;
  }
  if (isTyping || event.altKey || target.closest("[role=tablist]")) return;
  const tool = TOOLS.find((other) => other.key === key);
  if (tool) editor.set({ tool: tool.id });
  else if (key === "[" || key === "]") stepTile(editor, key === "]" ? 1 : -1);
  else if (key === "t") turn(editor, event.shiftKey ? 3 : 1);
  else if (key === "h") turn(editor, 4);
  else if (key === "pageup" || key === "pagedown") stepSegment(editor, key === "pagedown" ? 1 : -1);
  else return;
  event.preventDefault();
  if (tool) canvas.canvas.focus();
}

/**
 * @param {Editor} editor
 * @param {number} step
 */
function stepTile(editor, step) {
  const tiles = editor.fields.palette?.tiles ?? [];
  const place = tiles.findIndex(({ number }) => number === editor.fields.tile);
  const next = tiles[(place + step + tiles.length) % tiles.length];
  if (next) editor.set({ tile: next.number });
}

/**
 * @param {Editor} editor
 * @param {number} step
 */
function stepSegment(editor, step) {
  const { entries, chosen } = editor.fields;
  if (entries[chosen + step]) editor.choose(chosen + step);
}
