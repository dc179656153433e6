/**
 * The dungeons of a bin, as thumbnails, or of a reason of failures, as seeds.
 */

import { makeThumbnail, loadThumbnails } from "../components/thumbnail.js";
import { describeProblem } from "../components/problems.js";
import { fieldsOf } from "../lib/address.js";
import { Refused, ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { counted, formatWhole } from "../lib/format.js";

/** @typedef {import("../lib/store.js").Store} Store */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Dungeon} Dungeon */
/** @typedef {import("./types.js").Summary} Summary */

/** @param {Store} store */
export function makeDungeons(store) {
  const title = make("h3", { class: "dungeons-title" }, "Dungeons");
  const state = make("p", { class: "muted", role: "status" }, "Choose a bar or a bin to see its dungeons.");
  const note = make(
    "p",
    { class: "muted hidden" },
    "Files were saved since: the pictures show what the mods make now.",
  );
  const list = make("div", { class: "wall" });
  const more = make("button", { type: "button", class: "button hidden", onclick: findMore }, "Find more like this");
  const element = make("aside", { class: "card dungeons", "aria-label": "Dungeons" }, title, state, note, more, list);
  /** @type {AbortController | null} */
  let running = null;
  /** @type {Summary | null} */
  let survey = null;
  /** What is shown. @type {Choice | null} */
  let chosen = null;

  store.on(["version"], ({ version }) => note.classList.toggle("hidden", !survey || survey.version === version));

  /** @param {Summary} summary */
  function update(summary) {
    if (survey?.survey !== summary.survey) clear();
    survey = summary;
    note.classList.toggle("hidden", survey.version === store.fields.version);
  }

  function clear() {
    running?.abort();
    title.textContent = "Dungeons";
    state.textContent = "Choose a bar or a bin to see its dungeons.";
    more.classList.add("hidden");
    fill(list);
  }

  /**
   * @param {Dungeon} dungeon
   * @param {import("./types.js").Summary} survey
   */
  function lookAt({ seed, options }, { generator, request }) {
    return { generator, seed, fields: fieldsOf(request), options, at: null };
  }

  /** @param {Choice} choice */
  async function show(choice) {
    chosen = choice;
    title.textContent = choice.title;
    // A reason of failures has no interval of a metric.
    more.classList.toggle("hidden", Boolean(choice.hasFailed));
    await showAnswer(choice, "survey/dungeons", "asking …", ({ count, dungeons }) => {
      const first = count > dungeons.length ? `, the first ${formatWhole(dungeons.length)}` : "";
      return counted(count, "dungeon") + first;
    });
  }

  /** Look for more dungeons like those that are shown, behind the last seed of the survey. */
  async function findMore() {
    if (!chosen) return;
    await showAnswer(chosen, "survey/more", "looking at further seeds …", ({ dungeons, looked_at, first }) => {
      const seeds = `among ${counted(looked_at, "seed")} from ${formatWhole(first)} on`;
      return `${counted(dungeons.length, "dungeon")} more ${seeds}`;
    });
  }

  /**
   * Ask for dungeons and show them.
   *
   * @param {Choice} choice
   * @param {string} path
   * @param {string} waiting what is said meanwhile
   * @param {(answer: any) => string} describe
   */
  async function showAnswer(choice, path, waiting, describe) {
    const shown = survey;
    if (!shown) return;
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    state.textContent = waiting;
    const query = new URLSearchParams({ survey: String(shown.survey) });
    for (const [name, value] of Object.entries(choice.query)) query.set(name, String(value));
    try {
      const answer = await ask(path, { query, signal });
      const { dungeons } = answer;
      const looks = dungeons.map((/** @type {Dungeon} */ dungeon) => lookAt(dungeon, shown));
      state.textContent = describe(answer);
      if (choice.hasFailed) {
        fill(list, looks.map(makeSeed));
        return;
      }
      const thumbnails = looks.map((/** @type {any} */ look) => makeThumbnail(store, look));
      fill(
        list,
        thumbnails.map((/** @type {import("../components/thumbnail.js").Thumbnail} */ { button }) => button),
      );
      loadThumbnails(thumbnails, signal);
    } catch (error) {
      if (!(error instanceof Refused)) {
        if (!signal.aborted) throw error;
        return;
      }
      state.textContent = "";
      fill(list, error.problems.map(describeProblem));
    }
  }

  /** @param {any} look */
  function makeSeed(look) {
    const open = () => store.show({ ...look, view: "map" }, { adds: true });
    return make("button", { type: "button", class: "button", onclick: open }, `Seed ${look.seed}`);
  }

  /**
   * Open the map of a dungeon.
   *
   * @param {Dungeon} dungeon
   */
  function open(dungeon) {
    if (survey) store.show({ ...lookAt(dungeon, survey), view: "map" }, { adds: true });
  }

  return { element, update, show, open };
}
