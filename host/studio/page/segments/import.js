/**
 * Maps that others drew, as segments of a new file.
 */

import { ask } from "../lib/api.js";
import { encodeFile } from "../lib/files.js";

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
 * Return uploaded files, the map first.
 *
 * @param {File[]} files
 */
function sortDrawn(files) {
  const isMap = (/** @type {File} */ file) => /\.(tmj|tmx|ldtk|txt|png|tsv)$/i.test(file.name);
  // A picture beside a map of Tiled is one of its tiles.
  const rank = (/** @type {File} */ file) => (isMap(file) ? (/\.png$/i.test(file.name) ? 1 : 0) : 2);
  return [...files].sort((one, other) => rank(one) - rank(other));
}
