/**
 * Pages over a game: its keys, what the player carries and can do, and the messages so far.
 */

import { fill, make } from "../lib/dom.js";
import { HELP, OFFSETS } from "./keys.js";
import { describeLines, nameOf } from "./panel.js";

/**
 * @typedef {import("../lib/dom.js").Child} Child
 * @typedef {import("./recording.js").Action} Action
 * @typedef {import("./recording.js").Frame} Frame
 * @typedef {import("./recording.js").Recording} Recording
 */

/** Letters that choose an action. */
const LETTERS = "abcdefghilmoprstuvwxyz";

/** Formats of files, and what they are. */
const FILES = [
  ["rec", "Recording, .rec", "to open here again, with dungeon-host play --replay, or as a test"],
  ["html", "Page to share, .html", "one file to step through, for any browser"],
  ["gif", "Moving picture, .gif", "of at most 400 turns"],
  ["webp", "Moving picture, .webp", "of at most 400 turns, smaller and with all colours"],
  ["cast", "Film for terminals, .cast", "which asciinema plays"],
];

/**
 * @param {(action: string) => void} choose takes the id of an action that is chosen on a page
 * @param {{ save: (format: string) => void, open: (file: File) => void }} files
 */
export function makePages(choose, files) {
  const title = make("h2", {});
  const content = make("div", { class: "game-page-content" });
  const close = make("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Close");
  const dialog = make(
    "dialog",
    { class: "game-page", onkeydown: pick, onclick: closeOutside },
    make("header", {}, title, close),
    content,
  );
  let key = "";
  /** Letter -> the action. @type {Map<string, string>} */
  let choices = new Map();

  /** @param {KeyboardEvent} event */
  function pick(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = choices.get(event.key);
    if (action) take(action);
    else if (event.key === key) dialog.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {MouseEvent} event */
  function closeOutside(event) {
    if (event.target === dialog) dialog.close();
  }

  /** @param {string} action */
  function take(action) {
    dialog.close();
    choose(action);
  }

  /**
   * @param {string} name
   * @param {string} closingKey closes the page that it opened
   * @param {...(Child | Child[])} children
   */
  function open(name, closingKey, ...children) {
    key = closingKey;
    title.textContent = name;
    dialog.setAttribute("aria-label", name);
    fill(content, ...children);
    if (!dialog.open) dialog.showModal();
    content.scrollTop = name === "Messages" ? content.scrollHeight : 0;
  }

  /**
   * Return some actions as buttons with letters, and those that cannot be done with the reason.
   *
   * @param {Action[]} actions
   */
  function listActions(actions) {
    const rows = [...actions].sort((a, b) => Number(a.reason !== null) - Number(b.reason !== null));
    return make(
      "ul",
      { class: "plain choices" },
      rows.map(({ id, text, reason }) => {
        if (reason !== null) {
          const why = make("span", { class: "muted" }, `: ${reason}`);
          return make("li", {}, make("span", { class: "vacant-key" }, "–"), make("span", {}, text, why));
        }
        const letter = LETTERS[choices.size] ?? "";
        if (letter) choices.set(letter, id);
        const name = make("span", { class: "mono muted", "aria-hidden": "true" }, letter);
        return make(
          "li",
          {},
          name,
          make("button", { type: "button", class: "button choice", onclick: () => take(id) }, text),
        );
      }),
    );
  }

  const picker = make("input", {
    type: "file",
    accept: ".rec",
    "aria-label": "Recording to open",
    onchange() {
      const [file] = picker.files ?? [];
      picker.value = "";
      if (!file) return;
      dialog.close();
      files.open(file);
    },
  });

  return {
    element: dialog,
    /** @param {boolean} hasGame whether there is something to store */
    files(hasGame) {
      choices = new Map();
      const rows = FILES.map(([format, name, meaning]) => {
        const press = () => {
          dialog.close();
          files.save(format);
        };
        const text = make("span", { class: "muted" }, meaning);
        return make("li", {}, make("button", { type: "button", class: "button", onclick: press }, name), text);
      });
      open(
        "Files",
        "S",
        make("h3", {}, "Store the game so far"),
        hasGame ? make("ul", { class: "plain files" }, rows) : make("p", { class: "muted" }, "There is no game."),
        make("h3", {}, "Open a recording"),
        picker,
      );
    },
    help() {
      choices = new Map();
      const rows = HELP.flatMap(([keys, meaning]) => [make("dt", { class: "mono" }, keys), make("dd", {}, meaning)]);
      open("Keys", "?", make("dl", {}, rows));
    },
    /** @param {Frame} frame */
    inventory({ things, actions }) {
      choices = new Map();
      const rows = things.map((thing) => [
        make("h3", {}, nameOf(thing)),
        thing.use && make("p", { class: "muted" }, thing.use),
        listActions(actions.filter(({ id }) => id.includes(":") && id.slice(id.indexOf(":") + 1) === thing.id)),
      ]);
      open("Inventory", "i", rows.length ? rows.flat() : make("p", { class: "muted" }, "You carry nothing."));
    },
    /** @param {Frame} frame */
    actions({ actions }) {
      choices = new Map();
      const deeds = actions.filter(({ id }) => !(id in OFFSETS));
      const isControl = (/** @type {Action} */ { id }) => id.startsWith("control:");
      const groups = /** @type {[string, Action[]][]} */ ([
        ["What you can do", deeds.filter((deed) => !isControl(deed) && deed.reason === null)],
        ["What the mods add", deeds.filter((deed) => isControl(deed) && deed.reason === null)],
        ["Not now", deeds.filter(({ reason }) => reason !== null)],
      ]);
      const shown = groups.filter(([, members]) => members.length);
      open(
        "Actions",
        "Enter",
        shown.flatMap(([name, members]) => [make("h3", {}, name), listActions(members)]),
      );
    },
    /** @param {Recording} recording */
    messages({ entries, position }) {
      choices = new Map();
      const frames = entries.slice(0, position + 1).map(({ frame }) => frame);
      open(
        "Messages",
        "m",
        make("ol", { class: "messages" }, frames.filter(({ lines }) => lines.length).map(describeLines)),
      );
    },
  };
}
