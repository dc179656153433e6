/**
 * What belongs to the frame that is shown: the state of the player, what happened, and buttons for the moves.
 */

import { fill, icon, iconButton, make } from "../lib/dom.js";

/**
 * @typedef {import("./client.js").GameClient} GameClient
 * @typedef {import("./recording.js").Frame} Frame
 */

/** Frames whose events are listed. */
const MOST_LISTED = 100;
const ARROW = "M8 13V3M4 7l4-4l4 4";
/** Moves of the pad in rows, and how far each arrow is turned. @type {[string, string, number][]} */
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
/** Moves that only worlds have. @type {[string, string][]} */
const ACTIONS = [
  ["up", "Up"],
  ["down", "Down"],
  ["get", "Get"],
  ["rest", "Rest"],
  ["day", "Day"],
];

/** @param {(word: string) => void} press */
export function makePanel(press) {
  const facts = make("dl", {});
  const note = make("p", { class: "note", role: "status" });
  const events = make("ol", { class: "events", "aria-label": "Events", tabindex: 0 });
  const pad = make("div", { class: "pad", role: "group", "aria-label": "Move" });
  fill(
    pad,
    PAD.map(([word, name, degrees]) => {
      const picture = word === "wait" ? icon("M8 8h.01") : icon(ARROW);
      // The policy of the page allows no inline styles, but attributes of SVG.
      picture.firstElementChild?.setAttribute("transform", `rotate(${degrees} 8 8)`);
      return iconButton(name, picture, () => press(word));
    }),
  );
  const actions = make("div", { class: "row actions" });
  fill(
    actions,
    ACTIONS.map(([word, name]) =>
      make("button", { type: "button", class: "button", onclick: () => press(word) }, name),
    ),
  );
  const element = make(
    "section",
    { class: "play-panel", "aria-label": "Game" },
    facts,
    events,
    note,
    make("div", { class: "moves" }, pad, actions),
  );
  let listed = -1;

  /** @param {GameClient} client */
  function update({ recording, note: text, allowed }) {
    const { frame, position, entries } = recording;
    note.textContent = text;
    actions.classList.toggle("hidden", !allowed.includes("up"));
    fill(facts, frame ? describeFrame(frame) : []);
    if (frame && frame.number === listed) return;
    listed = frame?.number ?? -1;
    /** @type {Frame[]} */
    const frames = [];
    for (let i = position; i >= 0 && frames.length < MOST_LISTED; i -= 1) {
      if (entries[i].frame.lines.length) frames.unshift(entries[i].frame);
    }
    fill(
      events,
      frames.length ? frames.map(describeEvents) : make("li", { class: "muted" }, "Nothing has happened yet."),
    );
    events.scrollTop = events.scrollHeight;
  }

  return { element, update };
}

/** @param {Frame} frame */
function describeFrame({ title, status, player, health, carried }) {
  /** @type {[string, string][]} */
  const rows = [
    ["map", title],
    ["status", status.replace(/ · health [^·]*$/, "")],
    ["health", health === null ? "" : String(Math.round(health * 100) / 100)],
    ["position", player ? `${player[0]}, ${player[1]}` : "not on the map"],
    ["carries", carried.length ? carried.join(", ") : "nothing"],
  ];
  return rows.filter(([, value]) => value).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
}

/** @param {Frame} frame */
function describeEvents({ number, lines, left_out: leftOut }) {
  return make(
    "li",
    {},
    make("span", { class: "muted figure" }, number),
    make(
      "div",
      {},
      lines.map(({ kind, text }) => make("p", { class: kind }, text)),
      leftOut > 0 && make("p", { class: "muted" }, `… ${leftOut} lines left out`),
    ),
  );
}
