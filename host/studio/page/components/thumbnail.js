/**
 * A dungeon as a small picture: a button that opens it.
 */

import { Refused, ask } from "../lib/api.js";
import { pictureQuery } from "../lib/address.js";
import { decodePicture } from "../lib/decode.js";
import { make } from "../lib/dom.js";
import { Chunks } from "../map/chunks.js";
import { contextOf, drawShape } from "../map/sprites.js";

/** @typedef {import("../lib/store.js").Store} Store */
/** @typedef {ReturnType<typeof makeThumbnail>} Thumbnail */

/** Requests at a time: browsers allow six connections, and the messages of the server use one. */
const AT_ONCE = 4;
/** Pixels of a side of a thumbnail. */
const SIDE = 300;

/**
 * Make the thumbnail of a dungeon; `look` is what it differs in from what is shown.
 *
 * @param {Store} store
 * @param {Partial<import("../lib/address.js").Look> & { seed: number }} look
 */
export function makeThumbnail(store, look) {
  const { seed } = look;
  const canvas = make("canvas", { width: SIDE, height: SIDE, "aria-hidden": "true" });
  const open = () => store.show({ ...look, view: "map", at: null }, { adds: true });
  const text = make("span", {}, `Seed ${seed}`);
  const button = make(
    "button",
    { type: "button", class: "thumbnail", "aria-label": `Seed ${seed}`, onclick: open },
    canvas,
    text,
  );
  const query = pictureQuery({ ...store.fields.look, ...look });

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
        button.append(make("span", { class: "reason" }, error.message));
        text.textContent = `Seed ${seed}: failed`;
      }
      return false;
    }
  }

  return { button, load };
}

/**
 * Load thumbnails, a few at a time; `report` takes whether each could be made.
 *
 * @param {Thumbnail[]} thumbnails
 * @param {AbortSignal} signal
 * @param {(isMade: boolean) => void} [report]
 */
export function loadThumbnails(thumbnails, signal, report) {
  const waiting = [...thumbnails];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const isMade = await next.load(signal);
      if (signal.aborted) return;
      report?.(isMade);
    }
  };
  for (let i = 0; i < AT_ONCE; i += 1) worker();
}

/**
 * Draw a whole map, with its captions, in the middle of a canvas.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {import("../types.js").Picture} picture
 */
export function drawWhole(canvas, picture) {
  const { size, ground, over = [] } = picture;
  // Captions are above and below the map.
  const [top, across, down] = ground
    ? ground.slice(3).map((number) => Number(number) / size)
    : [0, picture.width, picture.height];
  const pixels = Math.floor(Math.min(canvas.width / across, canvas.height / down));
  const drawn = Math.max(2, pixels);
  const whole = document.createElement("canvas");
  whole.width = Math.ceil(across * drawn);
  whole.height = Math.ceil(down * drawn);
  const { width, height } = whole;
  const inside = contextOf(whole);
  inside.translate(0, Math.round(-top * drawn));
  if (ground) drawShape(inside, ground, drawn / size);
  new Chunks(picture, drawn).draw(inside, 0, 0);
  for (const shape of over) drawShape(inside, shape, drawn / size);
  const scale = Math.min(1, canvas.width / width, canvas.height / height);
  const context = contextOf(canvas);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const left = Math.round((canvas.width - width * scale) / 2);
  const above = Math.round((canvas.height - height * scale) / 2);
  context.drawImage(whole, left, above, Math.round(width * scale), Math.round(height * scale));
}
