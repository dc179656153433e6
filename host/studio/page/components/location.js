/**
 * A source location as a button that shows the lines below it, with a link to the editor.
 */

import { Refused } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { askSource } from "../lib/live.js";
import { describeProblem, describeSource } from "./problems.js";

/**
 * @param {string} file
 * @param {number} line
 * @returns {HTMLElement[]} the button, and the box of the lines
 */
export function makeLocation(file, line) {
  const lines = make("div", { class: "location-lines problem-like" });
  const button = make(
    "button",
    { type: "button", class: "link mono", "aria-expanded": "false", onclick: toggle },
    `${file}:${line}`,
  );

  async function toggle() {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    fill(lines);
    if (isOpen) return;
    try {
      fill(lines, describeSource(await askSource(file, line)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fill(lines, error.problems.map(describeProblem));
    }
  }

  return [button, lines];
}
