/**
 * What is on a square: under the mouse, under a finger that stays, or under the cursor of a player who looks around.
 */

import { make } from "../lib/dom.js";
import { latest } from "../lib/api.js";
import { OFFSETS } from "./keys.js";

/** @typedef {[number, number]} Square */

/**
 * @param {import("./client.js").GameClient} client
 * @param {(cursor: Square | null) => void} pointAt shows the cursor
 */
export function makeLook(client, pointAt) {
  const element = make("output", { class: "look hidden", "aria-label": "Look" });
  /** @type {Square | null} */
  let cursor = null;
  /** @type {Square | null} */
  let hovered = null;

  /** @param {string} text */
  function say(text) {
    element.textContent = text;
    element.classList.toggle("hidden", !text);
  }

  const ask = latest(async (/** @type {{ square: Square, next: boolean, isHover: boolean }} */ wanted) => {
    const answer = await client.look(wanted.square, { next: wanted.next });
    if (wanted.isHover ? String(hovered) !== String(wanted.square) : !cursor) return;
    if (wanted.next && answer) move(answer.square);
    say(answer?.text ?? "");
  });

  /** @param {Square} square */
  function move(square) {
    cursor = square;
    pointAt(square);
  }

  return {
    element,
    /** Whether the keys move a cursor. */
    get isOn() {
      return cursor !== null;
    },
    /** @param {Square | null} square */
    hover(square) {
      if (cursor) return;
      const { picture } = client.recording;
      const isOnMap = picture && square && inside(square, picture);
      if (String(isOnMap ? square : null) === String(hovered)) return;
      hovered = isOnMap ? square : null;
      if (hovered) ask({ square: hovered, next: false, isHover: true });
      else say("");
    },
    begin() {
      const { frame, picture } = client.recording;
      if (!picture) return;
      hovered = null;
      const middle = /** @type {Square} */ ([Math.floor(picture.width / 2), Math.floor(picture.height / 2)]);
      move(frame?.player ?? middle);
      if (cursor) ask({ square: cursor, next: false, isHover: false });
    },
    end() {
      cursor = null;
      pointAt(null);
      say("");
    },
    /** Look again: the game goes on. */
    again() {
      const square = cursor ?? hovered;
      if (square) ask({ square, next: false, isHover: !cursor });
    },
    /**
     * Move the cursor by a key; return whether the key does that.
     *
     * @param {string} step
     * @param {number} [far] how many squares
     */
    step(step, far = 1) {
      const { picture } = client.recording;
      if (!cursor || !picture || !(step in OFFSETS)) return false;
      const [dx, dy] = OFFSETS[step];
      const x = Math.max(0, Math.min(picture.width - 1, cursor[0] + far * dx));
      const y = Math.max(0, Math.min(picture.height - 1, cursor[1] + far * dy));
      const square = /** @type {Square} */ ([x, y]);
      move(square);
      ask({ square, next: false, isHover: false });
      return true;
    },
    next() {
      if (cursor) ask({ square: cursor, next: true, isHover: false });
    },
    /** @returns {Square | null} */
    get square() {
      return cursor;
    },
  };
}

/**
 * @param {Square} square
 * @param {{ width: number, height: number }} size
 */
export function inside([x, y], { width, height }) {
  return x >= 0 && y >= 0 && x < width && y < height;
}
