/**
 * An error: the sentence, the lines of the source around it, and a way to the editor.
 */

import { ask } from "../lib/api.js";
import { make } from "../lib/dom.js";

/**
 * @typedef {import("../types.js").Problem} Problem
 * @typedef {import("../types.js").Source} Source
 */

/** @param {Problem} problem */
export function describeProblem(problem) {
  const place = problem.file ? `${problem.file}${problem.line ? `:${problem.line}` : ""}` : "";
  return make(
    "article",
    {},
    make("p", { class: "sentence" }, problem.message),
    problem.hint && make("p", {}, problem.hint),
    place && !problem.sources?.length && make("p", { class: "muted mono" }, place),
    (problem.sources ?? []).map((source) => describeSource(source)),
  );
}

/**
 * @param {Source} source
 * @param {string} [run] the command, without the program, that reaches the line; by default the one of the map
 */
export function describeSource(source, run) {
  const rows = source.lines.map((text, number) => {
    const line = source.first + number;
    const isMarked = line === source.line;
    return make(
      "div",
      { class: isMarked ? "row-of-source marked" : "row-of-source", "aria-current": isMarked ? "true" : null },
      make("span", { class: "gutter" }, line),
      make("span", {}, text || " "),
    );
  });
  return make(
    "figure",
    {},
    make(
      "figcaption",
      {},
      `${source.file}:${source.line}`,
      make("span", { class: "row" }, makeDebugButton(source, run), makeEditorLink(source)),
    ),
    make("pre", { class: "source", tabindex: 0 }, rows),
  );
}

/**
 * @param {Source} source
 * @param {string} [run]
 */
function makeDebugButton({ file, line }, run) {
  if (!file.endsWith(".lua")) return null;
  const debug = () => document.dispatchEvent(new CustomEvent("debug", { detail: { file, line, run } }));
  return make("button", { type: "button", class: "button", onclick: debug }, "Debug");
}

/** @param {Source} source */
function makeEditorLink({ file, line, address }) {
  if (address) return make("a", { class: "button", href: address }, "Open in editor");
  const open = () => ask("open", { body: { file, line } });
  return make("button", { type: "button", class: "button", onclick: open }, "Open in editor");
}
