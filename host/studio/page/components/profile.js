/**
 * The profile of the map that is shown: what each function of the mods used, and a flame graph.
 */

import { mapQuery } from "../lib/address.js";
import { ask } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { counted } from "../lib/format.js";
import { openSheet } from "./sheet.js";
import { makeLocation } from "./location.js";

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} [file]
 * @property {number} [line]
 * @property {number} instructions
 * @property {number} milliseconds
 * @property {number} [host_instructions]
 * @property {number} [host_milliseconds]
 * @property {number} bytes
 * @property {number} calls
 */

/** Functions that are shown. */
const MOST = 40;

/** @param {import("../lib/store.js").Store} store */
export function openProfile(store) {
  return openSheet("Profile", store.fields.look.generator, () => describeProfile(store), { isWide: true });
}

/** @param {import("../lib/store.js").Store} store */
async function describeProfile(store) {
  const profile = await ask("profile", { query: mapQuery(store.fields.look) });
  const address = URL.createObjectURL(new Blob([profile.flame], { type: "image/svg+xml" }));
  const sum = `${counted(profile.instructions, "instruction")}, ${profile.milliseconds.toFixed(0)} ms`;
  return [
    make("p", {}, `${sum}; of these, ${profile.host.milliseconds.toFixed(0)} ms are the host's own.`),
    make(
      "a",
      { class: "flame", href: address, target: "_blank" },
      make("img", { src: address, alt: "Flame graph: open it for the names" }),
    ),
    makeTable("Functions of mods", profile.functions, profile.instructions),
    makeTable("Calls of the host", profile.host_calls, profile.instructions),
  ];
}

/** @param {Row} row */
function describeLocation({ file, line }) {
  if (!file) return null;
  // A main chunk has no line.
  return line ? makeLocation(file, line) : make("span", { class: "muted mono" }, file);
}

/**
 * @param {string} title
 * @param {Row[]} rows
 * @param {number} whole
 */
function makeTable(title, rows, whole) {
  const heads = ["instructions", "%", "ms", "in the host", "ms there", "KiB"];
  const number = (/** @type {number} */ value, digits = 0) =>
    value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const body = rows.slice(0, MOST).map((row) => {
    const all = row.instructions + (row.host_instructions ?? 0);
    const figures = [
      number(row.instructions),
      number((100 * all) / (whole || 1), 1),
      number(row.milliseconds, 1),
      number(row.host_instructions ?? 0),
      number(row.host_milliseconds ?? 0, 1),
      number(row.bytes / 1024),
    ];
    return make(
      "tr",
      {},
      make("td", {}, `${row.name} `, describeLocation(row)),
      figures.map((figure) => make("td", { class: "figure" }, figure)),
    );
  });
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, make("span", { class: "unseen" }, "function")),
    heads.map((name) => make("th", { scope: "col", class: "figure" }, name)),
  );
  return make(
    "section",
    { class: "stack" },
    make("h3", {}, title),
    make("table", { class: "table" }, make("thead", {}, head), make("tbody", {}, body)),
  );
}
