/**
 * The inputs of the console, which the browser stores.
 */

/** Inputs that are stored, and characters of the longest one. */
const MOST = 200;
const LONGEST = 2000;

export class History {
  /** @param {string} key of the storage of the browser */
  constructor(key) {
    this.key = key;
    /** @type {string[]} */
    this.inputs = read(key);
    /** Where the prompt is; behind the last input for a new one. */
    this.position = this.inputs.length;
    this.draft = "";
  }

  /** @param {string} text */
  add(text) {
    if (text.length <= LONGEST && this.inputs.at(-1) !== text) this.inputs.push(text);
    this.inputs = this.inputs.slice(-MOST);
    this.position = this.inputs.length;
    localStorage.setItem(this.key, JSON.stringify(this.inputs));
  }

  /**
   * Return the input a step away; `text` is what the prompt has now.
   *
   * @param {number} step
   * @param {string} text
   */
  move(step, text) {
    if (this.position === this.inputs.length) this.draft = text;
    this.position = Math.max(0, Math.min(this.inputs.length, this.position + step));
    return this.inputs[this.position] ?? this.draft;
  }
}

/**
 * @param {string} key
 * @returns {string[]}
 */
function read(key) {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.map(String).slice(-MOST) : [];
  } catch {
    return [];
  }
}
