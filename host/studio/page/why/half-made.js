/**
 * The half-made map of a request that failed. It lies over the last good map, or alone where there is none.
 */

import { decodePicture } from "../lib/decode.js";
import { fill, icon, iconButton, make } from "../lib/dom.js";
import { counted } from "../lib/format.js";
import { makeMarkedMap } from "../map/marked.js";

const BOX = { width: 440, height: 220 };

/** @param {import("../lib/store.js").Store} store */
export function makeHalfMade(store) {
  const figure = make("figure", { class: "half-made hidden" });

  store.on(["explanation"], ({ explanation, map }) => {
    const drawing = explanation?.drawing;
    figure.classList.toggle("hidden", !drawing);
    figure.classList.toggle("alone", !map);
    if (!drawing) return;
    const squares = counted(drawing.marks.length, "square");
    const close = iconButton("Hide", icon("M4 4l8 8M12 4l-8 8"), () => figure.classList.add("hidden"));
    fill(
      figure,
      makeMarkedMap(decodePicture(drawing.picture), drawing.marks, "Half-made map", BOX),
      make("figcaption", {}, `The half-made map: it fails at ${squares}.`, close),
    );
  });
  return figure;
}
