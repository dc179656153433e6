/**
 * The view "Play": the map of a game, its timeline, and what the keys do.
 */

import { describeProblem } from "../components/problems.js";
import { makeZoomButtons } from "../components/zoom-buttons.js";
import { mapQuery } from "../lib/address.js";
import { fill, icon, iconButton, make } from "../lib/dom.js";
import { counted } from "../lib/format.js";
import { FACTOR } from "../map/zoomable-canvas.js";
import { PlayCanvas } from "./canvas.js";
import { GameClient } from "./client.js";
import { makeHelp } from "./help.js";
import { COMMANDS, MOVES, findMove, keysOption, stepTo } from "./keys.js";
import { makePanel } from "./panel.js";
import { makeTimeline } from "./timeline.js";

/**
 * @typedef {import("../lib/address.js").Look} Look
 * @typedef {import("../lib/store.js").Store} Store
 */

const NEW_GAME = "M13 8a5 5 0 1 1-1.5-3.5M12 1.5v3.2h-3.2";

/** @param {Store} store */
export function makePlay(store) {
  const map = new PlayCanvas(tap);
  /** @type {((client: GameClient) => void)[]} */
  const updates = [];
  const client = new GameClient((changed) => {
    const { picture, frame } = client.recording;
    map.show(picture, changed, frame?.player ?? null);
    for (const update of updates) update(client);
  });

  /** Return whether a move can be made now; when the page shows the past, say so. */
  function checkReady() {
    if (client.state !== "ready" || client.isReplaying) return false;
    if (!client.recording.isAtEnd) {
      note("This is the past: continue from here, or press End for the last frame.");
      return false;
    }
    return true;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  function tap(x, y) {
    const { picture, frame } = client.recording;
    if (!picture || x < 0 || y < 0 || x >= picture.width || y >= picture.height || !frame?.player || !checkReady())
      return;
    const step = stepTo(x - frame.player[0], y - frame.player[1]);
    if (step) {
      press(step);
    } else if (step === undefined) {
      if (client.isPlaying) client.toggle();
      client.walk(x, y);
    }
  }

  /** @param {string} word */
  function press(word) {
    if (!checkReady()) return;
    const { move, reason } = findMove(word, client.allowed);
    if (client.isPlaying) client.toggle();
    if (move) client.press(move);
    else note(reason ?? "");
  }

  /** @param {string} text */
  function note(text) {
    client.note = text;
    client.shown(new Set());
  }

  const help = makeHelp();
  const commands = /** @type {Record<string, () => void>} */ ({
    play: () => client.toggle(),
    back: () => step(-1),
    forward: () => step(1),
    first: () => seek(0),
    last: () => seek(client.recording.last),
    "zoom in": () => map.zoom(FACTOR),
    "zoom out": () => map.zoom(1 / FACTOR),
    "show all": () => map.showWhole(),
    help: () => help.showModal(),
  });

  /** @param {number} position */
  function seek(position) {
    if (client.isPlaying) client.toggle();
    client.note = "";
    client.show(position);
  }

  /** @param {number} by */
  function step(by) {
    const { recording } = client;
    if (by > 0 && recording.isAtEnd) press("script");
    else seek(recording.position + by);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (store.fields.look.view !== "play" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && isTaken(event.target, event.key)) return;
    const { key } = event;
    if (MOVES[key]) press(MOVES[key]);
    else if (COMMANDS[key]) commands[COMMANDS[key]]();
    else if (key.length === 1) note(`The key ${key} does nothing here: press ? for the keys.`);
    else return;
    event.preventDefault();
  }
  document.addEventListener("keydown", onKey);

  const restart = iconButton("Start again", icon(NEW_GAME), () => client.begin(client.query));
  const zoom = make("div", { class: "row zoom" }, makeZoomButtons(map));
  const helpButton = make("button", { type: "button", class: "button", onclick: commands.help }, "Keys");
  const overlay = make("div", { class: "replaying hidden", role: "status" });
  const panel = makePanel(press);
  const timeline = makeTimeline({
    toggle: commands.play,
    step,
    seek,
    setSpeed: (speed) => {
      client.speed = speed;
    },
  });
  const problems = makeEnd(client);
  updates.push(
    panel.update,
    timeline.update,
    problems.update,
    ({ state, replayed, isReplaying, command, recording }) => {
      const moves = recording.moves.slice(0, recording.frame?.number ?? 0);
      const gameCommand = command && command + keysOption(moves);
      if (gameCommand !== store.fields.gameCommand) store.set({ gameCommand });
      const isShown = state === "starting" || isReplaying;
      overlay.classList.toggle("hidden", !isShown);
      if (isShown) {
        overlay.textContent = isReplaying ? `replaying ${replayed.done} of ${replayed.count} moves …` : "starting …";
      }
      restart.disabled = state === "starting";
    },
  );

  let shown = "";
  store.on(["look", "state", "version"], ({ look, state, version }) => {
    // Two canvases named "Map" would be ambiguous.
    map.canvas.setAttribute("aria-label", look.view === "play" ? "Map" : "Map of the game");
    if (look.view !== "play" && client.isPlaying) client.toggle();
    if (look.view !== "play" || !state || !version) return;
    if (!look.generator && !look.world) {
      const world = state.mods.find((mod) => mod.begins_world);
      if (world) store.show({ world: world.id });
      return;
    }
    const query = gameQuery(look);
    if (query.toString() === shown) {
      if (client.version && client.version !== version && client.state === "ready") {
        client.leave();
        client.stop([{ message: "Files of the mods were saved, so this game ended." }]);
      }
      return;
    }
    shown = query.toString();
    focusMap();
    client.begin(query);
  });

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
    make("div", { class: "tools" }, makeChoice(store), restart, helpButton, zoom),
    make("div", { class: "canvas-box" }, map.canvas, overlay),
    panel.element,
    timeline.element,
    problems.element,
    help,
  );
}

/**
 * Return whether an element itself needs a key, so that it plays no move.
 *
 * @param {Element} element
 * @param {string} key
 */
function isTaken(element, key) {
  if (element.closest("input, select, textarea, dialog")) return true;
  if (element.closest("[role=tab]")) return ["ArrowLeft", "ArrowRight", "Home", "End", " ", "Enter"].includes(key);
  return element.closest("button, a") !== null && [" ", "Enter"].includes(key);
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
      look.generator ? make("option", { value: "" }, `map of ${look.generator}`) : null,
      worlds.map((world) => make("option", { value: world }, `world of ${world}`)),
    );
    select.value = look.world;
  });
  return select;
}

/**
 * Why a game is over, and what can be done then.
 *
 * @param {GameClient} client
 */
function makeEnd(client) {
  const again = make(
    "button",
    { type: "button", class: "button primary", onclick: () => client.begin(client.query) },
    "Start again",
  );
  const replay = make("button", {
    type: "button",
    class: "button",
    onclick: () => client.begin(client.query, client.recording.moves),
  });
  const texts = make("div", {});
  const element = make(
    "div",
    { class: "problem hidden", role: "alert" },
    texts,
    make("div", { class: "row" }, again, replay),
  );

  function update() {
    const { state, problems, recording } = client;
    element.classList.toggle("hidden", state !== "over");
    fill(texts, state === "over" ? problems.map(describeProblem) : []);
    const count = recording.moves.length;
    replay.textContent = `Replay ${counted(count, "move")}`;
    replay.classList.toggle("hidden", !count);
  }

  return { element, update };
}
