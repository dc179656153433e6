/**
 * The histogram of a metric. A bar is a button that shows its dungeons.
 */

import { make } from "../lib/dom.js";
import { counted, formatFigure, formatInterval } from "../lib/format.js";
import { followArrowKeys, updateTabStop } from "./arrow-keys.js";

/** @typedef {import("./types.js").Metric} Metric */
/** @typedef {import("./types.js").Choice} Choice */

/**
 * @param {string} id of the metric
 * @param {(choice: Choice) => void} choose
 */
export function makeHistogram(id, choose) {
  const plot = make("div", { class: "histogram", role: "group", "aria-label": `Histogram of ${id}` });
  const mean = make("span", { class: "figure-of" });
  const ends = make("div", { class: "ends muted" }, make("span"), make("span"));
  const title = make("h3", {}, id);
  const element = make("section", { class: "card" }, make("header", {}, title, mean), plot, ends);
  /** @type {{ button: HTMLButtonElement, fill: HTMLElement, low: number, high: number }[]} */
  const bars = [];

  /** @param {number} number */
  function show(number) {
    const { low, high } = bars[number];
    choose({
      title: `${id} ${formatInterval(low, high)}`,
      query: { x: id, x_from: low, x_to: high },
    });
  }

  followArrowKeys(plot, (from, key) => {
    const step = key === "ArrowLeft" || key === "ArrowDown" ? -1 : 1;
    let number = bars.findIndex(({ button }) => button === from) + step;
    while (bars[number]?.button.disabled) number += step;
    return bars[number]?.button;
  });

  /** @param {Metric} metric */
  function update(metric) {
    title.title = metric.help;
    // Metrics that are the same everywhere tell nothing: they come last.
    element.style.order = metric.is_varying ? "0" : "1";
    while (bars.length < metric.counts.length) {
      const number = bars.length;
      const fill = make("span", { class: "fill" });
      const button = make("button", { type: "button", class: "bin", onclick: () => show(number) }, fill);
      bars.push({ button, fill, low: 0, high: 0 });
      plot.append(button);
    }
    const most = Math.max(1, ...metric.counts);
    metric.counts.forEach((count, number) => {
      const bar = bars[number];
      [bar.low, bar.high] = [metric.edges[number] ?? 0, metric.edges[number + 1] ?? 0];
      bar.fill.style.height = count ? `${Math.max(4, (100 * count) / most)}%` : "0";
      // A button that is disabled loses the focus.
      bar.button.disabled = !count && document.activeElement !== bar.button;
      const label = `${formatInterval(bar.low, bar.high)}: ${counted(count, "dungeon")}`;
      bar.button.setAttribute("aria-label", label);
      bar.button.title = label;
    });
    updateTabStop(plot);
    mean.textContent = metric.dungeons ? `mean ${formatFigure(metric.mean)}` : "no values";
    const [first, last] = ends.children;
    first.textContent = metric.edges.length ? formatFigure(metric.edges[0]) : "";
    last.textContent = metric.edges.length ? formatFigure(metric.edges[metric.edges.length - 1]) : "";
  }

  return { element, update };
}
