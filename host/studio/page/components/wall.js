/**
 * The wall: many seeds side by side, which fill in as they are made. A click opens one.
 */

import { Refused, ask } from "../lib/api.js";
import { mapQuery } from "../lib/address.js";
import { decodePicture } from "../lib/decode.js";
import { fill, make } from "../lib/dom.js";
import { Chunks } from "../map/chunks.js";
import { contextOf } from "../map/sprites.js";

/** @typedef {import("../lib/store.js").Store} Store */

const COUNTS = [24, 48, 96];
/** Requests at a time: browsers allow six connections, and the messages of the server use one. */
const AT_ONCE = 4;
/** Pixels of a side of a thumbnail. */
const SIDE = 300;

/** @param {Store} store */
export function makeWall(store) {
  const grid = make("div", { class: "wall" });
  const count = make("select", { class: "select", "aria-label": "Seeds on the wall", onchange: refresh });
  fill(
    count,
    COUNTS.map((number) => make("option", { value: number }, `${number} seeds`)),
  );
  const state = make("span", { class: "muted", role: "status" });
  const view = make(
    "div",
    { class: "view panel" },
    make("header", {}, make("h2", {}, "Wall of seeds"), make("div", {}, count), state),
    grid,
  );
  let shown = "";
  let first = store.fields.look.seed;
  /** @type {AbortController | null} */
  let running = null;

  function refresh() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const seeds = Array.from({ length: Number(count.value) }, (_, number) => first + number);
    const thumbnails = seeds.map((seed) => makeThumbnail(store, seed));
    fill(
      grid,
      thumbnails.map(({ button }) => button),
    );
    mark();
    const started = performance.now();
    let done = 0;
    let failed = 0;
    const waiting = [...thumbnails];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (!(await next.load(signal))) failed += 1;
        if (signal.aborted) return;
        done += 1;
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        const failures = failed ? `, ${failed} failed` : "";
        state.textContent = done < seeds.length ? `${done} of ${seeds.length} …` : `${done} in ${seconds} s${failures}`;
      }
    };
    for (let i = 0; i < AT_ONCE; i += 1) worker();
  }

  function mark() {
    for (const button of grid.children) {
      const isShown = button.getAttribute("aria-label") === `Seed ${store.fields.look.seed}`;
      button.setAttribute("aria-current", String(isShown));
    }
  }

  store.on(["look", "version"], ({ look, version }) => {
    if (look.view !== "wall") return;
    const query = `${version} ${mapQuery({ ...look, seed: 0 })}`;
    const isOnWall = look.seed >= first && look.seed < first + Number(count.value);
    if (query === shown && isOnWall) {
      mark();
      return;
    }
    if (!isOnWall) first = look.seed;
    shown = query;
    if (look.generator) refresh();
  });
  return view;
}

/**
 * @param {Store} store
 * @param {number} seed
 */
function makeThumbnail(store, seed) {
  const canvas = make("canvas", { width: SIDE, height: SIDE, "aria-hidden": "true" });
  const open = () => store.show({ seed, view: "map", at: null }, { adds: true });
  const text = make("span", {}, `Seed ${seed}`);
  const button = make(
    "button",
    { type: "button", class: "thumbnail", "aria-label": `Seed ${seed}`, onclick: open },
    canvas,
    text,
  );
  const query = mapQuery({ ...store.fields.look, seed });

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>}
   */
  async function load(signal) {
    try {
      drawWhole(canvas, decodePicture(await ask("thumbnail", { query, signal })));
      return true;
    } catch (error) {
      if (error instanceof Refused && !error.isSuperseded) {
        button.classList.add("failed");
        button.title = error.message;
        text.textContent = `Seed ${seed}: failed`;
      }
      return false;
    }
  }

  return { button, load };
}

/**
 * Draw a whole map in the middle of a canvas.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {import("../types.js").Picture} picture
 */
export function drawWhole(canvas, picture) {
  const pixels = Math.floor(Math.min(canvas.width / picture.width, canvas.height / picture.height));
  const drawn = Math.max(2, pixels);
  const width = picture.width * drawn;
  const height = picture.height * drawn;
  const whole = document.createElement("canvas");
  whole.width = width;
  whole.height = height;
  new Chunks(picture, drawn).draw(contextOf(whole), 0, 0);
  const scale = Math.min(1, canvas.width / width, canvas.height / height);
  const context = contextOf(canvas);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const left = Math.round((canvas.width - width * scale) / 2);
  const top = Math.round((canvas.height - height * scale) / 2);
  context.drawImage(whole, left, top, Math.round(width * scale), Math.round(height * scale));
}
