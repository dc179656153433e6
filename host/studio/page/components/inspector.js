/**
 * What is on a square: the one under the pointer, or the one that was chosen by a click or the arrow keys.
 */

import { fill, make } from "../lib/dom.js";
import { counted } from "../lib/format.js";
import { makeSquareCauses } from "../why/square-causes.js";
import { makeWhyButton } from "../why/causes.js";

/** @typedef {import("../types.js").DungeonMap} DungeonMap */

const HINT = "Point at a square, or move with the arrow keys. Drag to pan; the wheel, + and − zoom; 0 shows all.";

/** @param {import("../lib/store.js").Store} store */
export function makeInspector(store) {
  const facts = make("div");
  const panel = make("section", { class: "inspector", "aria-label": "Square" }, facts, makeSquareCauses(store));
  /** @type {[number, number] | null} */
  let hovered = null;

  function update() {
    const { map, look } = store.fields;
    const square = hovered ?? look.at;
    const isShown = Boolean(map && square && square[0] < map.width && square[1] < map.height);
    panel.classList.toggle("empty-handed", !isShown);
    if (map && square && isShown) describeSquare(store, facts, map, square[0], square[1]);
    else fill(facts, make("header", {}, make("h3", {}, "Square")), make("p", { class: "muted" }, HINT));
  }

  document.addEventListener("hover", (event) => {
    hovered = /** @type {CustomEvent} */ (event).detail;
    update();
  });
  store.on(["map", "look"], update);
  return panel;
}

/**
 * @param {import("../lib/store.js").Store} store
 * @param {Element} facts
 * @param {DungeonMap} map
 * @param {number} x
 * @param {number} y
 */
function describeSquare(store, facts, map, x, y) {
  const square = y * map.width + x;
  const isHere = (/** @type {{ x: number, y: number }} */ object) => object.x === x && object.y === y;
  const inside = (/** @type {number[]} */ [left, top, width, height]) =>
    x >= left && y >= top && x < left + width && y < top + height;
  const rooms = map.rooms.flatMap((room, number) => (inside(room) ? [`room ${number + 1}`] : []));
  const segments = map.segments
    .filter((segment) => inside([segment.x, segment.y, segment.width, segment.height]))
    .map((segment) => describeSegment(store, segment));
  const steps = map.distances[square];
  const walking = ["blocked", "can be walked on", "needs a key or force"][map.walking[square]];
  /** @type {[string, (string | Node)[]][]} */
  const rows = [
    ["tiles", map.stacks[map.squares[square]].map((tile) => map.tiles[tile].name).reverse()],
    ["items", map.items.filter(isHere).map(({ name, count }) => (count && count > 1 ? `${count} ${name}` : name))],
    ["creatures", map.creatures.filter(isHere).map(({ name, health }) => `${name}, health ${health}`)],
    ["locks", [...map.doors, ...map.chests].filter(isHere).flatMap(describeLock)],
    ["room", rooms],
    ["segment", segments],
    ["distance", steps >= 0 ? [`${counted(steps, "step")} from the entrance`] : []],
    ["walking", map.stacks[map.squares[square]].length ? [walking] : []],
  ];
  fill(
    facts,
    make("header", {}, make("h3", {}, "Square"), make("span", { class: "muted mono" }, `${x}, ${y}`)),
    make(
      "dl",
      {},
      rows.flatMap(([name, values]) =>
        values.length ? [make("dt", {}, name), ...values.map((value) => make("dd", {}, value))] : [],
      ),
      !rows.some(([, values]) => values.length) && make("dd", { class: "muted" }, "nothing"),
    ),
  );
}

/**
 * @param {import("../lib/store.js").Store} store
 * @param {import("../types.js").Segment} segment
 */
function describeSegment(store, segment) {
  const name = segment.title || segment.id;
  return make("span", { class: "with-why" }, `${name}${describeTurn(segment)}`, makeWhyButton(store, "segment", name));
}

/** @param {import("../types.js").Segment} segment */
function describeTurn({ mirrored, turns }) {
  const parts = [turns ? `turned ${90 * turns}°` : "", mirrored ? "mirrored" : ""].filter(Boolean);
  return parts.length ? ` (${parts.join(", ")})` : "";
}

/** @param {import("../types.js").Lockable} lockable */
function describeLock({ lock, trap, content, open }) {
  const texts = [];
  if (lock !== undefined)
    texts.push(typeof lock === "number" ? `locked, key ${lock}` : `locked, ${lock}`.replace("_", " "));
  else if (!open) texts.push("not locked");
  if (trap) texts.push(`trap: ${trap.kind}`);
  if (content) texts.push(`holds ${content.count > 1 ? `${content.count} ` : ""}${content.item}`);
  return texts;
}
