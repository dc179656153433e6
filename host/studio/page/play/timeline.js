/**
 * The timeline of a game: play and pause, steps, speed, and a slider over all recorded frames.
 */

import { fill, icon, iconButton, make } from "../lib/dom.js";
import { counted } from "../lib/format.js";
import { SPEEDS } from "./client.js";

/** @typedef {import("./client.js").GameClient} GameClient */

const PLAY = "M5 3l8 5l-8 5z";
const PAUSE = "M5.5 3v10M10.5 3v10";

/**
 * @param {{ toggle: () => void, step: (by: number) => void, seek: (position: number) => void,
 *   setSpeed: (speed: number) => void }} actions
 */
export function makeTimeline({ toggle, step, seek, setSpeed }) {
  const play = iconButton("Play", icon(PLAY), toggle);
  play.classList.add("primary");
  const back = iconButton("One frame back", icon("M11 3l-5 5l5 5M4 3v10"), () => step(-1));
  const forward = iconButton("One turn forward", icon("M5 3l5 5l-5 5M12 3v10"), () => step(1));
  // Until a game is there.
  for (const button of [play, back, forward]) button.disabled = true;
  const slider = make("input", {
    type: "range",
    min: 0,
    max: 0,
    value: 0,
    disabled: true,
    "aria-label": "Timeline",
    oninput: () => seek(Number(slider.value)),
  });
  const label = make("output", { class: "turn" });
  const dropped = make("span", { class: "muted dropped hidden" });
  const speed = make("select", {
    class: "select",
    "aria-label": "Speed",
    onchange: () => setSpeed(Number(speed.value)),
  });
  fill(
    speed,
    SPEEDS.map((turns) => make("option", { value: turns, selected: turns === 5 }, describeSpeed(turns))),
  );
  const again = make("button", { type: "button", class: "button vacant" }, "Continue from here");
  /** @type {GameClient | null} */
  let game = null;
  again.addEventListener("click", () => game?.continueFromHere());
  let wasPlaying = false;

  /** @param {GameClient} client */
  function update(client) {
    game = client;
    const { recording, isPlaying, state, isReplaying } = client;
    const count = recording.last;
    slider.max = String(Math.max(0, count));
    slider.value = String(Math.max(0, recording.position));
    slider.disabled = count < 1;
    slider.style.setProperty("--filled", `${count > 0 ? (100 * recording.position) / count : 100}%`);
    const { frame } = recording;
    const last = recording.entries.at(-1)?.frame.turn ?? 0;
    label.textContent = frame ? (recording.isAtEnd ? `Turn ${last}` : `Turn ${frame.turn} of ${last}`) : "";
    slider.setAttribute("aria-valuetext", label.textContent);
    back.disabled = recording.position < 1;
    const isOver = recording.isAtEnd && (state !== "ready" || Boolean(frame?.outcome));
    forward.disabled = state === "starting" || isOver;
    play.disabled = state === "starting" || isOver || isReplaying;
    if (isPlaying !== wasPlaying) {
      wasPlaying = isPlaying;
      fill(play, icon(isPlaying ? PAUSE : PLAY));
      play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
      play.title = isPlaying ? "Pause" : "Play";
    }
    const isNow = recording.isAtEnd && state !== "shown";
    again.classList.toggle("vacant", isNow || isReplaying || isPlaying || client.simulates);
    dropped.classList.toggle("hidden", !recording.dropped);
    const were = recording.dropped === 1 ? "was" : "were";
    dropped.textContent = `The first ${counted(recording.dropped, "frame")} ${were} dropped.`;
  }

  const element = make(
    "div",
    { class: "timeline", role: "group", "aria-label": "Turns" },
    make("div", { class: "row transport" }, back, play, forward),
    slider,
    label,
    again,
    dropped,
    speed,
  );
  return { element, update };
}

/** @param {number} turns a second */
function describeSpeed(turns) {
  return turns ? `${counted(turns, "turn")} / s` : "fastest";
}
