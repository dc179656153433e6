/**
 * The frames of a game, stored as differences, so that one can go back and forth between them.
 */

import { decodeArray } from "../lib/decode.js";

/**
 * @typedef {import("../types.js").Picture} Picture
 *
 * @typedef {{ kind: string, text: string }} Line
 * @typedef {{ id: string, name: string, count: number, use: string, is_held: boolean }} Thing
 * @typedef {{ id: string, text: string, reason: string | null }} Action
 *
 * @typedef {object} Frame
 * @property {number} number actions since the start of the game
 * @property {string} action the last of them; empty at the start, and when the same turn is shown in another way
 * @property {number} turn
 * @property {string} name what is played
 * @property {string} title name of the map, in a world
 * @property {string} status a line about the game
 * @property {string} goal a line; empty for none
 * @property {"won" | "lost" | null} outcome
 * @property {[number, number] | null} player
 * @property {number | null} health
 * @property {number | null} max_health
 * @property {Thing[]} things what the player carries
 * @property {Action[]} actions what it can do
 * @property {string[]} sights names of what it sees
 * @property {Line[]} lines what happened and what mods printed
 * @property {number} left_out lines that are not among them
 *
 * @typedef {object} Entry
 * @property {Frame} frame
 * @property {number} bytes
 * @property {Int32Array} cells layer, square, sprite before and sprite after of each changed cell
 * @property {{ before: Picture | null, after: Picture } | null} scene another picture that begins with this frame; both
 *   are as they are on either side of this entry
 */

/** Frames that are stored, and bytes of their differences. */
export const MOST_FRAMES = 5000;
const MOST_BYTES = 64 * 2 ** 20;
/** Bytes of an entry besides its cells, about. */
const LEAST_BYTES = 4000;

export class Recording {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    /** Number of the entry that is shown. */
    this.position = -1;
    /** The picture at that entry. @type {Picture | null} */
    this.picture = null;
    this.bytes = 0;
    /** Entries that were dropped, because there were too many. */
    this.dropped = 0;
    /** All actions since the start of the game. @type {string[]} */
    this.actions = [];
  }

  get last() {
    return this.entries.length - 1;
  }

  get isAtEnd() {
    return this.position === this.last;
  }

  /**
   * Add what the player reads without a turn.
   *
   * @param {string[]} notes
   */
  note(notes) {
    const lines = this.entries[this.last]?.frame.lines;
    for (const text of notes) if (lines && lines.at(-1)?.text !== text) lines.push({ kind: "note", text });
  }

  /** The frame that is shown. @returns {Frame | null} */
  get frame() {
    return this.entries[this.position]?.frame ?? null;
  }

  /**
   * Add a frame of the server and show it.
   *
   * @param {any} data
   * @returns {Set<number> | null} the squares that changed; null for another picture
   */
  add(data) {
    const { scene, cells, sprites, ...frame } = data;
    const changed = this.seek(this.last);
    const entry = scene ? this.makeScene(frame, scene) : this.makeDifference(frame, cells, sprites);
    this.entries.push(entry);
    this.bytes += entry.bytes;
    if (frame.action) this.actions.push(frame.action);
    const more = this.seek(this.last);
    this.dropOldest();
    return changed && more ? new Set([...changed, ...more]) : null;
  }

  /**
   * @param {Frame} frame
   * @param {any} scene
   * @returns {Entry}
   */
  makeScene(frame, scene) {
    const layers = scene.layers.map((/** @type {any} */ { name, cells }) => ({ name, cells: decodeArray(cells) }));
    const bytes = LEAST_BYTES + layers.length * scene.width * scene.height * 4;
    return { frame, bytes, cells: new Int32Array(), scene: { before: this.picture, after: { ...scene, layers } } };
  }

  /**
   * @param {Frame} frame
   * @param {string} text
   * @param {import("../types.js").Shape[][]} sprites
   * @returns {Entry}
   */
  makeDifference(frame, text, sprites) {
    const changed = decodeArray(text);
    const cells = new Int32Array((changed.length / 3) * 4);
    const { picture } = this;
    if (!picture) throw new Error("the first frame has no scene");
    picture.sprites.push(...sprites);
    for (let i = 0, j = 0; i < changed.length; i += 3, j += 4) {
      const [layer, square] = [changed[i], changed[i + 1]];
      cells.set([layer, square, picture.layers[layer].cells[square], changed[i + 2]], j);
    }
    return { frame, bytes: LEAST_BYTES + cells.byteLength, cells, scene: null };
  }

  /**
   * Show an entry.
   *
   * @param {number} position
   * @returns {Set<number> | null} the squares that changed; null for another picture
   */
  seek(position) {
    /** @type {Set<number>} */
    const changed = new Set();
    const before = this.picture;
    while (this.position < position) this.apply(this.entries[++this.position], 3, changed);
    while (this.position > position) this.apply(this.entries[this.position--], 2, changed);
    return this.picture === before ? changed : null;
  }

  /**
   * Change the picture to that on one side of an entry.
   *
   * @param {Entry} entry
   * @param {2 | 3} side where its cells have the sprites of that side
   * @param {Set<number>} changed
   */
  apply({ cells, scene }, side, changed) {
    if (scene) this.picture = side === 3 ? scene.after : scene.before;
    const { picture } = this;
    if (!picture) return;
    for (let i = 0; i < cells.length; i += 4) {
      picture.layers[cells[i]].cells[cells[i + 1]] = cells[i + side];
      changed.add(cells[i + 1]);
    }
  }

  dropOldest() {
    while (this.entries.length > 2 && (this.entries.length > MOST_FRAMES || this.bytes > MOST_BYTES)) {
      const [oldest] = this.entries.splice(0, 1);
      this.bytes -= oldest.bytes;
      this.position -= 1;
      this.dropped += 1;
      // Nobody can go back beyond the entry that is the first now.
      const first = this.entries[0];
      if (first.scene) first.scene.before = null;
    }
  }
}
