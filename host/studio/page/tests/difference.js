/**
 * Two texts side by side, with the lines that differ marked.
 */

import { make } from "../lib/dom.js";

/** Lines that are shown. */
const MOST = 400;

/**
 * @param {string | null} expected
 * @param {string | null} actual
 */
export function makeDifference(expected, actual) {
  if (actual === null) return null;
  const left = expected === null ? null : expected.split("\n");
  const right = actual.split("\n");
  return make(
    "div",
    { class: "difference" },
    left && makeText("expected", left, right),
    makeText(left ? "got" : "value", right, left ?? right),
  );
}

/**
 * @param {string} title
 * @param {string[]} lines
 * @param {string[]} others
 */
function makeText(title, lines, others) {
  return make(
    "figure",
    {},
    make("figcaption", {}, title),
    make(
      "pre",
      { class: "source", tabindex: 0 },
      lines.slice(0, MOST).map((line, number) => {
        const differs = line !== others[number];
        return make("div", { class: differs ? "row-of-source marked" : "row-of-source" }, line || " ");
      }),
      lines.length > MOST && make("div", { class: "row-of-source muted" }, `… and ${lines.length - MOST} more lines`),
    ),
  );
}
