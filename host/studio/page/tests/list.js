/**
 * The list of tests by file; one of them is chosen.
 */

import { fill, make } from "../lib/dom.js";

/**
 * @typedef {import("../types.js").Test} Test
 * @typedef {{ test: Test, button: HTMLButtonElement }} Row
 */

/** State -> the mark before the name. */
const MARKS = /** @type {Record<string, string>} */ ({
  new: "○",
  waiting: "○",
  running: "◐",
  passed: "✓",
  failed: "✗",
  skipped: "–",
});

export class TestList {
  /** @param {(number: number) => void} choose called with the number of a test that was chosen */
  constructor(choose) {
    this.onChoose = choose;
    this.element = make("div", { class: "test-list", role: "group", "aria-label": "Tests by file" });
    /** @type {Map<number, Row>} */
    this.rows = new Map();
    /** @type {number | null} */
    this.chosen = null;
  }

  /** @param {{ file: string, tests: Test[] }[]} files */
  show(files) {
    this.rows = new Map();
    fill(
      this.element,
      files.map(({ file, tests }) =>
        make(
          "section",
          {},
          make("h3", { class: "mono muted" }, file),
          tests.map((test) => this.makeRow(test)),
        ),
      ),
    );
    if (this.chosen !== null && !this.rows.has(this.chosen)) this.chosen = null;
  }

  /** @param {Test} test */
  makeRow(test) {
    const button = make("button", { type: "button", class: "test", onclick: () => this.choose(test.number) });
    this.rows.set(test.number, { test, button });
    this.update(test);
    return button;
  }

  /** @param {Test} test */
  update(test) {
    const row = this.rows.get(test.number);
    if (!row) return;
    row.test = test;
    row.button.dataset.state = test.state;
    row.button.classList.toggle("old", test.is_old);
    row.button.setAttribute("aria-pressed", String(test.number === this.chosen));
    const time = test.seconds === null ? "" : `${Math.round(1000 * test.seconds)} ms`;
    fill(
      row.button,
      make("span", { class: "mark", "aria-hidden": "true" }, MARKS[test.state]),
      make("span", { class: "unseen" }, `${test.state}${test.is_old ? " before the last save" : ""}: `),
      make("span", { class: "name" }, test.name),
      make("span", { class: "muted time" }, time),
    );
  }

  /** @param {number} number */
  choose(number) {
    const before = this.chosen === null ? undefined : this.rows.get(this.chosen);
    before?.button.setAttribute("aria-pressed", "false");
    this.chosen = number;
    this.rows.get(number)?.button.setAttribute("aria-pressed", "true");
    this.onChoose(number);
  }

  /** Choose the first test that failed, if there is one. */
  chooseFailed() {
    const [failed] = this.numbers(({ state }) => state === "failed");
    if (failed !== undefined) this.choose(failed);
  }

  tests() {
    return [...this.rows.values()].map(({ test }) => test);
  }

  /**
   * Return the numbers of some tests.
   *
   * @param {(test: Test) => boolean} belongs
   */
  numbers(belongs) {
    return this.tests()
      .filter(belongs)
      .map(({ number }) => number);
  }
}
