/**
 * The dungeons of a bin, as thumbnails, or of a reason of failures, as seeds.
 */

import { makeThumbnail, loadThumbnails } from "../components/thumbnail.js";
import { describeProblem } from "../components/problems.js";
import { fieldsOf } from "../lib/address.js";
import { Refused, ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { counted, formatFigure, formatWhole } from "../lib/format.js";

/** @typedef {import("../lib/store.js").Store} Store */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Dungeon} Dungeon */
/** @typedef {import("./types.js").Summary} Summary */

/** Further dungeons to find, seeds to look at for them, and the seeds of the first step of such a search. */
const MOST_FOUND = 12;
const MOST_LOOKED_AT = 5000;
const FIRST_STEP = 200;

/** @param {Store} store */
export function makeDungeons(store) {
  const title = make("h3", { class: "dungeons-title" }, "Dungeons");
  const state = make("p", { class: "muted", role: "status" }, "Choose a bar or a bin to see its dungeons.");
  const note = make(
    "p",
    { class: "muted hidden" },
    "Files were saved since: the pictures show what the mods make now.",
  );
  const list = make("div", { class: "wall", role: "group", "aria-label": "Dungeons of the bin" });
  const more = make("button", { type: "button", class: "button", onclick: findMore }, "Find more like this");
  const stop = make("button", { type: "button", class: "button hidden", onclick: () => searching?.abort() }, "Stop");
  const condition = make("code", { class: "muted" });
  const searched = make("p", { class: "muted", role: "status" });
  const further = make("div", { class: "wall", role: "group", "aria-label": "Further dungeons" });
  const search = make(
    "div",
    { class: "stack hidden" },
    make("div", { class: "row" }, more, stop),
    condition,
    searched,
    further,
  );
  const element = make("aside", { class: "card dungeons", "aria-label": "Dungeons" }, title, state, note, list, search);
  /** @type {AbortController | null} */
  let running = null;
  /** The search for further dungeons. @type {AbortController | null} */
  let searching = null;
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
    forgetSearch();
    search.classList.add("hidden");
    fill(list);
  }

  function forgetSearch() {
    searching?.abort();
    condition.textContent = searched.textContent = "";
    fill(further);
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
    forgetSearch();
    // A reason of failures has no interval of a metric.
    search.classList.toggle("hidden", Boolean(choice.hasFailed));
    await showAnswer(choice, "survey/dungeons", "asking …", ({ count, dungeons }) => {
      const first = count > dungeons.length ? `, the first ${formatWhole(dungeons.length)}` : "";
      return counted(count, "dungeon") + first;
    });
  }

  /** Look for more dungeons like those that are shown, behind the last seed of the survey; it can be stopped. */
  async function findMore() {
    const [choice, shown] = [chosen, survey];
    if (!choice || !shown) return;
    forgetSearch();
    searching = new AbortController();
    const { signal } = searching;
    const started = performance.now();
    let [found, after, step, first] = [0, 0, FIRST_STEP, 0];
    const describe = () => `${counted(found, "dungeon")} more among ${counted(after, "seed")}`;
    more.disabled = true;
    stop.classList.remove("hidden");
    searched.textContent = "looking at further seeds …";
    try {
      while (found < MOST_FOUND && after < MOST_LOOKED_AT) {
        const count = Math.min(step, MOST_LOOKED_AT - after);
        const query = queryOf(choice, shown, { after, count, most: MOST_FOUND - found });
        const answer = await ask("survey/more", { query, signal });
        first ||= answer.first;
        found += answer.dungeons.length;
        after += answer.looked_at;
        condition.textContent = answer.condition;
        const rate = (1000 * after) / (performance.now() - started);
        searched.textContent = `${describe()}, ${formatFigure(rate)} a second …`;
        const looks = answer.dungeons.map((/** @type {Dungeon} */ dungeon) => lookAt(dungeon, shown));
        const thumbnails = looks.map((/** @type {any} */ look) => makeThumbnail(store, look));
        for (const { button } of thumbnails) further.append(button);
        loadThumbnails(thumbnails, new AbortController().signal);
        step *= 2;
        if (answer.looked_at < count) break;
      }
      searched.textContent = `${describe()} from ${formatWhole(first)} on`;
    } catch (error) {
      if (signal.aborted) {
        searched.textContent = after ? `${describe()}, stopped` : "";
      } else if (error instanceof Refused) {
        searched.textContent = error.message;
      } else {
        throw error;
      }
    } finally {
      if (searching?.signal === signal) {
        more.disabled = false;
        stop.classList.add("hidden");
      }
    }
  }

  /**
   * @param {Choice} choice
   * @param {Summary} shown
   * @param {Record<string, number>} [reach]
   */
  function queryOf(choice, shown, reach = {}) {
    const query = new URLSearchParams({ survey: String(shown.survey) });
    for (const [name, value] of Object.entries({ ...choice.query, ...reach })) query.set(name, String(value));
    return query;
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
    try {
      const answer = await ask(path, { query: queryOf(choice, shown), signal });
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
