/**
 * The layers of the segment that is painted: which one is painted, a new one above it, and removing it.
 */

import { fill, icon, iconButton, make } from "../lib/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** @param {Editor} editor */
export function makeLayers(editor) {
  const select = make("select", {
    class: "select",
    "aria-label": "Layer",
    onchange: () => editor.set({ layer: Number(select.value) }),
  });
  const add = iconButton("Add layer", icon("M2 11l6 3l6-3", "M8 2v7M4.5 5.5h7"), () => addLayer(editor));
  const remove = iconButton("Remove layer", icon("M2 11l6 3l6-3", "M4.5 5.5h7"), () => removeLayer(editor));

  editor.on(["entries", "chosen", "layer", "palette", "isWritable"], ({ layer, palette, isWritable }) => {
    const count = editor.segment?.layers.length ?? 0;
    select.classList.toggle("hidden", count < 2);
    if (select.options.length !== count) {
      fill(
        select,
        Array.from({ length: count }, (_, number) => make("option", { value: number }, `Layer ${number + 1}`)),
      );
    }
    select.value = String(layer);
    const isFull = palette?.empty === null;
    add.disabled = !isWritable || !count || !palette || isFull;
    add.title = isFull ? "No layer can be added: each number of the tile table, also 0, has a tile" : "Add layer";
    remove.disabled = !isWritable || count < 2;
  });
  return make("div", { class: "row", role: "group", "aria-label": "Layers" }, select, add, remove);
}

/**
 * Add an empty layer above the one that is painted, and paint on it.
 *
 * @param {Editor} editor
 */
function addLayer(editor) {
  const { segment, fields } = editor;
  const { layer, palette } = fields;
  if (!segment || !palette || palette.empty === null) return;
  const above = layer + 1;
  const empty = segment.layers[layer].map(() => palette.empty ?? 0);
  editor.edit({ ...segment, layers: [...segment.layers.slice(0, above), empty, ...segment.layers.slice(above)] });
  editor.set({ layer: above });
}

/**
 * Remove the layer that is painted; then the one below it is painted.
 *
 * @param {Editor} editor
 */
function removeLayer(editor) {
  const { segment, fields } = editor;
  const { layer } = fields;
  if (!segment || segment.layers.length < 2) return;
  editor.set({ layer: Math.max(0, layer - 1) });
  editor.edit({ ...segment, layers: segment.layers.filter((_, number) => number !== layer) });
}
