/**
 * The log: what mods printed, warnings about them, and quest and events of the map that is shown.
 */

import { ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { counted } from "../lib/format.js";
import { atNextFrame } from "../lib/frames.js";
import { makeFilter } from "../lib/search.js";

/**
 * @typedef {import("../types.js").LogLine} LogLine
 * @typedef {import("../types.js").DungeonMap} DungeonMap
 * @typedef {{ kind: string, text: string }} Entry
 */

/** Lines that are shown, besides the lines of the map. */
const MOST = 1000;
/** Pixels from the end within which the log follows its end. */
const NEAR = 40;
/** Kinds that can be left out, by the names of their buttons. The headings of a map belong to its events. */
const KINDS = /** @type {[string, string[]][]} */ ([
  ["Prints", ["print"]],
  ["Warnings", ["warning"]],
  ["Events", ["map", "quest", "event", "note"]],
]);
/** Kinds of lines that are not counted: the name of the map, and that it has no events. */
const HEADINGS = new Set(["map", "note"]);

/** @param {import("../lib/store.js").Store} store */
export function makeLog(store) {
  const list = make("ol", { class: "log mono", "aria-label": "Lines", tabindex: 0, onscroll: showWay });
  const empty = make("p", { class: "empty" });
  const search = make("input", {
    class: "input search",
    type: "search",
    "aria-label": "Search the log",
    placeholder: "Search …",
    oninput: draw,
  });
  const clear = make("button", { type: "button", class: "button", onclick: removeAll }, "Clear");
  const toEnd = make("button", { type: "button", class: "button to-end hidden", onclick: follow }, "To the end");
  /** @type {Entry[]} */
  let lines = [];
  /** Those of the map, after so many lines. @type {{ entries: Entry[], after: number }} */
  let ofMap = { entries: [], after: 0 };
  let last = 0;
  const left = new Set();
  const filters = KINDS.map(([name, kinds]) => {
    const count = make("span", { class: "count" });
    const button = make(
      "button",
      { type: "button", class: "button", "aria-label": name, "aria-pressed": "true", onclick: () => toggle(name) },
      name,
      count,
    );
    return { name, kinds, count, button };
  });

  /** @param {string} name */
  function toggle(name) {
    if (!left.delete(name)) left.add(name);
    draw();
  }

  /** @param {{ lines: LogLine[], left_out?: number }} data */
  function add({ lines: added, left_out: leftOut }) {
    const more = added.filter(({ number }) => number > last);
    if (leftOut) lines.push({ kind: "print", text: `… ${counted(leftOut, "line")} left out` });
    lines.push(...more);
    last = more.at(-1)?.number ?? last;
    const dropped = Math.max(0, lines.length - MOST);
    lines = lines.slice(dropped);
    ofMap.after = Math.max(0, ofMap.after - dropped);
    request();
  }

  /** @param {DungeonMap | null} map */
  function showMap(map) {
    ofMap = { entries: map ? describeMap(map) : [], after: lines.length };
    request();
  }

  function removeAll() {
    lines = [];
    ofMap = { entries: [], after: 0 };
    ask("log", { method: "DELETE", body: {} }).catch(() => {});
    draw();
  }

  const drawSoon = atNextFrame(draw);

  /** Draw soon, if somebody sees it. */
  function request() {
    if (store.fields.look.view === "log") drawSoon();
  }

  function draw() {
    const isAtEnd = isNearEnd();
    const all = [...lines.slice(0, ofMap.after), ...ofMap.entries, ...lines.slice(ofMap.after)];
    const isMatch = makeFilter(search.value);
    const shown = all.filter(({ kind, text }) => {
      const filter = filters.find(({ kinds }) => kinds.includes(kind));
      return !left.has(filter?.name) && isMatch(text);
    });
    for (const { name, kinds, count, button } of filters) {
      button.setAttribute("aria-pressed", String(!left.has(name)));
      count.textContent = String(all.filter(({ kind }) => !HEADINGS.has(kind) && kinds.includes(kind)).length);
    }
    fill(list, shown.map(makeLine));
    empty.textContent = all.length ? "No line matches." : "What mods print appears here, with the events of the map.";
    empty.classList.toggle("hidden", shown.length > 0);
    if (isAtEnd) follow();
    showWay();
  }

  function isNearEnd() {
    return list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  }

  function follow() {
    list.scrollTop = list.scrollHeight;
  }

  function showWay() {
    toEnd.classList.toggle("hidden", isNearEnd());
  }

  document.addEventListener("log", (event) => add(/** @type {CustomEvent} */ (event).detail));
  ask("log").then(add, () => {});
  store.on(["map"], ({ map }) => showMap(map));
  store.on(["look"], request);
  return make(
    "div",
    { class: "view panel column" },
    make(
      "header",
      {},
      make("h2", {}, "Log"),
      make(
        "div",
        { class: "row", role: "group", "aria-label": "Kinds of lines" },
        filters.map(({ button }) => button),
      ),
      search,
      clear,
    ),
    empty,
    make("div", { class: "log-box" }, list, toEnd),
  );
}

/** @param {Entry} entry */
function makeLine({ kind, text }) {
  return make("li", { class: kind }, make("span", { class: "muted" }, kind), make("span", {}, text));
}

/**
 * Return the quest, the hints and the events of a map below a heading.
 *
 * @param {DungeonMap} map
 * @returns {Entry[]}
 */
function describeMap({ generator, seed, quest, events, events_left_out: leftOut }) {
  return [
    { kind: "map", text: `${generator}, seed ${seed}` },
    ...quest.map((text) => ({ kind: "quest", text })),
    ...events.map((text) => ({ kind: "event", text })),
    ...(leftOut ? [{ kind: "event", text: `… ${counted(leftOut, "event")} left out` }] : []),
    ...(quest.length || events.length ? [] : [{ kind: "note", text: "no events" }]),
  ];
}
