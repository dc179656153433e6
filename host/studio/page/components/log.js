/**
 * The log: what mods printed, warnings about them, and the events of the map.
 */

import { ask } from "../lib/api.js";
import { make } from "../lib/dom.js";

/** @typedef {import("../types.js").LogLine} LogLine */

/** Lines that are shown. */
const MOST = 1000;

/** @param {import("../lib/store.js").Store} _ */
export function makeLog(_) {
  const list = make("ol", { class: "log mono", "aria-label": "Lines", tabindex: 0 });
  const empty = make("p", { class: "empty" }, "What mods print appears here.");
  const clear = make("button", { type: "button", class: "button", onclick: removeAll }, "Clear");
  let last = 0;

  /** @param {{ lines: LogLine[], left_out?: number }} data */
  function add({ lines, left_out: leftOut }) {
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    if (leftOut) list.append(make("li", { class: "muted" }, `… ${leftOut} lines left out`));
    for (const line of lines) {
      if (line.number <= last) continue;
      last = line.number;
      list.append(make("li", { class: line.kind }, line.text));
    }
    while (list.children.length > MOST) list.firstElementChild?.remove();
    empty.classList.toggle("hidden", list.children.length > 0);
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  function removeAll() {
    list.replaceChildren();
    empty.classList.remove("hidden");
  }

  document.addEventListener("log", (event) => add(/** @type {CustomEvent} */ (event).detail));
  ask("log").then(add, () => {});
  return make("div", { class: "view panel column" }, make("header", {}, make("h2", {}, "Log"), clear), empty, list);
}
