/**
 * The view "Play": the map of a game as its player knows it, its timeline, and what the keys do.
 */

import { makeZoomButtons } from "../components/zoom-buttons.js";
import { fieldsOf, mapQuery } from "../lib/address.js";
import { fill, icon, iconButton, make } from "../lib/dom.js";
import { counted } from "../lib/format.js";
import { describeGenerator, describeMod } from "../lib/names.js";
import { FACTOR } from "../map/zoomable-canvas.js";
import { PlayCanvas } from "./canvas.js";
import { GameClient } from "./client.js";
import { makeEnding } from "./ending.js";
import { commandOf, farStepOf, meaningOf } from "./keys.js";
import { inside, makeLook } from "./look.js";
import { makePages } from "./pages.js";
import { makePanel } from "./panel.js";
import { makeTimeline } from "./timeline.js";

/**
 * @typedef {import("../lib/address.js").Look} Look
 * @typedef {import("../lib/store.js").Store} Store
 * @typedef {{ action?: string, command?: string, view?: string }} Meaning
 */

const NEW_GAME = "M13 8a5 5 0 1 1-1.5-3.5M12 1.5v3.2h-3.2";
/** Squares by which capital letters move the cursor. */
const FAR = 8;
const MOST_SEED = 2 ** 53 - 1;

/** @param {Store} store */
export function makePlay(store) {
  const map = new PlayCanvas({ tap, hover: (square) => look.hover(square) });
  /** @type {((client: GameClient) => void)[]} */
  const updates = [];
  const client = new GameClient((changed) => {
    const { picture, frame } = client.recording;
    map.show(picture, changed, frame?.player ?? null);
    for (const update of updates) update(client);
    if (changed?.size !== 0) look.again();
  });
  const look = makeLook(client, (cursor) => map.pointAt(cursor));

  /** Return whether something can be done now; say so when the page shows the past. */
  function checkReady() {
    if (client.state === "shown") note("This is a recording: [ and ] go through it, and the timeline.");
    if (client.state !== "ready" || client.isReplaying) return false;
    if (!client.recording.isAtEnd) {
      note("This is the past: continue from here, or press End for the last frame.");
      return false;
    }
    return !client.recording.frame?.outcome;
  }

  /** @param {[number, number]} square */
  function tap(square) {
    const { picture } = client.recording;
    if (!picture || !inside(square, picture) || !checkReady()) return;
    look.end();
    pause();
    client.instruct({ walk: square });
  }

  /**
   * @param {Meaning} meaning
   * @param {{ isRepeated?: boolean }} [how]
   */
  function act({ action, command, view }, how) {
    if (view) {
      views[view]();
      return;
    }
    if (action && look.step(action)) return;
    if (command === "fight" && look.isOn) {
      look.next();
      return;
    }
    if (!checkReady()) return;
    look.end();
    pause();
    if (action && !client.pending && !client.recording.frame?.actions.some(({ id }) => id === action)) {
      note("You cannot do that here.");
    } else {
      client.instruct(action ? { actions: [action] } : { command: command ?? "" }, how);
    }
  }

  function pause() {
    if (client.isPlaying) client.toggle();
  }

  /** @param {string} text */
  function note(text) {
    client.note = text;
    client.shown(new Set());
  }

  const pages = makePages((action) => act({ action }), { save: (format) => client.save(format), open: openFile });
  const views = /** @type {Record<string, () => void>} */ ({
    play: () => client.toggle(),
    back: () => step(-1),
    forward: () => step(1),
    first: () => seek(0),
    last: () => seek(client.recording.last),
    "zoom in": () => map.zoom(FACTOR),
    "zoom out": () => map.zoom(1 / FACTOR),
    "show all": () => map.showWhole(),
    help: pages.help,
    inventory: () => client.recording.frame && pages.inventory(client.recording.frame),
    actions() {
      if (look.square) tap(look.square);
      else if (client.recording.frame) pages.actions(client.recording.frame);
    },
    messages: () => pages.messages(client.recording),
    files: () => pages.files(client.stored !== ""),
    look: () => (look.isOn ? look.end() : look.begin()),
    stop() {
      look.end();
      pause();
      client.stopWalking();
    },
  });

  /** @param {number} position */
  function seek(position) {
    pause();
    client.stopWalking();
    look.end();
    client.note = "";
    client.show(position);
  }

  /** @param {number} by */
  function step(by) {
    const { recording } = client;
    if (by > 0 && recording.isAtEnd) act({ action: "script" });
    else seek(recording.position + by);
  }

  function again() {
    client.begin(client.query);
    map.canvas.focus({ preventScroll: true });
  }

  function next() {
    store.show({ seed: Math.min(MOST_SEED, store.fields.look.seed + 1) });
    map.canvas.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (store.fields.look.view !== "play" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && isTaken(event.target, event.key)) return;
    const { key } = event;
    const isOver = client.state === "ready" && client.recording.isAtEnd && client.recording.frame?.outcome;
    const far = look.isOn && farStepOf(event);
    const meaning = far ? null : meaningOf(event);
    if (isOver && key === "a") again();
    else if (isOver && key === "n") next();
    else if (far) look.step(far, FAR);
    else if (meaning) act(meaning, { isRepeated: event.repeat });
    else if (key.length === 1) note(`The key ${key} does nothing here: press ? for the keys.`);
    else return;
    event.preventDefault();
  }
  document.addEventListener("keydown", onKey);

  const restart = iconButton("Start again", icon(NEW_GAME), () => client.begin(client.query));
  const filesButton = make("button", { type: "button", class: "button", onclick: () => views.files() }, "Files");
  const helpButton = make("button", { type: "button", class: "button", onclick: pages.help }, "Keys");
  const all = make("input", { type: "checkbox", onchange: () => store.show({ all: all.checked }) });
  const setup = make("button", { type: "button", class: "button setup", "aria-expanded": "false" }, "Options");
  setup.addEventListener("click", () => {
    const isOpen = document.getElementById("stage")?.classList.toggle("with-options") ?? false;
    setup.setAttribute("aria-expanded", String(isOpen));
  });
  const goal = make("p", { class: "goal hidden" });
  const overlay = make("div", { class: "replaying hidden", role: "status" });
  const panel = makePanel(act);
  const timeline = makeTimeline({
    toggle: views.play,
    step,
    seek,
    setSpeed: (speed) => {
      client.speed = speed;
    },
  });
  const ending = makeEnding(client, { again, next, messages: views.messages });
  updates.push(
    panel.update,
    timeline.update,
    ending.update,
    ({ state, replayed, isReplaying, commands, options, recording, actionsUntilHere }) => {
      const gameCommand = commandOf(commands, actionsUntilHere);
      if (gameCommand !== store.fields.gameCommand) store.set({ gameCommand });
      if (options !== store.fields.gameOptions) store.set({ gameOptions: options });
      const isShown = state === "starting" || isReplaying;
      overlay.classList.toggle("hidden", !isShown);
      if (isShown) {
        overlay.textContent = isReplaying
          ? `replaying ${replayed.done} of ${counted(replayed.count, "move")} …`
          : "starting …";
      }
      const text = recording.frame?.goal ?? "";
      goal.textContent = text && `Goal: ${text}`;
      goal.classList.toggle("hidden", !text);
      restart.disabled = state === "starting";
    },
  );

  let shown = "";
  let lastVersion = 0;

  /** @param {File} file */
  function openFile(file) {
    look.end();
    client.open(file, (request) => {
      const changes = lookOf(request);
      // The address plays the same game, from its start: here its recording is shown.
      shown = gameQuery({ ...store.fields.look, ...changes }).toString();
      store.show(changes);
      return new URLSearchParams(shown);
    });
    map.canvas.focus({ preventScroll: true });
  }

  /**
   * Return what plays the request of a recording.
   *
   * @param {import("./client.js").RecordedRequest} request
   * @returns {Partial<Look>}
   */
  function lookOf(request) {
    const { generator, seed } = request;
    if (store.fields.state?.mods.some(({ id, begins_world }) => begins_world && id === generator)) {
      return { world: generator, seed };
    }
    const options = Object.fromEntries(Object.entries(request.options).map(([name, value]) => [name, String(value)]));
    return { world: "", generator, seed, options, fields: fieldsOf({ ...request }) };
  }

  store.on(["look", "state", "version"], ({ look: { view }, look: wanted, state, version }) => {
    // Two canvases named "Map" would be ambiguous.
    map.canvas.setAttribute("aria-label", view === "play" ? "Map" : "Map of the game");
    if (view !== "play") pause();
    all.checked = wanted.all;
    if (view !== "play" || !state || !version) return;
    if (!wanted.generator && !wanted.world) {
      const world = state.mods.find((mod) => mod.begins_world);
      if (world) store.show({ world: world.id });
      return;
    }
    const query = gameQuery(wanted);
    const isSaved = version !== lastVersion;
    lastVersion = version;
    if (query.toString() === shown) {
      if (isSaved && client.state === "over" && !client.hasBegun) {
        // What kept the game from its start may be repaired.
        client.begin(query);
      } else if (client.version && client.version !== version && (client.state === "ready" || isSaved)) {
        client.leave();
        client.stop([{ message: "Files of the mods were saved, so this game ended." }]);
      } else if (client.showsAll !== wanted.all) {
        client.showAll(wanted.all, openAgain);
      }
      return;
    }
    shown = query.toString();
    client.showsAll = wanted.all;
    look.end();
    focusMap();
    client.begin(query);
  });

  /** @param {Blob} file */
  function openAgain(file) {
    client.open(file, () => client.query, client.recording.position);
  }

  /** A click on the tab means that the keys are for the map; who moves between tabs by keys stays there. */
  function focusMap() {
    const { activeElement } = document;
    if (
      activeElement === document.body ||
      (activeElement?.role === "tab" && !activeElement.matches(":focus-visible"))
    ) {
      requestAnimationFrame(() => map.canvas.focus({ preventScroll: true }));
    }
  }

  return make(
    "div",
    { class: "view play-view" },
    make(
      "div",
      { class: "tools" },
      makeChoice(store),
      restart,
      make("label", { class: "check" }, all, "Show all"),
      filesButton,
      helpButton,
      setup,
      make("div", { class: "row zoom" }, makeZoomButtons(map)),
    ),
    make("div", { class: "board" }, goal, make("div", { class: "canvas-box" }, map.canvas, look.element, overlay)),
    panel.element,
    timeline.element,
    ending.element,
    pages.element,
  );
}

/**
 * Return whether an element itself needs a key, so that it means nothing in the game.
 *
 * @param {Element} element
 * @param {string} key
 */
function isTaken(element, key) {
  if (element.closest("input:not([type=checkbox]), select, textarea, dialog")) return true;
  if (element.closest("[role=tab]")) return ["ArrowLeft", "ArrowRight", "Home", "End", " ", "Enter"].includes(key);
  // Elsewhere Tab leads to the next control.
  if (key === "Tab") return element !== document.body && element.tagName !== "CANVAS";
  return element.closest("button, a, input") !== null && [" ", "Enter"].includes(key);
}

/**
 * Return what makes a game, as the parameters of a request.
 *
 * @param {Look} look
 */
function gameQuery(look) {
  if (look.world) return new URLSearchParams({ world: look.world, seed: String(look.seed) });
  return mapQuery(look);
}

/**
 * The choice of what is played: a map of the generator, or the world of a mod.
 *
 * @param {Store} store
 */
function makeChoice(store) {
  const select = make("select", {
    class: "select",
    "aria-label": "What to play",
    onchange: () => store.show({ world: select.value }),
  });
  store.on(["state", "look"], ({ state, look }) => {
    const worlds = state?.mods.filter((mod) => mod.begins_world).map(({ id }) => id) ?? [];
    if (look.world && !worlds.includes(look.world)) worlds.push(look.world);
    fill(
      select,
      look.generator ? make("option", { value: "" }, `A map: ${describeGenerator(state, look.generator)}`) : null,
      worlds.map((world) => make("option", { value: world }, `The world: ${describeMod(state, world)}`)),
    );
    select.value = look.world;
  });
  return select;
}
