/**
 * The view of the map: the canvas, with what lies over it, and the error below it.
 */

import { make } from "../lib/dom.js";
import { MapCanvas } from "../map/canvas.js";
import { makeHalfMade } from "../why/half-made.js";
import { makeInspector } from "./inspector.js";
import { makeOverlayTools } from "./overlay-tools.js";
import { makePictureTools } from "./picture-tools.js";
import { makeProblems } from "./problem-panel.js";
import { makeZoomButtons } from "./zoom-buttons.js";

/** @typedef {import("../lib/store.js").Store} Store */

/** @param {Store} store */
export function makeMapView(store) {
  const map = new MapCanvas(store);
  const caption = make("div", { class: "caption" });
  store.on(["map"], ({ map: shown }) => {
    caption.classList.toggle("hidden", !shown);
    if (shown) caption.textContent = describeMap(shown);
  });
  const zoom = make("div", { class: "row zoom" }, makeZoomButtons(map));
  return make(
    "div",
    { class: "view map-view" },
    make("div", { class: "tools" }, makeOverlayTools(store), makePictureTools(store), zoom),
    make("div", { class: "canvas-box" }, map.canvas, caption, makeHalfMade(store)),
    makeInspector(store),
    makeProblems(store),
  );
}

/** @param {import("../types.js").DungeonMap} map */
function describeMap(map) {
  return [`${map.width} × ${map.height} squares`, ...map.counts].join(" · ");
}
