/**
 * The page: makes its parts, asks for the map that the address names, and asks again when files are saved.
 */

import { makeBar } from "./components/bar.js";
import { followExplanations } from "./why/explanation.js";
import { followDebugRequests } from "./components/debug.js";
import { makeSide } from "./components/side.js";
import { VIEWS } from "./components/views.js";
import { makeConsole } from "./console/drawer.js";
import { Refused, ask, latest } from "./lib/api.js";
import { pictureQuery, readLook, writeLook } from "./lib/address.js";
import { decodeMap } from "./lib/decode.js";
import { fill, make } from "./lib/dom.js";
import { listen } from "./lib/events.js";
import { Store } from "./lib/store.js";

/** @typedef {import("./lib/address.js").Look} Look */

const store = new Store({
  look: readLook(location.search),
  state: null,
  map: null,
  problems: [],
  explanation: null,
  isBusy: false,
  isConnected: true,
  version: 0,
  took: 0,
  gameCommand: "",
  gameOptions: null,
});
history.replaceState(null, "", writeLook(store.fields.look));

const requestState = latest(async (/** @type {Look} */ look, signal) => {
  try {
    const query = new URLSearchParams({ players: look.fields.players });
    const state = await ask("state", { query, signal });
    store.set({ state });
    if (!store.fields.look.generator && state.first) store.show({ generator: state.first });
    if (!store.fields.look.generator) {
      const hint = "Register one, or play their world.";
      store.set({ problems: [{ message: "The mods have no generator.", hint, isNote: true }] });
    }
  } catch (error) {
    if (!store.fields.state) report(error);
  }
});

const requestMap = latest(async (/** @type {Look} */ look, signal) => {
  const started = performance.now();
  store.set({ isBusy: true });
  try {
    const map = decodeMap(await ask("map", { query: pictureQuery(look), signal }));
    store.set({ map, problems: [], isBusy: false, took: performance.now() - started });
  } catch (error) {
    store.set({ isBusy: false });
    report(error);
  }
});

/** @param {unknown} error */
function report(error) {
  if (error instanceof Refused) {
    if (!error.isSuperseded) store.set({ problems: error.problems });
  } else if (!(error instanceof DOMException && error.name === "AbortError")) {
    throw error;
  }
}

/** Ask for everything again: files were saved, or the page has just been opened. */
function reload() {
  if (mapQueryOf(store.fields.look)) requestMap(store.fields.look);
  else shown.query = "";
  requestState(store.fields.look);
}

followExplanations(store);
followDebugRequests(store);

/**
 * Return what makes the map that is shown; empty for none: Play knows of a map what its player has seen.
 *
 * @param {Look} look
 */
function mapQueryOf(look) {
  return look.generator && look.view !== "play" ? pictureQuery(look).toString() : "";
}

let shown = { query: "", players: "" };
store.on(["look"], ({ look }) => {
  const before = shown;
  const query = mapQueryOf(look);
  shown = { query: query || before.query, players: look.fields.players };
  // Some choices exist only for some numbers of players. The map may be endless: its options come first.
  if (shown.players !== before.players) requestState(look);
  if (query && query !== before.query) requestMap(look);
});

/**
 * Return a handler that passes the data of a message on to views that are open.
 *
 * @param {string} kind
 * @returns {(data: unknown) => void}
 */
function forward(kind) {
  return (detail) => document.dispatchEvent(new CustomEvent(kind, { detail }));
}

listen(
  {
    hello({ version }) {
      if (store.fields.version && store.fields.version !== version) reload();
      store.set({ version });
    },
    saved({ version }) {
      store.set({ version });
      reload();
    },
    ...Object.fromEntries(["tests", "log", "survey"].map((kind) => [kind, forward(kind)])),
  },
  (isConnected) => store.set({ isConnected }),
);

window.addEventListener("popstate", () => store.set({ look: readLook(location.search) }));

const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
const views = make("div", { class: "views", id: "views", role: "tabpanel", "aria-label": "View" });
const { drawer, button: consoleButton } = makeConsole(store);
fill(bar, ...makeBar(store, consoleButton));
document.body.append(drawer);
fill(stage, makeSide(store), views);

/** Views that were opened, by id. @type {Map<string, HTMLElement>} */
const opened = new Map();
store.on(["look"], ({ look }) => {
  const view = VIEWS.find(({ id }) => id === look.view) ?? VIEWS[0];
  let element = opened.get(view.id);
  if (!element) {
    element = view.make(store);
    opened.set(view.id, element);
    views.append(element);
  }
  stage.classList.toggle("wide", !view.hasControls);
  for (const [id, other] of opened) other.classList.toggle("hidden", id !== view.id);
});
