/**
 * How many dungeons were made, and why the others failed.
 */

import { fill, make } from "../lib/dom.js";
import { formatWhole } from "../lib/format.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Summary} Summary */

/**
 * @param {(choice: Choice) => void} choose
 * @param {(dungeon: import("./types.js").Dungeon) => void} open
 */
export function makeOutcomes(choose, open) {
  const made = make("span", { class: "made" });
  const failed = make("span", { class: "failed" });
  const bar = make("div", { class: "outcome-bar", "aria-hidden": "true" }, made, failed);
  const sentence = make("p", {});
  const causes = make("div", { class: "causes" });
  const element = make(
    "section",
    { class: "card" },
    make("header", {}, make("h3", {}, "Outcomes")),
    bar,
    sentence,
    causes,
  );

  /** @param {Summary} summary */
  function update(summary) {
    const share = summary.done ? summary.failed / summary.done : 0;
    made.style.flexGrow = String(1 - share);
    failed.style.flexGrow = String(share);
    const percent = summary.failed ? ` (${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %)` : "";
    const succeeded = formatWhole(summary.done - summary.failed);
    sentence.textContent = `${succeeded} made, ${formatWhole(summary.failed)} failed${percent}`;
    fill(
      causes,
      summary.causes.map((cause) => {
        const press = () => choose({ title: cause.reason, query: { like: cause.number }, hasFailed: true });
        return make(
          "article",
          {},
          make("button", { type: "button", class: "link", onclick: press }, `${formatWhole(cause.count)} ×`),
          make("p", {}, cause.reason, cause.place && make("span", { class: "muted mono" }, ` ${cause.place}`)),
          make("button", { type: "button", class: "button", onclick: () => open(cause) }, `Seed ${cause.seed}`),
        );
      }),
    );
  }

  return { element, update };
}
