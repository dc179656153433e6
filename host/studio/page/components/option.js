/**
 * The control of an option of a generator: a list of choices, a switch, a text, or a number with a slider.
 */

import { make } from "../lib/dom.js";
import { nameOfOption, nameOfValue } from "../lib/names.js";
import { makeWhyButton } from "../why/causes.js";

/**
 * @typedef {import("../lib/store.js").Fields} Fields
 * @typedef {import("../lib/store.js").Store} Store
 * @typedef {import("../types.js").Option} Option
 * @typedef {{ element: HTMLElement, read: () => string, write: (text: string) => void }} Control
 */

/**
 * @param {Store} store
 * @param {Option} option
 */
export function makeOption(store, option) {
  const id = `option-${option.id}`;
  const isSwitch = option.choices.length === 2 && option.choices.every((value) => typeof value === "boolean");
  const isNumber = option.numeric || option.real;
  const isText = typeof option.longest === "number";
  const build = isSwitch && !option.random ? makeSwitch : isText ? makeText : isNumber ? makeNumber : makeChoices;
  const control = build(option, id, change);
  const note = make("div", { class: "note hidden", role: "note" });
  const help = [option.text && option.id, option.help].filter(Boolean).join(": ");
  const label = make("label", { for: id, title: help || option.id }, nameOfOption(option));
  const field = make(
    "div",
    { class: "field" },
    label,
    // The id, which the command line takes, names the control, too.
    option.text && make("label", { for: id, class: "unseen" }, option.id),
    control.element,
    makeWhyButton(store, "option", option.id),
    note,
  );

  function change() {
    const text = control.read();
    const options = { ...store.fields.look.options };
    if (text === String(option.default)) delete options[option.id];
    else options[option.id] = text;
    store.show({ options });
  }

  return {
    element: field,
    /** @param {Fields} fields */
    update({ look, map, problems, gameOptions }) {
      const chosen = look.options[option.id] ?? String(option.default);
      if (control.read() !== chosen) control.write(chosen);
      field.classList.toggle("changed", option.id in look.options);
      // The menu of a mod may change a value that was chosen.
      const isOfMap = map && !problems.length && map.generator === look.generator && map.seed === look.seed;
      const made = look.view === "play" ? gameOptions : isOfMap && map.options;
      const got = made ? made[option.id] : undefined;
      const differs = got !== undefined && chosen !== "random" && String(got) !== chosen;
      const isDrawn = got !== undefined && chosen === "random" && got !== "random";
      note.classList.toggle("hidden", !differs && !isDrawn);
      const name = nameOfValue(option, got);
      note.textContent = differs ? `the menu makes it ${name}` : isDrawn ? `${name} this time` : "";
    },
  };
}

/**
 * @param {Option} option
 * @param {string} id
 * @param {() => void} change
 * @returns {Control}
 */
function makeChoices(option, id, change) {
  const values = option.choices.map(String);
  if (option.random && !values.includes("random")) values.push("random");
  const options = values.map((value) => make("option", { value }, nameOfValue(option, value)));
  const select = make("select", { class: "select", id, onchange: change }, options);
  return {
    element: select,
    read: () => select.value,
    write(text) {
      // An address may ask for a value that does not exist: the error of the map says so.
      if (!values.includes(text) && ![...select.options].some(({ value }) => value === text)) {
        select.append(make("option", { value: text }, text));
      }
      select.value = text;
    },
  };
}

/**
 * @param {Option} _
 * @param {string} id
 * @param {() => void} change
 * @returns {Control}
 */
function makeSwitch(_, id, change) {
  const input = make("input", { class: "switch", id, type: "checkbox", role: "switch", onchange: change });
  return {
    element: make("div", {}, input),
    read: () => String(input.checked),
    write(text) {
      input.checked = text === "true";
    },
  };
}

/**
 * @param {Option} option
 * @param {string} id
 * @param {() => void} change
 * @returns {Control}
 */
function makeText(option, id, change) {
  const maxlength = String(option.longest);
  const area = make("textarea", { class: "input", id, rows: "3", maxlength, spellcheck: "false", onchange: change });
  return {
    element: area,
    read: () => area.value,
    write(text) {
      area.value = text;
    },
  };
}

/**
 * @param {Option} option
 * @param {string} id
 * @param {() => void} change
 * @returns {Control}
 */
function makeNumber(option, id, change) {
  const { least, most } = option;
  const step = option.real ? "any" : 1;
  const input = make("input", { class: "input", id, type: "number", min: least, max: most, step, onchange: change });
  const element = make("div", { class: "number" }, input);
  /** @type {HTMLInputElement | null} */
  let slider = null;
  const control = {
    element,
    read: () => input.value,
    write(/** @type {string} */ text) {
      input.value = text;
      if (slider) slider.value = text;
    },
  };
  if (least === null || most === null) return control;
  // A slider over thousands of values would not be of use: it goes to some multiples of the default.
  const usual = Math.max(Number(option.default) * 3, least + 10);
  const end = option.real ? most : Math.min(most, usual);
  slider = make("input", {
    type: "range",
    min: least,
    max: end,
    step: option.real ? (end - least) / 100 : 1,
    tabindex: -1,
    "aria-hidden": "true",
    oninput: slide,
  });

  function slide() {
    input.value = String(Number(Number(slider?.value).toFixed(4)));
    change();
  }

  element.prepend(slider);
  return control;
}
