/**
 * What was before each edit, for undo and redo.
 */

/** @typedef {{ entries: import("./types.js").Entry[], chosen: number }} Snapshot */

const MOST = 500;

export class History {
  constructor() {
    /** @type {Snapshot[]} */
    this.past = [];
    /** @type {Snapshot[]} */
    this.future = [];
  }

  /** @param {Snapshot} before what was before an edit */
  push(before) {
    this.past.push(before);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
  }

  /**
   * @param {Snapshot} now
   * @returns {Snapshot | undefined}
   */
  undo(now) {
    const before = this.past.pop();
    if (before) this.future.push(now);
    return before;
  }

  /**
   * @param {Snapshot} now
   * @returns {Snapshot | undefined}
   */
  redo(now) {
    const after = this.future.pop();
    if (after) this.past.push(now);
    return after;
  }
}
