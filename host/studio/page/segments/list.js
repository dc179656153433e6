/**
 * The files, and the segments of the one that is open.
 */

import { fill, icon, iconButton, make } from "../lib/dom.js";
import { shortenPath } from "../lib/format.js";
import { contextOf } from "../map/sprites.js";
import { listDrafts } from "./drafts.js";
import { importDrawn, nameOfDrawn } from "./import.js";
import { makeRadioGroup, markChosen } from "./radio-group.js";
import { Sheets } from "./sheets.js";

/** Pixels of a side of a thumbnail, and its largest squares. */
const SIDE = 64;
const LARGEST = 8;
/** Characters of the name of a file in the list. */
const WIDEST = 18;

/**
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./types.js").Entry} Entry
 */

/** @param {Editor} editor */
export function makeList(editor) {
  const list = make("div", { class: "segment-list", role: "radiogroup", "aria-label": "Segments of the file" });
  /** Pictures that are drawn, by key of the segment. @type {Map<string, { entry: Entry, button: HTMLElement }>} */
  let drawn = new Map();
  let sheets = new Sheets(null);

  /** @param {Entry} entry */
  function makeButton(entry) {
    const { segment } = entry;
    const canvas = make("canvas", { width: SIDE, height: SIDE, "aria-hidden": "true" });
    const pixels = Math.max(1, Math.min(LARGEST, Math.floor(SIDE / Math.max(segment.width, segment.height))));
    const left = Math.floor((SIDE - segment.width * pixels) / 2);
    const top = Math.floor((SIDE - segment.height * pixels) / 2);
    sheets.drawSegment(contextOf(canvas), segment, left, top, pixels);
    const name = make("span", { class: "segment-name" }, segment.name || "unnamed");
    const size = make("span", { class: "muted" }, `${segment.width} × ${segment.height}`);
    return make(
      "button",
      { type: "button", class: "segment", role: "radio", onclick: () => choose(entry.key) },
      canvas,
      make("span", { class: "segment-text" }, name, size),
    );
  }

  /** @param {string} key */
  function choose(key) {
    editor.choose(editor.fields.entries.findIndex((entry) => entry.key === key));
  }

  makeRadioGroup(list, (button) => {
    for (const [key, { button: other }] of drawn) if (other === button) choose(key);
  });
  editor.on(["palette"], ({ palette }) => {
    sheets = new Sheets(palette);
    drawn = new Map();
  });
  editor.on(["entries", "palette", "isDirty"], ({ entries }) => {
    // A stroke changes the picture when it ends.
    if (editor.before) return;
    const next = new Map();
    for (const entry of entries) {
      const before = drawn.get(entry.key);
      next.set(entry.key, before?.entry === entry ? before : { entry, button: makeButton(entry) });
    }
    const isFocused = list.contains(document.activeElement);
    const isSame = [...next.values()].every(({ button }, place) => list.children[place] === button);
    drawn = next;
    if (!isSame || list.children.length !== next.size) {
      fill(
        list,
        [...next.values()].map(({ button }) => button),
      );
      mark();
      if (isFocused) /** @type {HTMLElement | null} */ (list.children[editor.fields.chosen])?.focus();
    }
  });

  function mark() {
    const chosen = list.children[editor.fields.chosen] ?? null;
    markChosen(list, chosen);
    chosen?.scrollIntoView({ block: "nearest" });
  }

  editor.on(["chosen", "file"], mark);
  return make("aside", { class: "segment-files", "aria-label": "Files and segments" }, makeFiles(editor), list);
}

/** @param {Editor} editor */
function makeFiles(editor) {
  const select = make("select", {
    class: "select",
    "aria-label": "Segment file",
    onchange: () => editor.open(select.value),
  });
  const state = make("p", { class: "muted file-state" });
  const mod = make("select", { class: "select", "aria-label": "Mod of the new file" });
  const input = make("input", {
    class: "input",
    "aria-label": "Name of the new file",
    placeholder: "rooms.txt",
  });
  const drawn = make("input", {
    type: "file",
    class: "input",
    multiple: true,
    accept: ".tmj,.tmx,.tsj,.tsx,.ldtk,.ldtkl,.txt,.png,.tsv,.toml",
    "aria-label": "Map that was drawn elsewhere",
    title: "A map of Tiled or LDtk, a text map, a picture or a dungeon of donjon, with its tilesets and a table",
  });
  const create = make("button", { type: "submit", class: "button" }, "Create");
  const form = make("form", { class: "row new-file hidden", onsubmit: submit }, mod, input, drawn, create);

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const files = [...(drawn.files ?? [])];
    const name = input.value.trim() || nameOfDrawn(files);
    if (!name) {
      input.focus();
      return;
    }
    form.classList.add("hidden");
    const file = `${mod.value}/${name.endsWith(".txt") ? name : `${name}.txt`}`;
    form.reset();
    if (files.length) importDrawn(editor, file, files);
    else editor.create(file);
  }

  const toggle = () => {
    form.classList.toggle("hidden");
    if (!form.classList.contains("hidden")) input.focus();
  };
  const button = iconButton("New file", icon("M8 3v10M3 8h10"), toggle);
  editor.on(["mods"], ({ mods }) => {
    button.disabled = !mods.length;
    mod.classList.toggle("hidden", mods.length < 2);
    fill(
      mod,
      mods.map((id) => make("option", { value: id }, id)),
    );
  });
  editor.on(["files", "file", "isDirty", "isWritable"], ({ files, file, isWritable }) => {
    const drafts = listDrafts();
    const names = files.map((entry) => entry.file);
    const listed = file && !names.includes(file) ? [{ file, is_writable: true, error: null }, ...files] : files;
    /** @type {Map<string, HTMLElement>} */
    const groups = new Map();
    for (const entry of listed) {
      const [mod] = entry.file.split("/", 1);
      const label = entry.is_writable ? mod : `${mod} (read-only)`;
      const group = groups.get(label) ?? make("optgroup", { label });
      groups.set(label, group);
      const marks = [drafts.includes(entry.file) ? "● " : "", entry.error ? "⚠ " : ""].join("");
      const name = shortenPath(entry.file.slice(mod.length + 1), WIDEST);
      group.append(make("option", { value: entry.file, title: entry.file }, `${marks}${name}`));
    }
    fill(select, [...groups.values()]);
    select.value = file;
    const entry = listed.find((other) => other.file === file);
    state.textContent =
      entry && !isWritable && !entry.is_writable ? "Read-only: the file belongs to a bundled mod." : "";
    select.title = file;
  });
  return make("div", { class: "section stack" }, make("div", { class: "row file-row" }, select, button), form, state);
}
