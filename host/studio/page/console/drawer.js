/**
 * The console: a drawer below any view, in which lines of Lua are evaluated at the start of a game.
 */

import { requestOf } from "../lib/address.js";
import { Refused, ask } from "../lib/api.js";
import { icon, iconButton, make } from "../lib/dom.js";
import { describeProblem } from "../components/problems.js";
import { describeAnswer } from "./answer.js";
import { makePrompt } from "./prompt.js";

/** Answers that are shown. */
const MOST = 200;

/**
 * Make the drawer, and the button that opens it.
 *
 * @param {import("../lib/store.js").Store} store
 */
export function makeConsole(store) {
  const hint = "Lua, :generate, :map, :seed 7, :reload, :help, or ?kts.AddStuff";
  const empty = make("li", { class: "muted" }, `The API of every dialect, and each mod by its id. Type ${hint}.`);
  const answers = make("ol", { class: "answers", "aria-label": "Answers", "aria-live": "polite", tabindex: 0 }, empty);
  const stop = make("button", { type: "button", class: "button", onclick: stopInput, disabled: true }, "Stop input");
  const prompt = makePrompt(submit);
  const drawer = make(
    "section",
    { class: "console hidden", id: "console", "aria-label": "Console", onkeydown: press },
    make(
      "header",
      {},
      make("h2", {}, "Console"),
      make("div", { class: "row" }, stop, iconButton("Close console", icon("M4 6l4 4l4-4"), close)),
    ),
    answers,
    prompt.element,
  );
  const button = make(
    "button",
    {
      type: "button",
      class: "button",
      "aria-expanded": "false",
      "aria-controls": "console",
      title: "Console (Ctrl+`)",
      onclick: toggle,
    },
    "Console",
  );

  function toggle() {
    if (drawer.classList.contains("hidden")) open();
    else close();
  }

  function open() {
    drawer.classList.remove("hidden");
    button.setAttribute("aria-expanded", "true");
    prompt.focus();
  }

  function close() {
    drawer.classList.add("hidden");
    button.setAttribute("aria-expanded", "false");
    button.focus();
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.key === "Escape" && !event.defaultPrevented) close();
  }

  function stopInput() {
    ask("console/stop", { body: {} }).catch(() => {});
  }

  /** @param {Element} item */
  function add(item) {
    empty.remove();
    answers.append(item);
    while (answers.children.length > MOST) answers.firstElementChild?.remove();
    answers.scrollTop = answers.scrollHeight;
  }

  /**
   * Evaluate an input; return whether it goes on in the next line.
   *
   * @param {string} text
   */
  async function submit(text) {
    stop.disabled = false;
    drawer.setAttribute("aria-busy", "true");
    try {
      const answer = await ask("console", { body: { text, ...requestOf(store.fields.look) } });
      if (answer.is_incomplete) return true;
      add(describeAnswer(text, answer));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      add(make("li", { class: "problem-like" }, error.problems.map(describeProblem)));
    } finally {
      stop.disabled = true;
      drawer.setAttribute("aria-busy", "false");
    }
    return false;
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "`" || !event.ctrlKey) return;
    event.preventDefault();
    toggle();
  });
  return { drawer, button };
}
