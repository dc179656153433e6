/**
 * The state of the page: what it shows, and what the server said. Components listen to the fields that they draw.
 */

/**
 * @typedef {import("../types.js").DungeonMap} DungeonMap
 * @typedef {import("../types.js").Problem} Problem
 * @typedef {import("../types.js").State} State
 * @typedef {import("./address.js").Look} Look
 *
 * @typedef {object} Fields
 * @property {Look} look
 * @property {State | null} state mods and generators as they last loaded
 * @property {DungeonMap | null} map the last map that could be made
 * @property {Problem[]} problems why the map of `look` cannot be made; empty when it was
 * @property {import("../types.js").Explanation | null} explanation why the requirements of `look` conflict
 * @property {boolean} isBusy
 * @property {boolean} isConnected
 * @property {number} version counts the reloads of the mods
 * @property {string} gameCommand the command line that plays the game of the view "Play"; empty without one
 * @property {Record<string, unknown> | null} gameOptions the options of that game as the menu left them
 * @property {number} took milliseconds from the request to the picture of the last map
 */

import { writeLook } from "./address.js";
import { Observable } from "./observable.js";

/** @extends {Observable<Fields>} */
export class Store extends Observable {
  /**
   * Change what is shown, and the address with it.
   *
   * @param {Partial<Look>} changes
   * @param {{ adds?: boolean }} [how] whether the browser's button "back" returns to the former look
   */
  show(changes, { adds = false } = {}) {
    const look = { ...this.fields.look, ...changes };
    this.set({ look });
    if (adds) history.pushState(null, "", writeLook(look));
    else history.replaceState(null, "", writeLook(look));
  }

  /** The generator that is shown, or undefined while it is unknown. */
  get generator() {
    return this.fields.state?.generators.find((generator) => generator.id === this.fields.look.generator);
  }
}
