/**
 * How a game ends: won, lost, or broken off; and what can be done then.
 */

import { describeProblem } from "../components/problems.js";
import { fill, make } from "../lib/dom.js";
import { counted } from "../lib/format.js";

/** @typedef {import("./client.js").GameClient} GameClient */

/** Messages that are told again. */
const MOST_LINES = 4;

/**
 * @param {GameClient} client
 * @param {{ again: () => void, next: () => void, messages: () => void }} how
 */
export function makeEnding(client, { again, next, messages }) {
  const replay = button("", () => client.begin(client.query, client.recording.actions));
  const texts = make("div", { class: "texts" });
  const buttons = make("div", { class: "row" });
  const element = make("div", { class: "ending hidden", role: "alert" }, texts, buttons);
  let shown = "";

  function update() {
    const { state, problems, recording, isReplaying } = client;
    const { frame } = recording;
    const outcome = recording.isAtEnd && !isReplaying && state === "ready" ? (frame?.outcome ?? null) : null;
    element.classList.toggle("hidden", state !== "over" && !outcome);
    element.dataset.outcome = outcome ?? "";
    const sentences = problems.map(({ message }) => message).join();
    const key = `${state} ${outcome} ${client.run} ${recording.actions.length} ${sentences}`;
    if (key === shown) return;
    shown = key;
    if (frame && outcome) {
      const seed = Number(client.query.get("seed"));
      const all = recording.entries.flatMap((entry) => entry.frame.lines);
      const lines = all.filter(({ kind }) => kind !== "note").slice(-MOST_LINES);
      fill(
        texts,
        make("h2", {}, outcome === "won" ? "You have won." : "You have lost."),
        make("p", { class: "muted" }, `${frame.name}, seed ${seed}, ${counted(frame.turn, "turn")}`),
        lines.map(({ text }) => make("p", {}, text)),
      );
      fill(
        buttons,
        button("Again, same seed", again, "primary", "a"),
        button(`Next seed: ${seed + 1}`, next, "", "n"),
        button("Messages", messages, "", "m"),
      );
    } else if (state === "over") {
      fill(texts, problems.map(describeProblem));
      const count = recording.actions.length;
      replay.textContent = `Replay ${counted(count, "move")}`;
      fill(buttons, button("Start again", again, "primary"), count > 0 && replay);
    }
  }

  return { element, update };
}

/**
 * @param {string} name
 * @param {() => void} press
 * @param {string} [kind]
 * @param {string} [key]
 */
function button(name, press, kind = "", key = "") {
  const title = key ? `Key: ${key}` : null;
  return make("button", { type: "button", class: `button ${kind}`, title, onclick: press }, name);
}
