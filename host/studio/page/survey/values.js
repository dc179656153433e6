/**
 * The means of metrics for each value of a swept option.
 */

import { fill, make } from "../lib/dom.js";
import { formatFigure, formatWhole } from "../lib/format.js";

/** @typedef {import("./types.js").Summary} Summary */

export function makeValues() {
  const head = make("tr");
  const body = make("tbody");
  const table = make("table", { class: "table" }, make("thead", {}, head), body);
  const title = make("h3");
  const element = make(
    "section",
    { class: "card wide" },
    make("header", {}, title),
    make("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Means by value" }, table),
  );

  /** @param {Summary} summary */
  function update({ values, sweep, metrics }) {
    element.classList.toggle("hidden", !values.length);
    if (!sweep || !values.length) return;
    title.textContent = `Means by ${sweep.option}`;
    const cell = (/** @type {string} */ text) => make("td", { class: "figure" }, text);
    fill(head, make("th", {}, "metric"), ...values.map(({ value }) => make("th", { class: "figure" }, value)));
    const failed = values.map((part) => cell(`${formatWhole(part.failed)} of ${formatWhole(part.dungeons)}`));
    fill(
      body,
      make("tr", {}, make("td", {}, "failed"), failed),
      metrics.map(({ id }) =>
        make(
          "tr",
          {},
          make("td", {}, id),
          values.map(({ means }) => cell(formatFigure(means[id]))),
        ),
      ),
    );
  }

  return { element, update };
}
