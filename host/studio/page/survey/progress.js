/**
 * How far a survey is: a bar, the rate, failures and the time that is left; buttons to stop it, and to save it and
 * its report.
 */

import { Refused, ask, askFile } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { storeFile } from "../lib/files.js";
import { counted, formatDuration, formatWhole } from "../lib/format.js";

/** @typedef {import("./types.js").Progress} Progress */

export function makeProgress() {
  const done = make("span", { class: "done" });
  const bar = make("div", { class: "progress", role: "progressbar", "aria-label": "Dungeons made" }, done);
  const sentence = make("p", { role: "status" });
  const stop = make("button", { type: "button", class: "button", onclick: end }, "Stop");
  const save = make("button", { type: "button", class: "button", onclick: saveFile }, "Save as .survey");
  const report = make("button", { type: "button", class: "button hidden", onclick: saveReport }, "Save report");
  const missing = make("span", { class: "muted hidden" });
  const buttons = make("div", { class: "row" }, stop, save, report, missing);
  const element = make(
    "section",
    { class: "survey-progress hidden", "aria-label": "Progress" },
    bar,
    sentence,
    buttons,
  );
  let shown = 0;
  let generator = "";

  async function end() {
    stop.disabled = true;
    await ask("survey/stop", { body: { survey: shown } }).catch(() => {});
  }

  /** Store the file of the survey. */
  async function saveFile() {
    const query = new URLSearchParams({ survey: String(shown) });
    await reportErrors(async () => storeFile(`${generator}.survey`, await askFile("survey/file", query)));
  }

  /** Store the page that `dungeon-host survey report` writes, which takes some seconds. */
  async function saveReport() {
    report.disabled = true;
    report.textContent = "Making the report …";
    await reportErrors(async () => {
      const { file, page } = await ask("survey/report", { query: new URLSearchParams({ survey: String(shown) }) });
      storeFile(file, new Blob([page], { type: "text/html" }));
    }).finally(() => {
      report.disabled = false;
      report.textContent = "Save report";
    });
  }

  /**
   * Do something, and show why it was refused.
   *
   * @param {() => Promise<void>} act
   */
  async function reportErrors(act) {
    missing.classList.add("hidden");
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      missing.textContent = error.message;
      missing.classList.remove("hidden");
    }
  }

  /**
   * Offer the report; or say which library it needs.
   *
   * @param {string | null} sentence
   */
  function offerReport(sentence) {
    const isEarly = save.classList.contains("hidden");
    report.classList.toggle("hidden", isEarly || sentence !== null);
    missing.classList.toggle("hidden", isEarly || sentence === null);
    missing.textContent = sentence ? `For a report: ${sentence}.` : "";
  }

  /** @param {Progress} progress */
  function update(progress) {
    const isOver = !isRunning(progress);
    element.classList.remove("hidden");
    element.dataset.state = progress.state;
    if (shown !== progress.survey || isOver) stop.disabled = isOver;
    shown = progress.survey;
    generator = progress.generator;
    const percent = (100 * progress.done) / progress.total;
    done.style.width = `${percent}%`;
    bar.setAttribute("aria-valuenow", String(Math.round(percent)));
    sentence.textContent = `${progress.generator}: ${describe(progress, isOver)}`;
    stop.classList.toggle("hidden", isOver);
    save.classList.toggle("hidden", !isOver || progress.state === "failed");
    if (!isOver) offerReport(null);
  }

  function hide() {
    element.classList.add("hidden");
  }

  return { element, update, offerReport, hide };
}

/**
 * Return whether a survey is still being made.
 *
 * @param {Progress} progress
 */
export function isRunning({ state }) {
  return state === "running" || state === "starting";
}

/**
 * @param {Progress} progress
 * @param {boolean} isOver
 */
function describe(progress, isOver) {
  const { state, done, failed, total, seconds, rate, seconds_left: left } = progress;
  const failures = failed ? ` · ${formatWhole(failed)} failed` : "";
  const speed = rate ? ` · ${rate < 10 ? rate.toFixed(1) : formatWhole(Math.round(rate))} a second` : "";
  if (state === "done") return `${counted(done, "dungeon")} in ${formatDuration(seconds)}${failures}${speed}`;
  const made = `${formatWhole(done)} of ${formatWhole(total)}`;
  if (isOver) return `${state === "stopped" ? "Stopped" : "Ended by an error"} at ${made}${failures}`;
  return `${made}${speed}${failures}${left === null ? "" : ` · ${formatDuration(left)} left`}`;
}
