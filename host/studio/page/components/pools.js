/**
 * Pools: trees of weighted entries, with the chance of each, and how often it comes in draws.
 */

import { ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { refreshInView } from "../lib/live.js";
import { makeWhyButton } from "../why/causes.js";

/**
 * @typedef {object} Entry
 * @property {string | number} id
 * @property {string} name
 * @property {number} mass
 * @property {number | null} quantity
 * @property {number} probability
 * @property {[string, number][]} places
 *
 * @typedef {{ path: string, name: string, depth: number, infinite: boolean, entries: Entry[] }} Pool
 */

const DRAWS = 1000;

/** @param {import("../lib/store.js").Store} store */
export function makePools(store) {
  const tree = make("div", { class: "tree", role: "group", "aria-label": "Pools" });
  const detail = make("div", { class: "detail" });
  /** @type {Pool[]} */
  let pools = [];
  let chosen = "";

  /** @param {string} path */
  function choose(path) {
    chosen = path;
    for (const button of tree.children) button.setAttribute("aria-pressed", String(button.textContent === path));
    const pool = pools.find((candidate) => candidate.path === path);
    if (pool) showPool(store, detail, pool, []);
  }

  refreshInView(store, "pools", detail, async () => {
    ({ pools } = await ask("pools"));
    fill(
      tree,
      pools.map(({ path, depth, entries }) => {
        const press = () => choose(path);
        const name = entries.length ? "button pool" : "button pool muted";
        const button = make("button", { type: "button", class: name, onclick: press }, path);
        button.style.marginLeft = `${16 * depth}px`;
        return button;
      }),
    );
    if (!pools.length) fill(detail, make("p", { class: "empty" }, "The mods have no pools."));
    const first = pools.find(({ path }) => path === chosen) ?? pools.find(({ entries }) => entries.length) ?? pools[0];
    if (first) choose(first.path);
  });
  return make(
    "div",
    { class: "view panel" },
    make("header", {}, make("h2", {}, "Pools")),
    make("div", { class: "split" }, tree, detail),
  );
}

/**
 * @param {import("../lib/store.js").Store} store
 * @param {Element} detail
 * @param {Pool} pool
 * @param {number[]} drawn
 */
function showPool(store, detail, pool, drawn) {
  const total = drawn.reduce((sum, count) => sum + count, 0);
  const most = Math.max(
    0.0001,
    ...pool.entries.map(({ probability }) => probability),
    ...drawn.map((n) => n / (total || 1)),
  );
  const draw = async () => {
    const seed = String(1 + Math.floor(Math.random() * 1_000_000));
    const query = new URLSearchParams({ path: pool.path, draws: String(DRAWS), seed });
    const answer = await ask("pools", { query });
    showPool(store, detail, answer.pools[0], answer.drawn);
  };
  const rows = pool.entries.map((entry, number) => {
    const share = total ? drawn[number] / total : null;
    const [place] = entry.places;
    return make(
      "tr",
      {},
      make("td", {}, entry.name || entry.id),
      make("td", { class: "figure" }, entry.mass),
      make("td", { class: "figure" }, entry.quantity ?? "∞"),
      make("td", { class: "figure" }, percent(entry.probability)),
      make(
        "td",
        { class: "bars" },
        bar(entry.probability / most, "expected"),
        share !== null && bar(share / most, "observed"),
      ),
      make("td", { class: "figure" }, share === null ? "" : percent(share)),
      make("td", { class: "muted mono" }, place ? `${place[0]}:${place[1]}` : ""),
      make("td", { class: "why-cell" }, typeof entry.id === "string" && makeWhyButton(store, "item", entry.id)),
    );
  });
  const heads = [
    ["entry"],
    ["mass", "figure"],
    ["quantity", "figure"],
    ["expected", "figure"],
    ["shares"],
    ["observed", "figure"],
    ["added at"],
  ];
  fill(
    detail,
    make(
      "div",
      { class: "row" },
      make("h3", { class: "mono" }, pool.path),
      makeWhyButton(store, "pool", pool.path),
      make("span", { class: "muted" }, pool.infinite ? "infinite" : "each record once"),
      make(
        "button",
        { type: "button", class: "button", onclick: draw, disabled: !pool.entries.length },
        `Draw ${DRAWS}`,
      ),
    ),
    !rows.length && make("p", { class: "empty" }, "This pool has no entries."),
    make(
      "table",
      { class: rows.length ? "table" : "table hidden" },
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          heads.map(([name, kind]) => make("th", { class: kind }, name)),
          make("th", {}, make("span", { class: "unseen" }, "why")),
        ),
      ),
      make("tbody", {}, rows),
    ),
  );
}

/**
 * @param {number} share
 * @param {string} kind
 */
function bar(share, kind) {
  const element = make("div", { class: `bar ${kind}` });
  element.style.width = `${Math.max(1, 100 * share)}%`;
  return element;
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
