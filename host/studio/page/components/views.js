/**
 * The views, one for each tab.
 */

import { makeCheck } from "./check.js";
import { makeData } from "./data.js";
import { makeLog } from "./log.js";
import { makeMapView } from "./map-view.js";
import { makePlay } from "../play/view.js";
import { makePools } from "./pools.js";
import { makeSegmentsView } from "../segments/view.js";
import { makeSurvey } from "../survey/view.js";
import { makeWall } from "./wall.js";
import { makeTests } from "../tests/view.js";

/** @typedef {import("../lib/store.js").Store} Store */

/**
 * `hasControls` is whether the view depends on generator, seed and options.
 *
 * @type {{ id: string, name: string, make: (store: Store) => HTMLElement, hasControls?: boolean }[]}
 */
export const VIEWS = [
  { id: "map", name: "Map", make: makeMapView, hasControls: true },
  { id: "wall", name: "Wall", make: makeWall, hasControls: true },
  { id: "pools", name: "Pools", make: makePools },
  { id: "data", name: "Data", make: makeData },
  { id: "log", name: "Log", make: makeLog },
  { id: "tests", name: "Tests", make: makeTests },
  { id: "check", name: "Check", make: makeCheck },
  { id: "segments", name: "Segments", make: makeSegmentsView },
  { id: "play", name: "Play", make: makePlay, hasControls: true },
  { id: "survey", name: "Survey", make: makeSurvey, hasControls: true },
];
