/**
 * How a test ended: its failures with maps, texts and lines of source, and what it printed.
 */

import { makeLocation } from "../components/location.js";
import { describeSource } from "../components/problems.js";
import { decodePicture } from "../lib/decode.js";
import { make } from "../lib/dom.js";
import { counted } from "../lib/format.js";
import { makeMarkedMap } from "../map/marked.js";
import { makeDifference } from "./difference.js";

/**
 * @typedef {import("../types.js").Failure} Failure
 * @typedef {import("../types.js").TestResult} TestResult
 * @typedef {(numbers: number[]) => void} Act
 */

/** Pixels of the least width of a map, of its height, and of what is around three maps. */
const LEAST = 220;
const HEIGHT = 320;
const AROUND = 120;
/** What is said of a test that did not fail. */
const STATES = /** @type {Record<string, string>} */ ({
  new: "not run yet",
  waiting: "waits",
  running: "runs …",
  passed: "passed",
  skipped: "skipped",
});

/**
 * @param {TestResult} result
 * @param {{ run: Act, accept: Act }} acts
 * @param {number} width in pixels
 */
export function makeResult(result, { run, accept }, width) {
  const { number, name, file, line, state, failures, printed, skipped } = result;
  const button = (/** @type {string} */ text, /** @type {Act} */ act) =>
    make("button", { type: "button", class: "button", onclick: () => act([number]) }, text);
  return make(
    "article",
    { class: "test-result", "data-state": state },
    make(
      "header",
      {},
      make("h3", {}, name),
      button("Run", run),
      result.has_snapshot && button("Accept snapshot", accept),
    ),
    make("div", {}, makeLocation(file, line)),
    state !== "failed" && make("p", { class: "muted" }, skipped ? `skipped: ${skipped}` : STATES[state]),
    failures.map((failure) => describeFailure(failure, width, result.command)),
    printed && make("section", { class: "stack" }, make("h4", {}, "Printed"), make("pre", { tabindex: 0 }, printed)),
  );
}

/**
 * @param {Failure} failure
 * @param {number} width
 * @param {string} command that runs the test, without the program
 */
function describeFailure({ message, maps, expected, actual, sources }, width, command) {
  const difference = maps ? makeMaps(maps, width) : makeDifference(expected, actual);
  return make(
    "section",
    { class: "problem-like stack" },
    make("p", { class: "sentence" }, message),
    difference,
    sources.map((source) => describeSource(source, command)),
  );
}

/**
 * @param {NonNullable<Failure["maps"]>} maps
 * @param {number} width
 */
function makeMaps({ expected, actual, differing, has_expected: hasExpected }, width) {
  const box = { width: Math.max(LEAST, (width - AROUND) / 3), height: HEIGHT };
  const made = decodePicture(actual);
  const draw = (
    /** @type {string} */ label,
    /** @type {import("../types.js").Picture} */ picture,
    /** @type {[number, number][]} */ marks,
    dims = false,
  ) => make("figure", {}, makeMarkedMap(picture, marks, label, box, { dims }), make("figcaption", {}, label));
  if (!hasExpected) return make("div", { class: "test-maps" }, draw("Made", made, []));
  const count = counted(differing.length, "square");
  return make(
    "div",
    { class: "test-maps" },
    draw("Expected", decodePicture(expected), differing),
    draw("Made", made, differing),
    draw(`Difference: ${count}`, made, differing, true),
  );
}
