/**
 * Why the chosen square is as it is; asked when a square is chosen, and again for another map.
 */

import { mapQuery } from "../lib/address.js";
import { Refused, ask, latest } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { describeProblem } from "../components/problems.js";
import { makeCauses } from "./causes.js";

/** @typedef {import("../lib/store.js").Store} Store */

/** Milliseconds for which a square must be chosen: keys move over many. */
const PAUSE = 150;

/** @param {Store} store */
export function makeSquareCauses(store) {
  const content = make("div", { class: "square-causes" });
  const section = make("section", { class: "hidden", "aria-label": "Why" }, make("h3", {}, "Why"), content);
  let asked = "";
  let timer = 0;

  const load = latest(async (/** @type {URLSearchParams} */ query, signal) => {
    section.setAttribute("aria-busy", "true");
    try {
      const { causes } = await ask("why", { query, signal });
      if (asked === String(query)) fill(content, makeCauses(causes));
    } catch (error) {
      if (error instanceof Refused) {
        if (!error.isSuperseded) fill(content, error.problems.map(describeProblem));
      } else if (!(error instanceof DOMException)) throw error;
    } finally {
      section.setAttribute("aria-busy", "false");
    }
  }, 100);

  store.on(["map", "look", "problems"], ({ map, look, problems }) => {
    const { at } = look;
    const isOfMap = map && map.generator === look.generator && map.seed === look.seed && !problems.length;
    if (!at || !map || at[0] >= map.width || at[1] >= map.height) {
      section.classList.add("hidden");
      return;
    }
    // The map of the look is not there yet, or cannot be made.
    if (!isOfMap) return;
    const query = mapQuery(look);
    query.set("x", String(at[0]));
    query.set("y", String(at[1]));
    const key = String(query);
    const isNew = asked !== key || section.dataset.version !== String(map.version);
    section.classList.remove("hidden");
    if (!isNew) return;
    if (asked !== key) fill(content, make("p", { class: "muted busy" }, "asking …"));
    asked = key;
    section.dataset.version = String(map.version);
    clearTimeout(timer);
    timer = setTimeout(() => load(query), PAUSE);
  });
  return section;
}
