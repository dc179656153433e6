/**
 * What to survey: how many dungeons of the generator and the options beside, their metrics, and a sweep.
 */

import { requestOf } from "../lib/address.js";
import { fill, make } from "../lib/dom.js";
import { nameOfOption } from "../lib/names.js";

/** @typedef {import("../lib/store.js").Store} Store */

/** Dungeons of the largest survey here. */
const MOST = 50_000;

/**
 * @param {Store} store
 * @param {(order: object) => void} start
 */
export function makeForm(store, start) {
  const count = makeNumber("survey-count", 1000, 1, MOST);
  const seed = makeNumber("survey-seed", 1, 0, Number.MAX_SAFE_INTEGER);
  const metrics = make("input", {
    class: "input",
    id: "survey-metrics",
    value: "default",
    list: "survey-metric-sets",
    autocomplete: "off",
    title: "default, all, none, or ids of metrics with commas",
  });
  const sets = make(
    "datalist",
    { id: "survey-metric-sets" },
    ["default", "all", "none"].map((value) => make("option", { value })),
  );
  const sweep = make("select", { class: "select", id: "survey-sweep", onchange: suggest });
  const values = make("input", {
    class: "input",
    id: "survey-values",
    autocomplete: "off",
    placeholder: "such as 1, 2, 3",
    disabled: true,
  });
  const button = make("button", { type: "submit", class: "button primary" }, "Start survey");
  const element = make(
    "form",
    { class: "survey-form", "aria-label": "Survey", onsubmit: submit },
    label("Dungeons", count),
    label("First seed", seed),
    label("Metrics", metrics),
    label("Sweep", sweep),
    label("Values", values),
    sets,
    button,
  );

  /** Offer the values of the option to sweep. */
  function suggest() {
    const option = store.generator?.options.find(({ id }) => id === sweep.value);
    values.disabled = !option;
    values.required = Boolean(option);
    values.value = (option?.choices ?? [])
      .map(String)
      .filter((value) => value !== "random")
      .join(", ");
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const request = requestOf(store.fields.look);
    const chosen = { ...request.options };
    delete chosen[sweep.value];
    const listed = values.value.split(",").map((value) => value.trim());
    start({
      ...request,
      options: chosen,
      count: Number(count.value),
      seed: Number(seed.value),
      metrics: metrics.value.replaceAll(" ", "") || "default",
      sweep: sweep.value ? { option: sweep.value, values: listed.filter(Boolean) } : null,
    });
  }

  let isBusy = false;
  const enable = () => {
    button.disabled = isBusy || !store.fields.look.generator;
  };

  store.on(["state", "look"], () => {
    enable();
    const options = store.generator?.options ?? [];
    const ids = options.map(({ id }) => id);
    if (sweep.dataset.ids === ids.join(" ")) return;
    sweep.dataset.ids = ids.join(" ");
    const before = sweep.value;
    fill(
      sweep,
      make("option", { value: "" }, "nothing"),
      options.map((option) => make("option", { value: option.id }, nameOfOption(option))),
    );
    sweep.value = ids.includes(before) ? before : "";
    if (sweep.value !== before) suggest();
  });

  /** @param {boolean} isRunning whether a survey is being made */
  function update(isRunning) {
    isBusy = isRunning;
    enable();
  }

  return { element, update };
}

/**
 * @param {string} id
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
function makeNumber(id, value, min, max) {
  return make("input", { class: "input", id, type: "number", value, min, max, step: 1, required: true });
}

/**
 * @param {string} text
 * @param {HTMLElement} control
 */
function label(text, control) {
  return make("div", { class: "labelled" }, make("label", { for: control.id }, text), control);
}
