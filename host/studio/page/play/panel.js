/**
 * What belongs to the frame that is shown: the player, what it carries and sees, what happened, and buttons.
 */

import { fill, icon, iconButton, make } from "../lib/dom.js";
import { counted } from "../lib/format.js";

/**
 * @typedef {import("./client.js").GameClient} GameClient
 * @typedef {import("./recording.js").Frame} Frame
 * @typedef {import("./recording.js").Thing} Thing
 */

/** Frames whose lines are listed. */
const MOST_LISTED = 100;
const ARROW = "M8 13V3M4 7l4-4l4 4";
/** Steps of the pad in rows, and how far each arrow is turned. @type {[string, string, number][]} */
const PAD = [
  ["northwest", "Northwest", -45],
  ["north", "North", 0],
  ["northeast", "Northeast", 45],
  ["west", "West", -90],
  ["wait", "Wait", 0],
  ["east", "East", 90],
  ["southwest", "Southwest", -135],
  ["south", "South", 180],
  ["southeast", "Southeast", 135],
];
/** What the other buttons do: a command, an action or a page, its name, and its key. */
const BUTTONS = /** @type {[{ command?: string, action?: string, view?: string }, string, string][]} */ ([
  [{ command: "explore" }, "Explore", "o"],
  [{ command: "fight" }, "Fight", "Tab"],
  [{ action: "get" }, "Pick up", "g"],
  [{ command: "go up" }, "Way back", "<"],
  [{ command: "go down" }, "Way on", ">"],
  [{ view: "look" }, "Look", "x"],
  [{ view: "inventory" }, "Inventory", "i"],
  [{ view: "actions" }, "Actions", "Enter"],
]);

/** @param {(meaning: { command?: string, action?: string, view?: string }) => void} act */
export function makePanel(act) {
  const health = make("meter", { class: "meter", "aria-label": "Health", min: 0 });
  const healthText = make("span", { class: "figure" });
  const healthRow = make("div", { class: "health" }, make("span", {}, "Health"), health, healthText);
  const title = make("h2", { class: "place" });
  const status = make("p", { class: "muted" });
  const carries = make("ul", { class: "plain", "aria-label": "You carry" });
  const sees = make("ul", { class: "plain", "aria-label": "You see" });
  const note = make("p", { class: "note", role: "status" });
  const list = make("ol", { class: "plain" });
  const messages = make("div", { class: "messages", role: "log", "aria-label": "Messages", tabindex: 0 }, list);
  const pad = make("div", { class: "pad", role: "group", "aria-label": "Move" });
  fill(
    pad,
    PAD.map(([action, name, degrees]) => {
      const picture = action === "wait" ? icon("M8 8h.01") : icon(ARROW);
      // The policy of the page allows no inline styles, but attributes of SVG.
      picture.firstElementChild?.setAttribute("transform", `rotate(${degrees} 8 8)`);
      return iconButton(name, picture, () => act({ action }));
    }),
  );
  const buttons = make(
    "div",
    { class: "buttons", role: "group", "aria-label": "Do" },
    BUTTONS.map(([meaning, name, key]) =>
      make("button", { type: "button", class: "button", title: `Key: ${key}`, onclick: () => act(meaning) }, name),
    ),
  );
  const element = make(
    "section",
    { class: "play-panel", "aria-label": "Game" },
    make("div", { class: "player" }, title, healthRow, status),
    make(
      "div",
      { class: "has" },
      make("h3", { class: "muted" }, "You carry"),
      carries,
      make("h3", { class: "muted" }, "You see"),
      sees,
    ),
    messages,
    note,
    make("div", { class: "moves" }, pad, buttons),
  );
  let listed = "";

  /** @param {GameClient} client */
  function update({ recording, note: text }) {
    const { frame, position, entries } = recording;
    note.textContent = text;
    if (frame) show(frame);
    const key = `${position} ${frame?.number} ${frame?.lines.length}`;
    if (key === listed) return;
    listed = key;
    /** @type {Frame[]} */
    const frames = [];
    for (let i = position; i >= 0 && frames.length < MOST_LISTED; i -= 1) {
      if (entries[i].frame.lines.length) frames.unshift(entries[i].frame);
    }
    fill(list, frames.length ? frames.map(describeLines) : make("li", { class: "muted" }, "Nothing has happened yet."));
    messages.scrollTop = messages.scrollHeight;
  }

  /** @param {Frame} frame */
  function show({ name, title: place, status: line, health: points, max_health: most, things, sights, player }) {
    title.textContent = place || name;
    status.textContent = line + (player ? "" : " · you are not on the map");
    healthRow.classList.toggle("hidden", points === null);
    health.classList.toggle("hidden", most === null);
    if (points !== null) {
      healthText.textContent = most === null ? round(points) : `${round(points)} of ${round(most)}`;
      Object.assign(health, { max: most ?? 1, low: (most ?? 0) / 3, optimum: most ?? 1, value: points });
    }
    fill(carries, listOf(things.map(nameOf), "nothing"));
    fill(sees, listOf(sights, "nothing special"));
  }

  return { element, update };
}

/**
 * Return a thing with its number, and whether it is in the hands.
 *
 * @param {Thing} thing
 */
export function nameOf({ name, count, is_held: isHeld }) {
  return `${name}${count === 1 ? "" : ` × ${count}`}${isHeld ? " (in your hands)" : ""}`;
}

/** @param {number} number */
function round(number) {
  return String(Math.round(number * 100) / 100);
}

/**
 * @param {string[]} names
 * @param {string} none what stands in place of an empty list
 */
function listOf(names, none) {
  return names.length ? names.map((name) => make("li", {}, name)) : [make("li", { class: "muted" }, none)];
}

/** @param {Frame} frame */
export function describeLines({ turn, lines, left_out: leftOut }) {
  return make(
    "li",
    {},
    make("span", { class: "muted figure" }, turn),
    make(
      "div",
      {},
      lines.map(({ kind, text }) => make("p", { class: kind }, text)),
      leftOut > 0 && make("p", { class: "muted" }, `… ${counted(leftOut, "line")} left out`),
    ),
  );
}
