/**
 * Maps that others drew, as segments of a new file.
 */

import { ask } from "../lib/api.js";
import { encodeFile } from "../lib/files.js";

/** The rank of what is no map. */
const OTHER = 2;

/**
 * Begin a file with the segments that others drew; nothing is written before it is saved.
 *
 * @param {import("./editor.js").Editor} editor
 * @param {string} file
 * @param {File[]} drawn the map, and what it needs, and a table
 */
export async function importDrawn(editor, file, drawn) {
  editor.wanted = file;
  try {
    const files = [];
    for (const one of sortDrawn(drawn)) files.push({ name: one.name, content: await encodeFile(one) });
    const { text, segments, warnings } = await ask("segments/import", { body: { files } });
    if (editor.wanted !== file) return;
    const entries = segments.map(
      (/** @type {import("./types.js").SegmentData} */ segment, /** @type {number} */ number) => ({
        key: String(number),
        segment,
      }),
    );
    editor.start(file, entries, text, null);
    // A copy counts as an edit, so that it can be saved.
    editor.set({ isWritable: true, entries: [...entries] });
    editor.changed();
    editor.set({ message: ["The file is written when you save.", ...warnings].join(" ") });
    await editor.requestPalette();
  } catch (error) {
    editor.report(error);
  }
}

/**
 * Return the name of the map in an upload, without its ending; an empty text for none.
 *
 * @param {File[]} drawn
 */
export function nameOfDrawn(drawn) {
  const [map] = sortDrawn(drawn);
  return map && rankOf(map) < OTHER ? map.name.replace(/\.[^.]*$/, "") : "";
}

/**
 * Return uploaded files, the map first.
 *
 * @param {File[]} drawn
 */
function sortDrawn(drawn) {
  return [...drawn].sort((one, other) => rankOf(one) - rankOf(other));
}

/** @param {File} file */
function rankOf({ name }) {
  // A picture beside a map of Tiled is one of its tiles.
  if (/\.png$/i.test(name)) return 1;
  return /\.(tmj|tmx|ldtk|txt|tsv)$/i.test(name) ? 0 : OTHER;
}
