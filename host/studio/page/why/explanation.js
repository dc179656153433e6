/**
 * Why the map of the address cannot be made: the conflicting requirements.
 */

import { mapQuery } from "../lib/address.js";
import { Refused, ask, latest } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { makeLocation } from "../components/location.js";

/**
 * @typedef {import("../lib/store.js").Store} Store
 * @typedef {import("../types.js").Explanation} Explanation
 */

/** Kinds of errors that may have an explanation: errors of a mod, and of a map that was not made. */
const KINDS = ["ModError", "GenerationError", "HostError"];

/**
 * Ask why, whenever the map of the address cannot be made.
 *
 * @param {Store} store
 */
export function followExplanations(store) {
  let asked = "";

  const load = latest(async (/** @type {string} */ key, signal) => {
    try {
      const { explanation } = await ask("explanation", { query: new URLSearchParams(key), signal });
      if (asked === key) store.set({ explanation });
    } catch (error) {
      // The error itself is on screen.
      if (!(error instanceof Refused || error instanceof DOMException)) throw error;
      if (asked === key) store.set({ explanation: null });
    }
  }, 100);

  store.on(["problems"], ({ problems, look }) => {
    const mayHaveOne = look.generator !== "" && problems.some(({ kind }) => kind && KINDS.includes(kind));
    asked = mayHaveOne ? String(mapQuery(look)) : "";
    if (asked) load(asked);
    else store.set({ explanation: null });
  });
}

/** @param {Explanation} explanation */
export function describeExplanation({ request, reason, heading, advice, wishes, remedies, note }) {
  const helps = (/** @type {number} */ number) => Boolean(remedies?.includes(number));
  // The advice says so when any one is enough.
  const isSingled = remedies !== null && remedies.length < wishes.length;
  const list = make(
    "ol",
    { class: "wishes" },
    wishes.map(({ text, file, line, relaxed }, number) =>
      make(
        "li",
        {},
        make("p", {}, text, isSingled && helps(number) && make("span", { class: "remedy" }, "enough to drop")),
        relaxed && helps(number) ? make("p", { class: "muted" }, `fits ${relaxed}`) : null,
        file && line ? makeLocation(file, line) : null,
      ),
    ),
  );
  return [
    make("h3", {}, heading || `${request}: ${reason}`),
    wishes.length ? list : null,
    note && make("p", { class: "muted" }, note),
    advice && make("p", { class: "advice" }, advice),
  ];
}
