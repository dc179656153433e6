/**
 * The mods that are installed for this user, and archives that the page installs.
 */

import { Refused, ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { refreshInView } from "../lib/live.js";
import { describeProblem } from "./problems.js";

/** @typedef {{ id: string, version: string, source: string | null, description?: string }} InstalledMod */

/** Bytes of the largest archive: a request has at most 4 MiB, and base64 takes a third more. */
const MOST_BYTES = 3 * 2 ** 20 - 2 ** 12;

/** @param {import("../lib/store.js").Store} store */
export function makeInstalled(store) {
  const state = make("span", { class: "muted", role: "status" });
  const problems = make("div", { class: "problem-list" });
  const rows = make("tbody");
  const file = make("input", { type: "file", accept: ".zip", "aria-label": "Install an archive", onchange: install });
  const choose = make("p", {}, make("label", {}, "Install an archive: ", file), state);

  async function refresh() {
    const { mods } = await ask("installed");
    fill(rows, mods.map(makeRow));
    if (!mods.length) fill(rows, make("tr", {}, make("td", { class: "muted" }, "No mod is installed.")));
  }

  /** @param {() => Promise<string>} work returns what it did */
  async function run(work) {
    fill(problems);
    state.textContent = "";
    try {
      state.textContent = await work();
      await refresh();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fill(problems, error.problems.map(describeProblem));
    }
  }

  async function install() {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    await run(async () => {
      if (chosen.size > MOST_BYTES) {
        const command = `dungeon-host install ${chosen.name}`;
        throw new Refused([{ message: `The archive is too large for this page: ${command} installs it.` }]);
      }
      const { changes } = await ask("installed", { body: { name: chosen.name, archive: await toBase64(chosen) } });
      const names = changes.map((/** @type {InstalledMod} */ { id, version }) => `${id} ${version}`);
      return names.length ? `installed: ${names.join(", ")}` : "it is installed already";
    });
  }

  /** @param {InstalledMod} mod */
  function makeRow({ id, version, source, description }) {
    const remove = () =>
      run(async () => {
        await ask("installed", { body: { id }, method: "DELETE" });
        return `${id} is removed`;
      });
    return make(
      "tr",
      {},
      make("td", { class: "mono" }, id),
      make("td", { class: "mono" }, version),
      make("td", { class: "muted" }, source ?? "a file"),
      make("td", {}, description),
      make("td", {}, make("button", { type: "button", class: "link", onclick: remove }, `remove ${id}`)),
    );
  }

  const head = make(
    "tr",
    {},
    ["installed mod", "version", "from", "about"].map((name) => make("th", { scope: "col" }, name)),
    make("th", { scope: "col" }, make("span", { class: "unseen" }, "remove")),
  );
  const table = make("table", { class: "table" }, make("thead", {}, head), rows);
  refreshInView(store, "data", problems, refresh);
  return make("details", {}, make("summary", {}, "Installed mods"), choose, problems, table);
}

/**
 * @param {Blob} content
 * @returns {Promise<string>}
 */
async function toBase64(content) {
  const bytes = new Uint8Array(await content.arrayBuffer());
  let text = "";
  for (let start = 0; start < bytes.length; start += 2 ** 15) {
    text += String.fromCharCode(...bytes.subarray(start, start + 2 ** 15));
  }
  return btoa(text);
}
