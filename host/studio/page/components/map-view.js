/**
 * The view of the map: the canvas, with what lies over it, and the error below it.
 */

import { icon, iconButton, make } from "../lib/dom.js";
import { MapCanvas } from "../map/canvas.js";
import { makeInspector } from "./inspector.js";
import { makeOverlayTools } from "./overlay-tools.js";
import { makeProblems } from "./problems.js";

/** @typedef {import("../lib/store.js").Store} Store */

/** @param {Store} store */
export function makeMapView(store) {
  const map = new MapCanvas(store);
  const caption = make("div", { class: "caption" });
  store.on(["map"], ({ map: shown }) => {
    caption.classList.toggle("hidden", !shown);
    if (shown) caption.textContent = describeMap(shown);
  });
  const zoom = make(
    "div",
    { class: "row zoom" },
    iconButton("Zoom out", icon("M3 8h10"), () => map.zoom(1 / 1.3)),
    iconButton("Show the whole map", icon("M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"), () => map.fit()),
    iconButton("Zoom in", icon("M3 8h10M8 3v10"), () => map.zoom(1.3)),
  );
  return make(
    "div",
    { class: "view map-view" },
    make("div", { class: "tools" }, makeOverlayTools(store), zoom),
    make("div", { class: "canvas-box" }, map.canvas, caption),
    makeInspector(store),
    makeProblems(store),
  );
}

/** @param {import("../types.js").DungeonMap} map */
function describeMap(map) {
  const count = (/** @type {number} */ number, /** @type {string} */ noun) =>
    number ? `${number} ${noun}${number === 1 ? "" : "s"}` : "";
  const parts = [
    `${map.width} × ${map.height}`,
    count(map.rooms.length, "room"),
    count(map.items.length, "item"),
    count(map.creatures.length, "creature"),
  ];
  return parts.filter(Boolean).join(" · ");
}
