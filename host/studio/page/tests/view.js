/**
 * The tests of the mods: a list by file, the failures of the chosen one, and runs of all, some or one.
 */

import { Refused, ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { describeProblem } from "../components/problems.js";
import { TestList } from "./list.js";
import { makeResult } from "./result.js";

/** @typedef {import("../types.js").Test} Test */

/** @param {import("../lib/store.js").Store} store */
export function makeTests(store) {
  const detail = make("div", { class: "test-detail", "aria-live": "polite" });
  const hint = make("p", { class: "empty" }, "Choose a test to see how it ended.");
  const list = new TestList((number) => showResult(number));
  const summary = make("span", { class: "muted", role: "status" });
  const progress = make("progress", { class: "test-progress", "aria-label": "Tests that ended", max: 1, value: 0 });
  const note = make("div");
  const press = (/** @type {string} */ name, /** @type {() => void} */ act, kind = "") =>
    make("button", { type: "button", class: `button ${kind}`, onclick: act }, name);
  const runAll = press("Run all", () => run(), "primary");
  const runFailed = press("Run failed", () => run(list.numbers(({ state }) => state === "failed")));
  const acceptAll = press("Accept all snapshots", () => accept(list.numbers(({ has_snapshot: has }) => has)));
  const stop = press("Stop", () => post("stop"));
  const again = make("input", {
    class: "switch",
    id: "tests-again",
    type: "checkbox",
    role: "switch",
    onchange: follow,
  });
  let isRunning = false;
  let isOpen = false;
  /** What the server said of tests since the list was asked for. @type {Test[]} */
  let newer = [];
  /**
   * What the server said of the run since then: the answer may be older.
   *
   * @type {{ is_running?: boolean, runs_at_saves?: boolean }}
   */
  let newerRun = {};
  /** The tests of the run that goes on. @type {Set<number>} */
  let wanted = new Set();

  /**
   * @param {string} path
   * @param {object} [body]
   */
  async function post(path, body = {}) {
    try {
      await ask(`tests/${path}`, { body });
    } catch (error) {
      report(error);
    }
  }

  /** @param {number[]} [tests] */
  function run(tests) {
    return post("run", tests ? { tests } : {});
  }

  /** @param {number[]} tests */
  function accept(tests) {
    return post("accept", { tests });
  }

  function follow() {
    return post("saves", { runs_at_saves: again.checked });
  }

  /** @param {unknown} error */
  function report(error) {
    if (!(error instanceof Refused)) throw error;
    if (!error.isSuperseded) fill(note, error.problems.map(describeProblem));
  }

  async function refresh() {
    newer = [];
    newerRun = {};
    try {
      const { files, error, ...state } = await ask("tests");
      list.show(files);
      for (const test of newer) list.update(test);
      fill(note, error && !files.length && make("p", { class: "empty" }, error));
      take({ ...state, ...newerRun });
    } catch (error) {
      report(error);
    }
  }

  /** @param {{ tests?: Test[], is_listed?: boolean, is_running?: boolean, runs_at_saves?: boolean }} message */
  function take({ tests = [], is_listed: isListed, is_running: runs, runs_at_saves: runsAgain }) {
    if (isListed) refresh();
    newer.push(...tests);
    for (const test of tests) {
      if (test.state === "waiting") wanted.add(test.number);
      list.update(test);
    }
    if (runs !== undefined) isRunning = newerRun.is_running = runs;
    if (runsAgain !== undefined) again.checked = newerRun.runs_at_saves = runsAgain;
    // Tests wait before the server says that they run.
    if (runs === false) wanted = new Set();
    const chosen = tests.find(({ number, state }) => number === list.chosen && isEnded(state));
    if (chosen) showResult(chosen.number);
    else if (list.chosen === null) list.chooseFailed();
    describe();
  }

  function describe() {
    const tests = list.tests();
    hint.classList.toggle("hidden", !tests.length);
    if (list.chosen === null && detail.firstChild !== hint) fill(detail, hint);
    const count = (/** @type {string} */ state) => tests.filter((test) => test.state === state).length;
    const seconds = tests.reduce((sum, test) => sum + (test.seconds ?? 0), 0);
    const failed = count("failed");
    const ended = tests.filter(({ number, state }) => wanted.has(number) && isEnded(state)).length;
    const parts = [
      isRunning && wanted.size && `${ended} of ${wanted.size} ended`,
      failed && `${failed} failed`,
      count("passed") && `${count("passed")} passed`,
      count("skipped") && `${count("skipped")} skipped`,
      count("new") && `${count("new")} not run`,
      seconds && `${seconds.toFixed(2)} s`,
      !isRunning && tests.some(({ is_old: isOld }) => isOld) && "from before the last save: run again",
    ];
    summary.textContent = isRunning && !tests.length ? "looking for tests …" : parts.filter(Boolean).join(" · ");
    summary.classList.toggle("failing", failed > 0);
    progress.max = wanted.size || 1;
    progress.value = wanted.size ? ended : 0;
    progress.classList.toggle("idle", !isRunning);
    runAll.disabled = !tests.length;
    runFailed.disabled = !failed;
    acceptAll.disabled = !tests.some(({ has_snapshot: has }) => has);
    stop.disabled = !isRunning;
  }

  /** @param {number} number */
  async function showResult(number) {
    try {
      const result = await ask(`tests/${number}`);
      if (list.chosen === number) fill(detail, makeResult(result, { run, accept }, detail.clientWidth));
    } catch (error) {
      report(error);
    }
  }

  document.addEventListener("tests", (event) => take(/** @type {CustomEvent} */ (event).detail));
  store.on(["look", "isConnected", "version"], ({ look, isConnected, version }) => {
    const wasOpen = isOpen;
    // From the first message of the server on, no other one is missed.
    isOpen = look.view === "tests" && isConnected && version > 0;
    if (isOpen && !wasOpen) refresh();
  });
  describe();
  return make(
    "div",
    { class: "view panel column tests-view" },
    make(
      "header",
      {},
      make("h2", {}, "Tests"),
      make("div", { class: "row" }, runAll, runFailed, acceptAll, stop),
      make("label", { class: "row again", for: "tests-again" }, again, "Again at each save"),
      summary,
    ),
    progress,
    note,
    make("div", { class: "test-split" }, list.element, detail),
  );
}

/** @param {string} state */
function isEnded(state) {
  return state === "passed" || state === "failed" || state === "skipped";
}
