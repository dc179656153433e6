/**
 * The prompt of the console: lines with a history, and completion of names.
 */

import { Refused, ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { History } from "./history.js";

/** The name before the cursor. */
const NAME = /[A-Za-z_][\w.:]*$/;
/** Names that are offered at a time. */
const MOST = 8;

/** @param {(text: string) => Promise<boolean>} submit evaluates an input; whether it goes on in the next line */
export function makePrompt(submit) {
  const history = new History("dungeon-studio-console");
  const names = make("ul", { class: "names hidden", role: "listbox", id: "console-names", "aria-label": "Names" });
  const input = make("textarea", {
    class: "input mono",
    rows: 1,
    "aria-label": "Input",
    "aria-controls": "console-names",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    onkeydown: press,
    oninput: change,
    onblur: hide,
  });
  let chosen = -1;
  let isBusy = false;

  function change() {
    hide();
    grow();
  }

  function grow() {
    input.rows = Math.min(8, input.value.split("\n").length);
  }

  function hide() {
    names.classList.add("hidden");
    fill(names);
    chosen = -1;
  }

  /** @param {string} text */
  function write(text) {
    input.value = text;
    hide();
    grow();
  }

  /** @param {number} step */
  function recall(step) {
    write(history.move(step, input.value));
    // The same key goes on in the history.
    const end = step < 0 ? input.value.split("\n")[0].length : input.value.length;
    input.setSelectionRange(end, end);
  }

  async function send() {
    const text = input.value;
    if (!text.trim() || isBusy) return;
    isBusy = true;
    try {
      const goesOn = await submit(text);
      if (goesOn) {
        write(`${text}\n`);
      } else {
        history.add(text);
        write("");
      }
    } finally {
      isBusy = false;
    }
  }

  async function complete() {
    const before = input.value.slice(0, input.selectionStart);
    const name = NAME.exec(before)?.[0];
    if (!name) return;
    let found;
    try {
      ({ names: found } = await ask("console/names", { query: new URLSearchParams({ text: name }) }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return;
    }
    if (input.value.slice(0, input.selectionStart) !== before) return;
    if (found.length === 1) insert(name, found[0]);
    else if (found.length) offer(name, found);
  }

  /**
   * @param {string} name
   * @param {string} whole
   */
  function insert(name, whole) {
    const start = input.selectionStart - name.length;
    input.setRangeText(whole, start, input.selectionStart, "end");
    hide();
    input.focus();
  }

  /**
   * @param {string} name
   * @param {string[]} all
   */
  function offer(name, all) {
    insert(name, commonStart(all));
    fill(
      names,
      all
        .slice(0, MOST)
        .map((whole) =>
          make(
            "li",
            { role: "option", "aria-selected": "false", onmousedown: (/** @type {Event} */ event) => pick(event) },
            whole,
          ),
        ),
      all.length > MOST && make("li", { class: "muted", role: "presentation" }, `and ${all.length - MOST} more`),
    );
    names.classList.remove("hidden");
  }

  /** @param {Event} event */
  function pick(event) {
    event.preventDefault();
    take(/** @type {Element} */ (event.currentTarget).textContent ?? "");
  }

  /** @param {string} whole */
  function take(whole) {
    const name = NAME.exec(input.value.slice(0, input.selectionStart))?.[0] ?? "";
    insert(name, whole);
  }

  /** @param {number} step */
  function move(step) {
    const options = [...names.querySelectorAll("[role=option]")];
    chosen = (chosen + step + options.length) % options.length;
    for (const [number, option] of options.entries()) option.setAttribute("aria-selected", String(number === chosen));
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const isOffering = !names.classList.contains("hidden");
    const option = names.querySelectorAll("[role=option]")[chosen];
    const isOnFirst = !input.value.slice(0, input.selectionStart).includes("\n");
    const isOnLast = !input.value.slice(input.selectionStart).includes("\n");
    if (event.key === "Enter" && isOffering && option) take(option.textContent ?? "");
    else if (event.key === "Enter" && !event.shiftKey) send();
    else if (event.key === "Tab" && !event.shiftKey && isOffering) move(1);
    else if (event.key === "Tab" && !event.shiftKey && NAME.test(input.value.slice(0, input.selectionStart)))
      complete();
    else if (event.key === "Escape" && isOffering) hide();
    else if (event.key === "ArrowDown" && isOffering) move(1);
    else if (event.key === "ArrowUp" && isOffering) move(-1);
    else if (event.key === "ArrowUp" && isOnFirst) recall(-1);
    else if (event.key === "ArrowDown" && isOnLast) recall(1);
    else return;
    event.preventDefault();
  }

  return {
    element: make(
      "div",
      { class: "prompt" },
      make("span", { class: "mono", "aria-hidden": "true" }, ">"),
      input,
      names,
    ),
    focus: () => input.focus(),
  };
}

/** @param {string[]} names */
function commonStart(names) {
  let start = names[0];
  for (const name of names) {
    while (!name.startsWith(start)) start = start.slice(0, -1);
  }
  return start;
}
