/**
 * What the server tells about a map when an overlay needs it: the order of locks, and what the chosen square sees.
 */

import { mapQuery } from "../lib/address.js";
import { ask, latest, Refused } from "../lib/api.js";

/**
 * @typedef {{ doors: { x: number, y: number, lock: number, order: number }[],
 *   keys: { x: number, y: number, opens: number }[] }} Locks
 * @typedef {{ locks: Locks | null, seen: number[] }} Extras
 */

/** Asks for the extras that are on screen, and keeps them until the map or the chosen square changes. */
export class ExtrasSource {
  /**
   * @param {import("../lib/store.js").Store} store
   * @param {() => void} changed
   */
  constructor(store, changed) {
    /** @type {Extras} */
    this.extras = { locks: null, seen: [] };
    let shown = { locks: "", sight: "" };
    const load = (/** @type {string} */ path, /** @type {(answer: any) => void} */ take) =>
      latest(async (/** @type {URLSearchParams} */ query, signal) => {
        try {
          take(await ask(path, { query, signal }));
        } catch (error) {
          // The view of the map shows why there is no map.
          if (!(error instanceof Refused || error instanceof DOMException)) throw error;
        }
        changed();
      });
    const loadLocks = load("locks", (answer) => {
      this.extras.locks = answer;
    });
    const loadSight = load("sight", ({ squares }) => {
      this.extras.seen = squares;
    });
    store.on(["map", "look"], ({ map, look }) => {
      if (!map) return;
      const query = mapQuery({ ...look, generator: map.generator, seed: map.seed });
      const key = `${map.version} ${query}`;
      if (look.overlays.includes("locks") && shown.locks !== key) {
        shown = { ...shown, locks: key };
        this.extras.locks = null;
        loadLocks(query);
      }
      const at = look.at ?? map.entrances[0];
      if (look.overlays.includes("sight") && at && shown.sight !== `${key} ${at}`) {
        shown = { ...shown, sight: `${key} ${at}` };
        query.set("x", String(at[0]));
        query.set("y", String(at[1]));
        loadSight(query);
      }
    });
  }
}
