/**
 * The wall: many seeds side by side, which fill in as they are made. A click opens one.
 */

import { pictureQuery } from "../lib/address.js";
import { Refused, askFile } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { storeFile } from "../lib/files.js";
import { loadThumbnails, makeThumbnail } from "./thumbnail.js";

/** @typedef {import("../lib/store.js").Store} Store */

const COUNTS = [24, 48, 96];

/** @param {Store} store */
export function makeWall(store) {
  const grid = make("div", { class: "wall" });
  const count = make("select", { class: "select", "aria-label": "Seeds on the wall", onchange: refresh });
  fill(
    count,
    COUNTS.map((number) => make("option", { value: number }, `${number} seeds`)),
  );
  const gallery = make(
    "button",
    {
      type: "button",
      class: "button",
      "aria-label": "Download gallery",
      title: "A page of these dungeons, with their pictures and commands, as a zip file",
      onclick: download,
    },
    "↓ gallery",
  );
  const state = make("span", { class: "muted", role: "status" });
  const said = make("span", { class: "muted", role: "status" });
  const view = make(
    "div",
    { class: "view panel" },
    make("header", {}, make("h2", {}, "Wall of seeds"), make("div", {}, count), state, gallery, said),
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
    const thumbnails = seeds.map((seed) => makeThumbnail(store, { seed }));
    fill(
      grid,
      thumbnails.map(({ button }) => button),
    );
    mark();
    const started = performance.now();
    let done = 0;
    let failed = 0;
    loadThumbnails(thumbnails, signal, (isMade) => {
      done += 1;
      if (!isMade) failed += 1;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const failures = failed ? `, ${failed} failed` : "";
      state.textContent = done < seeds.length ? `${done} of ${seeds.length} …` : `${done} in ${seconds} s${failures}`;
    });
  }

  async function download() {
    const { look } = store.fields;
    const seeds = Number(count.value);
    const query = pictureQuery({ ...look, seed: first });
    query.set("seeds", String(seeds));
    gallery.disabled = true;
    said.textContent = "drawing …";
    try {
      storeFile(`${look.generator}-${first}-${first + seeds - 1}.zip`, await askFile("gallery", query));
      said.textContent = "";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said.textContent = error.message;
    } finally {
      gallery.disabled = false;
    }
  }

  function mark() {
    for (const button of grid.children) {
      const isShown = button.getAttribute("aria-label") === `Seed ${store.fields.look.seed}`;
      button.setAttribute("aria-current", String(isShown));
    }
  }

  store.on(["look", "version"], ({ look, version }) => {
    if (look.view !== "wall") return;
    const query = `${version} ${pictureQuery({ ...look, seed: 0 })}`;
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
