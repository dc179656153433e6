/**
 * The expressive range: a heat map of two metrics. A bin is a button that shows its dungeons.
 */

import { fill, make } from "../lib/dom.js";
import { counted, formatFigure, formatInterval } from "../lib/format.js";
import { followArrowKeys, updateTabStop } from "./arrow-keys.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Range} Range */
/** @typedef {import("./types.js").Summary} Summary */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
});

/**
 * @param {(choice: Choice) => void} choose
 * @param {(x: string, y: string) => void} changeMetrics
 */
export function makeRange(choose, changeMetrics) {
  const pairs = make("select", { class: "select", "aria-label": "Pair of metrics", onchange: choosePair });
  const across = make("select", { class: "select", "aria-label": "Horizontal metric", onchange: chooseAxes });
  const up = make("select", { class: "select", "aria-label": "Vertical metric", onchange: chooseAxes });
  const plot = make("div", { class: "heat", role: "group", "aria-label": "Expressive range" });
  const edges = {
    left: make("div", { class: "edge-y muted" }, make("span"), make("span")),
    below: make("div", { class: "ends muted" }, make("span"), make("span")),
  };
  const element = make(
    "section",
    { class: "card range" },
    make("header", {}, make("h3", {}, "Expressive range"), pairs),
    make("div", { class: "heat-frame" }, up, edges.left, plot, edges.below, across),
  );
  /** @type {Range | null} */
  let shown = null;
  /** Buttons of the plot by "column,row". @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();

  function choosePair() {
    const [x, y] = pairs.value.split(" ");
    if (y) changeMetrics(x, y);
  }

  function chooseAxes() {
    changeMetrics(across.value, up.value);
  }

  /**
   * @param {number} column
   * @param {number} row
   */
  function show(column, row) {
    if (!shown) return;
    const { x, y, x_edges, y_edges } = shown;
    const [x_from, x_to, y_from, y_to] = [x_edges[column], x_edges[column + 1], y_edges[row], y_edges[row + 1]];
    choose({
      title: `${x} ${formatInterval(x_from, x_to)}, ${y} ${formatInterval(y_from, y_to)}`,
      query: { x, x_from, x_to, y, y_from, y_to },
    });
  }

  followArrowKeys(plot, (from, key) => {
    const [stepX, stepY] = STEPS[key];
    let column = Number(from.dataset.column);
    let row = Number(from.dataset.row);
    const size = shown?.size ?? 0;
    do {
      column += stepX;
      row += stepY;
      if (column < 0 || row < 0 || column >= size || row >= size) return undefined;
    } while (buttons.get(`${column},${row}`)?.disabled);
    return buttons.get(`${column},${row}`);
  });

  /** @param {number} size */
  function makeBins(size) {
    if (buttons.size === size * size) return;
    buttons.clear();
    plot.style.setProperty("--size", String(size));
    for (let row = size - 1; row >= 0; row -= 1) {
      for (let column = 0; column < size; column += 1) {
        const press = () => show(column, row);
        const places = { "data-column": column, "data-row": row };
        buttons.set(`${column},${row}`, make("button", { type: "button", class: "bin", onclick: press, ...places }));
      }
    }
    fill(plot, [...buttons.values()]);
  }

  /** @param {Range} range */
  function drawBins(range) {
    makeBins(range.size);
    const most = Math.max(1, ...range.bins.map(({ dungeons }) => dungeons));
    const counts = new Map(range.bins.map(({ column, row, dungeons }) => [`${column},${row}`, dungeons]));
    for (const [place, button] of buttons) {
      const count = counts.get(place) ?? 0;
      const [column, row] = place.split(",").map(Number);
      // Bins with few dungeons would hardly be seen otherwise.
      button.style.setProperty("--heat", `${count ? Math.round(14 + 86 * Math.sqrt(count / most)) : 0}%`);
      // A button that is disabled loses the focus.
      button.disabled = !count && document.activeElement !== button;
      const label = [
        `${range.x} ${formatInterval(range.x_edges[column], range.x_edges[column + 1])}`,
        `${range.y} ${formatInterval(range.y_edges[row], range.y_edges[row + 1])}: ${counted(count, "dungeon")}`,
      ].join(", ");
      button.setAttribute("aria-label", label);
      button.title = count ? label : "";
    }
    updateTabStop(plot);
    write(edges.below, range.x_edges);
    write(edges.left, [...range.y_edges].reverse());
  }

  /** @param {Summary} summary */
  function update({ range, metrics, pairs: ranked }) {
    shown = range;
    element.classList.toggle("hidden", !range);
    if (!range) return;
    const ids = metrics.filter((metric) => metric.is_varying).map(({ id }) => id);
    list(
      across,
      ids.map((id) => [id, id]),
      range.x,
    );
    list(
      up,
      ids.map((id) => [id, id]),
      range.y,
    );
    const isRanked = ranked.some(({ x, y }) => x === range.x && y === range.y);
    const options = ranked.map(({ x, y, correlation }) => [`${x} ${y}`, `${x}, ${y} (r ${correlation.toFixed(2)})`]);
    list(pairs, isRanked ? options : [["", "another pair"], ...options], isRanked ? `${range.x} ${range.y}` : "");
    drawBins(range);
  }

  return { element, update };
}

/**
 * Offer [value, text] in a select, and leave it alone while nothing changes: it may be open.
 *
 * @param {HTMLSelectElement} select
 * @param {string[][]} options
 * @param {string} value
 */
function list(select, options, value) {
  const text = JSON.stringify(options);
  if (select.dataset.options !== text && document.activeElement !== select) {
    select.dataset.options = text;
    fill(
      select,
      options.map(([name, label]) => make("option", { value: name }, label)),
    );
  }
  if (document.activeElement !== select) select.value = value;
}

/**
 * @param {Element} element
 * @param {number[]} edges
 */
function write(element, edges) {
  const [first, last] = element.children;
  first.textContent = formatFigure(edges[0]);
  last.textContent = formatFigure(edges[edges.length - 1]);
}
