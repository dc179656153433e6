/**
 * Everything that mods registered, searchable, with the source location of each.
 */

import { Refused, ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { askSource, refreshInView } from "../lib/live.js";
import { makeFilter } from "../lib/search.js";
import { makeInstalled } from "./installed.js";
import { describeProblem, describeSource } from "./problems.js";
import { makeWhyButton } from "../why/causes.js";

/** @typedef {{ type: string, id: string, mod: string, file: string, line: number }} Datum */

/** Rows that are shown at a time. */
const MOST = 300;

/** @param {import("../lib/store.js").Store} store */
export function makeData(store) {
  const search = make("input", {
    class: "input search",
    type: "search",
    "aria-label": "Search data",
    placeholder: "Search ids, types, files …",
    oninput: show,
  });
  const count = make("span", { class: "muted", role: "status" });
  const rows = make("tbody");
  const source = make("div", { class: "problem-like" });
  /** @type {Datum[]} */
  let data = [];

  function show() {
    const isMatch = makeFilter(search.value);
    const matches = data.filter(({ type, id, file }) => isMatch(`${type} ${id} ${file}`));
    const more = matches.length > MOST ? `, the first ${MOST} shown` : "";
    count.textContent = `${matches.length} of ${data.length}${more}`;
    fill(rows, matches.slice(0, MOST).map(makeRow));
  }

  /** @param {Datum} datum */
  function makeRow({ type, id, file, line }) {
    const open = async () => {
      try {
        fill(source, describeSource(await askSource(file, line)));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        fill(source, error.problems.map(describeProblem));
      }
    };
    const location = line
      ? make("button", { type: "button", class: "link mono", onclick: open }, `${file}:${line}`)
      : make("span", { class: "muted mono" }, file);
    return make(
      "tr",
      {},
      make("td", { class: "muted" }, type),
      make("td", { class: "mono" }, id),
      make("td", {}, location),
      make("td", { class: "why-cell" }, makeWhyButton(store, "item", id)),
    );
  }

  const head = make(
    "tr",
    {},
    ["type", "id", "registered at"].map((name) => make("th", { scope: "col" }, name)),
    make("th", { scope: "col" }, make("span", { class: "unseen" }, "why")),
  );
  const table = make("table", { class: "table" }, make("thead", {}, head), rows);
  const content = make("div", { class: "stack" }, makeInstalled(store), source, table);
  refreshInView(store, "data", source, async () => {
    ({ data } = await ask("data"));
    fill(source);
    show();
  });
  return make("div", { class: "view panel" }, make("header", {}, make("h2", {}, "Data"), search, count), content);
}
