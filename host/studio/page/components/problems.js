/**
 * Why there is no new map: the sentence, the lines of the source around it, and a way to the editor.
 */

import { ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";

/**
 * @typedef {import("../lib/store.js").Store} Store
 * @typedef {import("../types.js").Problem} Problem
 * @typedef {import("../types.js").Source} Source
 */

/** Errors that are shown at a time. */
const MOST = 5;

/** @param {Store} store */
export function makeProblems(store) {
  const panel = make("div", { class: "problem hidden", role: "alert", tabindex: -1 });
  store.on(["problems"], ({ problems }) => {
    panel.classList.toggle("hidden", !problems.length);
    const more = problems.length - MOST;
    fill(
      panel,
      problems.slice(0, MOST).map(describeProblem),
      more > 0 && make("article", { class: "muted" }, `and ${more} more`),
    );
  });
  return panel;
}

/** @param {Problem} problem */
export function describeProblem(problem) {
  const place = problem.file ? `${problem.file}${problem.line ? `:${problem.line}` : ""}` : "";
  return make(
    "article",
    {},
    make("p", { class: "sentence" }, problem.message),
    problem.hint && make("p", {}, problem.hint),
    place && !problem.sources?.length && make("p", { class: "muted mono" }, place),
    (problem.sources ?? []).map(describeSource),
  );
}

/** @param {Source} source */
export function describeSource(source) {
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
    make("figcaption", {}, `${source.file}:${source.line}`, makeEditorLink(source)),
    make("pre", { class: "source", tabindex: 0 }, rows),
  );
}

/** @param {Source} source */
function makeEditorLink({ file, line, address }) {
  if (address) return make("a", { class: "button", href: address }, "Open in editor");
  const open = () => ask("open", { body: { file, line } });
  return make("button", { type: "button", class: "button", onclick: open }, "Open in editor");
}
