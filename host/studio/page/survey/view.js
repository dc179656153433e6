/**
 * The survey: many dungeons of the generator that is shown, with plots that fill in while they are made.
 */

import { describeProblem } from "../components/problems.js";
import { Refused, ask, latest } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { makeComparison } from "./comparison.js";
import { makeDungeons } from "./dungeons.js";
import { makeForm } from "./form.js";
import { makeHistogram } from "./histogram.js";
import { makeOutcomes } from "./outcomes.js";
import { isRunning, makeProgress } from "./progress.js";
import { makeRange } from "./range.js";
import { makeValues } from "./values.js";

/** @typedef {import("./types.js").Progress} Progress */
/** @typedef {import("./types.js").Summary} Summary */

/** Milliseconds between two looks at a survey that runs. */
const PAUSE = 400;
/** Dungeons after which the best pair of metrics stays on screen, even when another pair becomes better. */
const ENOUGH = 200;
/** The server reads a survey at most so much of the time: 1 / this number. */
const CALM = 4;

/** @param {import("../lib/store.js").Store} store */
export function makeSurvey(store) {
  const dungeons = makeDungeons(store);
  const form = makeForm(store, start);
  const progress = makeProgress();
  const outcomes = makeOutcomes(dungeons.show, dungeons.open);
  const range = makeRange(dungeons.show, chooseMetrics);
  const values = makeValues();
  const comparison = makeComparison();
  const histograms = make("div", { class: "histograms" });
  /** @type {Map<string, ReturnType<typeof makeHistogram>>} */
  const byMetric = new Map();
  // Why a survey was not started. Answers about an earlier survey come later, and leave it.
  const refusal = make("div", { class: "problem-list", role: "alert" });
  const problems = make("div", { class: "problem-list", role: "alert" });
  const empty = make("p", { class: "empty" });
  const plots = make(
    "div",
    { class: "survey-body hidden" },
    make(
      "div",
      { class: "plots" },
      make("div", { class: "pair" }, outcomes.element, range.element),
      comparison.element,
      values.element,
      histograms,
    ),
    dungeons.element,
  );
  let survey = 0;
  /** The generator whose survey is shown. @type {string | null} */
  let generator = null;
  let axes = { x: "", y: "" };
  let isAsking = false;
  let isDue = false;

  /** @param {Progress} news */
  function follow(news) {
    form.update(isRunning(news));
    // Another page may make a survey of another generator.
    if (news.generator !== generator) return;
    if (survey !== news.survey) axes = { x: "", y: "" };
    survey = news.survey;
    progress.update(news);
    refresh();
  }

  /** Show the last survey of the generator of the address, or that there is none. */
  async function showGenerator() {
    generator = store.fields.look.generator;
    const asked = generator;
    survey = 0;
    progress.hide();
    fill(refusal);
    fill(problems);
    plots.classList.add("hidden");
    empty.textContent =
      `There is no survey of ${generator} yet. Make many dungeons with the options beside, and see how they differ, ` +
      "how often they fail, and why.";
    empty.classList.remove("hidden");
    /** @type {{ surveys: Progress[] }} */
    const { surveys } = await ask("surveys");
    if (generator !== asked) return;
    for (const news of surveys) if (isRunning(news)) form.update(true);
    const last = surveys.find((news) => news.generator === generator);
    if (last) follow(last);
  }

  /** @param {object} order */
  async function start(order) {
    form.update(true);
    fill(refusal);
    fill(problems);
    try {
      axes = { x: "", y: "" };
      follow(await ask("survey", { body: order }));
    } catch (error) {
      form.update(false);
      report(error, refusal);
    }
  }

  /**
   * @param {unknown} error
   * @param {HTMLElement} [list] where it is shown
   */
  function report(error, list = problems) {
    if (!(error instanceof Refused)) throw error;
    const saved = { message: "Files were saved at this moment: start the survey again." };
    fill(list, (error.isSuperseded ? [saved] : error.problems).map(describeProblem));
  }

  /** Ask what the survey says; while it is asked, only one more question waits. */
  async function refresh() {
    if (!survey) return;
    if (isAsking) {
      isDue = true;
      return;
    }
    isAsking = true;
    isDue = false;
    const started = performance.now();
    try {
      const asked = axes;
      const number = survey;
      const query = new URLSearchParams({ survey: String(survey), ...asked });
      const [summary, { surveys }] = await Promise.all([ask("survey", { query }), ask("surveys")]);
      if (survey !== number) {
        isDue = true;
      } else if (axes === asked) {
        draw(summary);
        comparison.update(summary, surveys);
      } else {
        // Other metrics were chosen meanwhile: this answer would take them back.
        isDue = true;
      }
    } catch (error) {
      report(error);
    }
    setTimeout(
      () => {
        isAsking = false;
        if (isDue) refresh();
      },
      Math.max(PAUSE, CALM * (performance.now() - started)),
    );
  }

  const requestRange = latest(async (/** @type {{ x: string, y: string }} */ chosen, signal) => {
    const number = survey;
    const query = new URLSearchParams({ survey: String(number), ...chosen });
    try {
      const summary = await ask("survey", { query, signal });
      if (survey === number) draw(summary);
    } catch (error) {
      if (!signal.aborted) report(error);
    }
  });

  /**
   * @param {string} x
   * @param {string} y
   */
  function chooseMetrics(x, y) {
    axes = { x, y };
    requestRange(axes);
  }

  /** @param {Summary} summary */
  function draw(summary) {
    const isUsed = range.element.contains(document.activeElement);
    if (summary.range && (!isRunning(summary) || isUsed || summary.done >= ENOUGH)) {
      axes = { x: summary.range.x, y: summary.range.y };
    }
    empty.classList.add("hidden");
    plots.classList.remove("hidden");
    plots.dataset.done = String(summary.done);
    progress.update(summary);
    progress.offerReport(summary.missing_for_report);
    fill(
      problems,
      summary.problems.map(describeProblem),
      summary.warnings.map((message) => describeProblem({ message })),
    );
    outcomes.update(summary);
    range.update(summary);
    values.update(summary);
    dungeons.update(summary);
    const ids = summary.metrics.map(({ id }) => id);
    if ([...byMetric.keys()].join(" ") !== ids.join(" ")) {
      byMetric.clear();
      for (const id of ids) byMetric.set(id, makeHistogram(id, dungeons.show));
      fill(
        histograms,
        [...byMetric.values()].map(({ element }) => element),
      );
    }
    for (const metric of summary.metrics) byMetric.get(metric.id)?.update(metric);
  }

  document.addEventListener("survey", (event) => follow(/** @type {CustomEvent} */ (event).detail));
  // A survey may run already: another page started it, or this one was loaded again.
  store.on(["look"], ({ look }) => {
    if (look.generator && look.generator !== generator) showGenerator();
  });
  return make(
    "div",
    { class: "view panel survey" },
    make("h2", { class: "unseen" }, "Survey"),
    form.element,
    refusal,
    problems,
    progress.element,
    empty,
    plots,
  );
}
