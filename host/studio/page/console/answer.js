/**
 * The answer to an input of the console: what it printed, its results, a map, or its errors.
 */

import { describeProblem } from "../components/problems.js";
import { decodePicture } from "../lib/decode.js";
import { make } from "../lib/dom.js";
import { makePage } from "../lib/markdown.js";
import { makeMarkedMap } from "../map/marked.js";

/**
 * @typedef {object} Answer
 * @property {string[]} results
 * @property {number} seconds
 * @property {string} text
 * @property {boolean} is_page whether the text is a page of the reference
 * @property {import("../types.js").Picture | null} picture
 * @property {string[]} printed
 * @property {string[]} warnings
 * @property {import("../types.js").Problem[]} problems
 * @property {boolean} is_lost
 */

const BOX = { width: 420, height: 240 };
const LOST = "The mods were loaded anew: the variables of earlier lines are gone.";

/**
 * @param {string} text
 * @param {Answer} answer
 */
export function describeAnswer(text, { results, printed, warnings, problems, picture, is_lost: isLost, ...answer }) {
  const lines = (/** @type {string[]} */ all, /** @type {string} */ kind) =>
    all.map((line) => make("pre", { class: kind }, line));
  return make(
    "li",
    {},
    make("pre", { class: "input-line" }, text),
    lines(printed, "printed"),
    lines(warnings, "warning"),
    results.length ? make("pre", { class: "result" }, results.join(", ")) : null,
    answer.is_page ? make("article", { class: "page" }, makePage(answer.text)) : null,
    answer.text && !answer.is_page ? make("pre", { class: "printed" }, answer.text) : null,
    picture && makeMarkedMap(decodePicture(picture), [], "Map of the console", BOX),
    problems.length ? make("div", { class: "problem-like" }, problems.map(describeProblem)) : null,
    isLost ? make("p", { class: "warning" }, LOST) : null,
  );
}
