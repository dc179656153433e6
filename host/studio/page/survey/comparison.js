/**
 * Two surveys side by side, such as before and after a save: the means of their metrics over equal seeds.
 */

import { describeProblem } from "../components/problems.js";
import { Refused, ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { counted, formatFigure } from "../lib/format.js";
import { isRunning } from "./progress.js";

/** @typedef {import("./types.js").Progress} Progress */
/**
 * @typedef {{ id: string, old: number | null, new: number | null, effect: number | null, low: number | null,
 *   high: number | null, p: number | null }} Change
 */

/** Below this p-value chance hardly explains a change. */
const FAR = 0.05;

export function makeComparison() {
  const select = make("select", { class: "select", "aria-label": "Compare with", onchange: compare });
  const state = make("p", { class: "muted", role: "status" });
  const content = make("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Changes" });
  const element = make(
    "section",
    { class: "card wide" },
    make("header", {}, make("h3", {}, "Before and after"), select),
    state,
    content,
  );
  let shown = 0;

  async function compare() {
    fill(content);
    state.textContent = "";
    if (!select.value) return;
    state.textContent = "comparing …";
    const query = new URLSearchParams({ old: select.value, new: String(shown) });
    try {
      const { pairs, identical, failures, metrics } = await ask("survey/compare", { query });
      const failed = `failed: ${failures.old} before, ${failures.new} after`;
      state.textContent = `${counted(pairs, "pair")} of equal seeds, ${identical} identical; ${failed}`;
      fill(content, makeTable(metrics));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      state.textContent = "";
      fill(content, error.problems.map(describeProblem));
    }
  }

  /**
   * @param {Progress} survey that is shown
   * @param {Progress[]} surveys
   */
  function update(survey, surveys) {
    const others = surveys.filter(
      (other) => other.survey !== survey.survey && other.generator === survey.generator && other.done,
    );
    element.classList.toggle("hidden", !others.length || isRunning(survey));
    const listed = JSON.stringify([survey.survey, others]);
    if (select.dataset.listed !== listed) {
      select.dataset.listed = listed;
      fill(
        select,
        make("option", { value: "" }, "compare with …"),
        others.map((other) => describeSurvey(other, survey)),
      );
      fill(content);
      state.textContent = "";
    }
    shown = survey.survey;
  }

  return { element, update };
}

/**
 * @param {Progress} other
 * @param {Progress} shown
 */
function describeSurvey({ survey, done, version }, shown) {
  const saves = shown.version - version;
  const when = saves ? `${counted(Math.abs(saves), "save")} ${saves > 0 ? "before" : "after"}` : "the same files";
  return make("option", { value: survey }, `Survey ${survey}: ${counted(done, "dungeon")}, ${when}`);
}

/** @param {Change[]} metrics */
function makeTable(metrics) {
  const heads = ["before", "after", "effect", "95 % interval", "p"].map((name) =>
    make("th", { class: "figure" }, name),
  );
  const rows = metrics.map((change) => {
    const isFar = change.p !== null && change.p < FAR;
    const interval = `${formatFigure(change.low)} … ${formatFigure(change.high)}`;
    const cells = [
      formatFigure(change.old),
      formatFigure(change.new),
      formatFigure(change.effect),
      interval,
      formatFigure(change.p),
    ];
    return make(
      "tr",
      { class: isFar ? "far" : null },
      make("td", {}, change.id),
      cells.map((text) => make("td", { class: "figure" }, text)),
    );
  });
  return make(
    "table",
    { class: "table" },
    make("thead", {}, make("tr", {}, make("th", {}, "metric"), heads)),
    make("tbody", {}, rows),
  );
}
