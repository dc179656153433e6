/**
 * Everything that mods registered, searchable, with the source location of each.
 */

import { ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { askSource, refreshInView } from "../lib/live.js";
import { describeSource } from "./problems.js";

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
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = data.filter((datum) => {
      const text = `${datum.type} ${datum.id} ${datum.file}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const more = matches.length > MOST ? `, the first ${MOST} shown` : "";
    count.textContent = `${matches.length} of ${data.length}${more}`;
    fill(rows, matches.slice(0, MOST).map(makeRow));
  }

  /** @param {Datum} datum */
  function makeRow({ type, id, file, line }) {
    const open = async () => fill(source, describeSource(await askSource(file, line)));
    const place = make("button", { type: "button", class: "link mono", onclick: open }, `${file}:${line}`);
    return make(
      "tr",
      {},
      make("td", { class: "muted" }, type),
      make("td", { class: "mono" }, id),
      make("td", {}, place),
    );
  }

  const head = make(
    "tr",
    {},
    ["type", "id", "registered at"].map((name) => make("th", { scope: "col" }, name)),
  );
  const table = make("table", { class: "table" }, make("thead", {}, head), rows);
  const content = make("div", { class: "stack" }, source, table);
  refreshInView(store, "data", source, async () => {
    ({ data } = await ask("data"));
    fill(source);
    show();
  });
  return make("div", { class: "view panel" }, make("header", {}, make("h2", {}, "Data"), search, count), content);
}
