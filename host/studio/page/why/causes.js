/**
 * Why something is there: which mods, files and lines registered, changed and placed it.
 */

import { mapQuery } from "../lib/address.js";
import { ask } from "../lib/api.js";
import { icon, iconButton, make } from "../lib/dom.js";
import { makeLocation } from "../components/location.js";
import { openSheet } from "../components/sheet.js";

/**
 * @typedef {import("../lib/store.js").Store} Store
 * @typedef {import("../types.js").Cause} Cause
 */

/**
 * Describe causes, the oldest first.
 *
 * @param {Cause[]} causes
 */
export function makeCauses(causes) {
  return make(
    "ol",
    { class: "causes" },
    causes.map(({ what, mod, file, line, action, value }) =>
      make(
        "li",
        {},
        make("p", { class: "cause" }, make("span", { class: "what" }, what), " ", value ?? "nothing"),
        make("p", { class: "how" }, make("span", { class: "muted" }, action)),
        file && line ? makeLocation(file, line) : make("span", { class: "muted" }, mod),
      ),
    ),
  );
}

/**
 * Make a small button that opens the causes of something.
 *
 * @param {Store} store
 * @param {string} subject "item", "field", "pool", "segment" or "option"
 * @param {string} name
 */
export function makeWhyButton(store, subject, name) {
  // Without the name, which another control may have.
  const mark = icon("M6 6.2a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.6", "M8 12h.01");
  const button = iconButton("Why", mark, () => openWhy(store, subject, name));
  button.classList.add("why");
  return button;
}

/**
 * @param {Store} store
 * @param {string} subject
 * @param {string} name
 */
function openWhy(store, subject, name) {
  return openSheet(`Why ${subject}`, name, async () => {
    const path = `why/${subject}/${encodeURIComponent(name)}`;
    const { causes } = await ask(path, { query: mapQuery(store.fields.look) });
    return [makeCauses(causes), subject === "item" && makeFieldForm(store, name)];
  });
}

/**
 * @param {Store} store
 * @param {string} item
 */
function makeFieldForm(store, item) {
  const field = make("input", {
    class: "input mono",
    "aria-label": "Field",
    placeholder: "weight, access.walking …",
    autocomplete: "off",
    spellcheck: "false",
  });

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (field.value.trim()) openWhy(store, "field", `${item}.${field.value.trim()}`);
  }

  return make(
    "form",
    { class: "field-form", onsubmit: submit },
    make("p", { class: "muted" }, "A field of it, and each value that it had:"),
    make("div", { class: "row" }, field, make("button", { type: "submit", class: "button" }, "Why")),
  );
}
