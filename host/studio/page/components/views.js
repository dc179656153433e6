/**
 * The views, one for each tab.
 */

import { makeMapView } from "./map-view.js";
import { makeWall } from "./wall.js";

/** @typedef {import("../lib/store.js").Store} Store */

/** @type {{ id: string, name: string, make: (store: Store) => HTMLElement }[]} */
export const VIEWS = [
  { id: "map", name: "Map", make: makeMapView },
  { id: "wall", name: "Wall", make: makeWall },
];
