/**
 * What happens when the file changes on the disk while somebody edits it: the choice, and the difference.
 */

import { ask } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { openSheet } from "../components/sheet.js";

/** @param {import("./editor.js").Editor} editor */
export function makeConflict(editor) {
  const sentence = make("p", {});
  const button = (/** @type {string} */ name, /** @type {() => void} */ press) =>
    make("button", { type: "button", class: "button", onclick: press }, name);
  const bar = make(
    "div",
    { class: "conflict hidden", role: "alert" },
    sentence,
    make(
      "div",
      { class: "row" },
      button("Compare", () => compare(editor)),
      button("Take the file's", () => editor.takeFile()),
      button("Keep mine", () => editor.keepMine()),
    ),
  );
  editor.on(["conflict", "file"], ({ conflict, file }) => {
    bar.classList.toggle("hidden", !conflict);
    const happened = conflict?.hash === null ? "was removed" : "has changed";
    sentence.textContent = conflict
      ? `${file} ${happened} on the disk while you edited it. Nothing is lost: choose.`
      : "";
  });
  return bar;
}

/** @param {import("./editor.js").Editor} editor */
function compare(editor) {
  openSheet("Compare", editor.fields.file, async () => {
    const { lines } = await ask("segments/compare", { body: editor.document() });
    const marks = /** @type {Record<string, string>} */ ({ file: "−", mine: "+", gap: "…", same: " " });
    return [
      make("p", { class: "muted" }, "− is the file on the disk, + is yours."),
      lines.length
        ? make(
            "pre",
            { class: "compare", tabindex: 0 },
            lines.map((/** @type {{ kind: string, text: string }} */ { kind, text }) =>
              make("div", { class: `line ${kind}` }, `${marks[kind]} ${text}`),
            ),
          )
        : make("p", {}, "Both are equal."),
    ];
  });
}
