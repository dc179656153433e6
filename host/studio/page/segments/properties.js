/**
 * Name, size and rooms of the segment that is painted; new segments, and removing one.
 */

import { fill, icon, iconButton, make } from "../lib/dom.js";

/**
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./types.js").Room} Room
 */

/** Characters of the longest name. */
const LONGEST = 200;
/** Where the old squares stay when the size changes: shares of the difference before them. */
const ANCHORS = /** @type {[string, number, number][]} */ ([
  ["top left", 0, 0],
  ["top right", 1, 0],
  ["middle", 0.5, 0.5],
  ["bottom left", 0, 1],
  ["bottom right", 1, 1],
]);
const PARTS = ["x", "y", "width", "height"];

/** @param {Editor} editor */
export function makeProperties(editor) {
  return make(
    "section",
    { class: "section stack", "aria-label": "Segment settings" },
    make("h2", {}, "Segment"),
    makeName(editor),
    makeSize(editor),
    makeActions(editor),
  );
}

/** @param {Editor} editor */
function makeName(editor) {
  const input = make("input", { class: "input", id: "segment-name", maxlength: LONGEST, autocomplete: "off" });
  input.addEventListener("change", () => {
    const { segment } = editor;
    const name = input.value.trim() || null;
    if (segment && name !== segment.name) editor.edit({ ...segment, name });
  });
  editor.on(["entries", "chosen", "isWritable"], ({ isWritable }) => {
    const name = editor.segment?.name ?? "";
    if (input.value !== name) input.value = name;
    input.disabled = !isWritable || !editor.segment;
  });
  return make("div", { class: "field" }, make("label", { for: "segment-name" }, "Name"), input);
}

/** @param {Editor} editor */
function makeSize(editor) {
  const [width, height] = ["Width", "Height"].map((name) =>
    make("input", { class: "input", type: "number", min: 1, max: 1000, required: true, "aria-label": name }),
  );
  const anchor = make(
    "select",
    { class: "select", "aria-label": "Old squares stay" },
    ANCHORS.map(([name], number) => make("option", { value: number }, name)),
  );
  const button = make("button", { type: "submit", class: "button" }, "Resize");
  const form = make(
    "form",
    { class: "size", onsubmit: resize },
    make("div", { class: "row" }, width, make("span", { "aria-hidden": "true" }, "×"), height),
    make("div", { class: "row" }, anchor, button),
  );

  /** @param {Event} event */
  function resize(event) {
    event.preventDefault();
    const { segment } = editor;
    if (!segment) return;
    const size = { width: Number(width.value), height: Number(height.value) };
    const [, shareX, shareY] = ANCHORS[Number(anchor.value)];
    const x = Math.floor((size.width - segment.width) * shareX);
    const y = Math.floor((size.height - segment.height) * shareY);
    const { tile, palette } = editor.fields;
    const number = typeof tile === "number" ? tile : 0;
    editor.change({ change: "resize", ...size, x, y, number, empty: palette?.empty ?? 0 });
  }

  editor.on(["entries", "chosen", "isWritable"], ({ isWritable }) => {
    const { segment } = editor;
    const active = document.activeElement;
    if (segment && active !== width && active !== height) {
      width.value = String(segment.width);
      height.value = String(segment.height);
    }
    for (const control of [width, height, anchor, button]) control.disabled = !isWritable || !segment;
  });
  return form;
}

/** @param {Editor} editor */
function makeActions(editor) {
  const add = make("button", { type: "button", class: "button" }, "New segment");
  add.addEventListener("click", () => {
    const { width, height } = editor.segment ?? { width: 12, height: 12 };
    const { tile } = editor.fields;
    editor.change({ change: "new", width, height, number: typeof tile === "number" ? tile : 0 }, true);
  });
  const copy = make("button", { type: "button", class: "button" }, "Duplicate");
  copy.addEventListener("click", () => {
    const { segment } = editor;
    if (segment) editor.insert({ ...segment, name: segment.name && `${segment.name} copy`.slice(0, LONGEST) });
  });
  const remove = make("button", { type: "button", class: "button" }, "Delete");
  remove.addEventListener("click", () => editor.remove());
  editor.on(["entries", "isWritable"], ({ entries, isWritable }) => {
    add.disabled = !isWritable;
    copy.disabled = !isWritable || !entries.length;
    remove.disabled = !isWritable || !entries.length;
  });
  return make("div", { class: "row" }, add, copy, remove);
}

/** @param {Editor} editor */
export function makeRooms(editor) {
  const rows = make("div", { class: "rooms" });
  const add = make("button", { type: "button", class: "button" }, "Add room");
  let shown = "";

  add.addEventListener("click", () => {
    const { segment } = editor;
    if (!segment) return;
    editor.edit({ ...segment, rooms: [...segment.rooms, [-1, -1, segment.width + 2, segment.height + 2]] });
    editor.set({ room: segment.rooms.length });
  });

  /**
   * @param {Room} room
   * @param {number} number
   * @param {boolean} isWritable
   */
  function makeRow(room, number, isWritable) {
    const inputs = PARTS.map((part, place) => {
      // Positions as the file has them: 0 is the border.
      const shift = place < 2 ? 1 : 0;
      const label = `Room ${number + 1} ${part}`;
      const input = make("input", { class: "input", type: "number", "aria-label": label, value: room[place] + shift });
      input.disabled = !isWritable;
      input.addEventListener("focus", () => editor.set({ room: number }));
      input.addEventListener("change", () => {
        const { segment } = editor;
        const value = Number(input.value) - shift;
        if (!segment || !Number.isInteger(value) || Math.abs(value) > 100_000) return;
        const changed = /** @type {Room} */ (room.map((old, other) => (other === place ? value : old)));
        const rooms = segment.rooms.map((old, other) => (other === number ? changed : old));
        editor.edit({ ...segment, rooms });
      });
      return input;
    });
    const remove = iconButton(`Delete room ${number + 1}`, icon("M4 4l8 8M12 4l-8 8"), () => {
      const { segment } = editor;
      if (segment) editor.edit({ ...segment, rooms: segment.rooms.filter((_, other) => other !== number) });
      editor.set({ room: -1 });
    });
    remove.disabled = !isWritable;
    return make("div", { class: "room" }, inputs, remove);
  }

  editor.on(["entries", "chosen", "isWritable"], ({ isWritable }) => {
    const rooms = editor.segment?.rooms ?? [];
    const text = `${isWritable} ${JSON.stringify(rooms)}`;
    add.disabled = !isWritable || !editor.segment;
    if (text === shown) return;
    shown = text;
    const focused = document.activeElement?.getAttribute("aria-label");
    fill(
      rows,
      rooms.map((room, number) => makeRow(room, number, isWritable)),
    );
    if (focused) for (const input of rows.querySelectorAll("input")) if (input.ariaLabel === focused) input.focus();
    mark();
  });

  function mark() {
    [...rows.children].forEach((row, number) => {
      row.classList.toggle("chosen", number === editor.fields.room);
    });
  }

  editor.on(["room"], mark);
  return make(
    "section",
    { class: "section stack", "aria-label": "Rooms" },
    make(
      "div",
      { class: "row palette-head" },
      make("h2", {}, "Rooms"),
      make("span", { class: "muted" }, "x, y, width, height"),
    ),
    rows,
    make("div", { class: "row" }, add),
  );
}
