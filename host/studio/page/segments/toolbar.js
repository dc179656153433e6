/**
 * The tools, undo and redo, turning, layers, the zoom, and saving.
 */

import { makeZoomButtons } from "../components/zoom-buttons.js";
import { icon, iconButton, make } from "../lib/dom.js";
import { makeLayers } from "./layers.js";

/**
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./types.js").Tool} Tool
 */

/** @type {{ id: Tool, name: string, key: string, paths: string[] }[]} */
export const TOOLS = [
  { id: "brush", name: "Brush", key: "b", paths: ["M13 3L7 9", "M6.5 9.5c-2 0-2.5 1.5-3.5 3.5c2 0 4.5 0 4.5-2.5z"] },
  { id: "rectangle", name: "Rectangle", key: "r", paths: ["M2.5 4h11v8h-11z"] },
  { id: "fill", name: "Fill", key: "f", paths: ["M7.5 2.5l5 5l-5 5l-5-5z", "M13.5 10.5v2"] },
  { id: "pick", name: "Pick", key: "p", paths: ["M13.5 2.5l-3 3", "M9 4l3 3l-6.5 6.5h-3v-3z"] },
  { id: "room", name: "Room", key: "m", paths: ["M2.5 2.5h11v11h-11z", "M2.5 8h5M10 8h3.5"] },
];
/** Orientations of the server: mirrored, and turned clockwise so many times. */
const CLOCKWISE = 1;
const COUNTERCLOCKWISE = 3;
const MIRRORED = 4;

/**
 * @param {Editor} editor
 * @param {import("./canvas.js").SegmentCanvas} canvas
 */
export function makeToolbar(editor, canvas) {
  const tools = TOOLS.map(({ id, name, key, paths }) => {
    const button = make(
      "button",
      { type: "button", class: "button icon", "aria-label": name, title: `${name} (${key.toUpperCase()})` },
      icon(...paths),
    );
    button.addEventListener("click", () => editor.set({ tool: id }));
    return button;
  });
  const undo = iconButton("Undo", icon("M3 7h7a3.5 3.5 0 0 1 0 7H6", "M6 4L3 7l3 3"), () => editor.undo());
  const redo = iconButton("Redo", icon("M13 7H6a3.5 3.5 0 0 0 0 7h4", "M10 4l3 3l-3 3"), () => editor.redo());
  const turns = [
    iconButton("Turn left", icon("M3 8a5 5 0 1 0 2-4", "M5 1.5V4.5H8"), () => turn(editor, COUNTERCLOCKWISE)),
    iconButton("Turn right", icon("M13 8a5 5 0 1 1-2-4", "M11 1.5V4.5H8"), () => turn(editor, CLOCKWISE)),
    iconButton("Mirror", icon("M8 2v12", "M6 4v8H2z", "M10 4v8h4z"), () => turn(editor, MIRRORED)),
  ];
  const save = make("button", { type: "button", class: "button primary", onclick: () => editor.save() }, "Save");

  editor.on(["tool"], ({ tool }) => {
    TOOLS.forEach(({ id }, number) => {
      tools[number].setAttribute("aria-pressed", String(id === tool));
    });
  });
  editor.on(["canUndo", "canRedo", "isWritable", "isDirty", "conflict", "entries"], (fields) => {
    undo.disabled = !fields.canUndo;
    redo.disabled = !fields.canRedo;
    save.disabled = !fields.isDirty || Boolean(fields.conflict) || !fields.isWritable;
    for (const button of turns) button.disabled = !fields.isWritable || !fields.entries.length;
  });
  return make(
    "div",
    { class: "tools segment-tools", role: "toolbar", "aria-label": "Tools" },
    make("div", { class: "row" }, tools),
    make("div", { class: "row" }, undo, redo),
    make("div", { class: "row" }, turns),
    makeLayers(editor),
    make(
      "div",
      { class: "row zoom" },
      makeZoomButtons(canvas, ["Zoom out of the segment", "Show the whole segment", "Zoom into the segment"]),
      save,
    ),
  );
}

/**
 * @param {Editor} editor
 * @param {number} orientation
 */
export function turn(editor, orientation) {
  if (editor.fields.isWritable && editor.segment) editor.change({ change: "turn", orientation });
}
