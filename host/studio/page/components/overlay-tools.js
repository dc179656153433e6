/**
 * The toggles of the overlays.
 */

import { make } from "../lib/dom.js";
import { OVERLAYS } from "../map/overlays.js";

/** @param {import("../lib/store.js").Store} store */
export function makeOverlayTools(store) {
  const buttons = OVERLAYS.map(({ id, name }) =>
    make("button", { type: "button", class: "button", "aria-label": name, onclick: () => toggle(id) }, name),
  );

  /** @param {string} id */
  function toggle(id) {
    const { overlays } = store.fields.look;
    store.show({ overlays: overlays.includes(id) ? overlays.filter((other) => other !== id) : [...overlays, id] });
  }

  store.on(["look"], ({ look }) => {
    OVERLAYS.forEach(({ id }, number) => {
      buttons[number].setAttribute("aria-pressed", String(look.overlays.includes(id)));
    });
  });
  return make("div", { class: "row", role: "group", "aria-label": "Overlays" }, buttons);
}
