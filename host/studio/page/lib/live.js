/**
 * Panels that ask the server when they are on screen, and again after each save.
 */

import { describeProblem } from "../components/problems.js";
import { ask, Refused } from "./api.js";
import { fill } from "./dom.js";

/**
 * Call `load` whenever a view is opened, or files were saved while it is open. Errors of mods take the place of its
 * content.
 *
 * @param {import("./store.js").Store} store
 * @param {string} view
 * @param {Element} content
 * @param {() => Promise<void>} load
 */
export function refreshInView(store, view, content, load) {
  let shown = -1;
  store.on(["look", "version"], async ({ look, version }) => {
    // The version is 0 until the server says hello.
    if (look.view !== view || !version || version === shown) return;
    shown = version;
    try {
      await load();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.isSuperseded) shown = -1;
      else fill(content, error.problems.map(describeProblem));
    }
  });
}

/**
 * Return the quoted lines of a source location.
 *
 * @param {string} file
 * @param {number} line
 * @returns {Promise<import("../types.js").Source>}
 */
export function askSource(file, line) {
  return ask("source", { query: new URLSearchParams({ file, line: String(line) }) });
}
