/**
 * The buttons that zoom a canvas.
 */

import { icon, iconButton } from "../lib/dom.js";
import { FACTOR } from "../map/zoomable-canvas.js";

/**
 * @param {import("../map/zoomable-canvas.js").ZoomableCanvas} map
 * @param {[string, string, string]} [names]
 */
export function makeZoomButtons(map, names = ["Zoom out", "Show the whole map", "Zoom in"]) {
  return [
    iconButton(names[0], icon("M3 8h10"), () => map.zoom(1 / FACTOR)),
    iconButton(names[1], icon("M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"), () => map.showWhole()),
    iconButton(names[2], icon("M3 8h10M8 3v10"), () => map.zoom(FACTOR)),
  ];
}
