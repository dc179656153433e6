/**
 * Why there is no new map: the errors, and an explanation where there is one.
 */

import { fill, make } from "../lib/dom.js";
import { describeExplanation } from "../why/explanation.js";
import { describeProblem } from "./problems.js";

/** @typedef {import("../lib/store.js").Store} Store */

/** Errors that are shown at a time. */
const MOST = 5;

/** @param {Store} store */
export function makeProblems(store) {
  const sentences = make("div", { role: "alert" });
  const explanation = make("section", { class: "explanation hidden", "aria-label": "Explanation", role: "status" });
  const panel = make("div", { class: "problem hidden", tabindex: -1 }, sentences, explanation);
  store.on(["problems"], ({ problems }) => {
    panel.classList.toggle("hidden", !problems.length);
    const more = problems.length - MOST;
    fill(
      sentences,
      problems.slice(0, MOST).map(describeProblem),
      more > 0 && make("article", { class: "muted" }, `and ${more} more`),
    );
  });
  store.on(["explanation"], ({ explanation: shown }) => {
    explanation.classList.toggle("hidden", !shown);
    panel.classList.toggle("explained", Boolean(shown));
    fill(explanation, ...(shown ? describeExplanation(shown) : []));
  });
  return panel;
}
