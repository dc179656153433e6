/**
 * What `dungeon-host check` finds in the mods, again after each save.
 */

import { ask } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { counted } from "../lib/format.js";
import { refreshInView } from "../lib/live.js";
import { describeProblem } from "./problems.js";

/** @typedef {import("../types.js").Problem & { severity: string, rule: string }} Diagnostic */

/** @param {import("../lib/store.js").Store} store */
export function makeCheck(store) {
  const state = make("span", { class: "muted", role: "status" });
  const list = make("div", { class: "problem-list" });
  refreshInView(store, "check", list, async () => {
    state.textContent = "checking …";
    const { count, diagnostics } = await ask("check").finally(() => {
      state.textContent = "";
    });
    const errors = diagnostics.filter((/** @type {Diagnostic} */ { severity }) => severity === "error").length;
    state.textContent = count
      ? `${counted(errors, "error")}, ${counted(count - errors, "warning")}`
      : "no errors, no warnings";
    fill(list, diagnostics.map(describeDiagnostic));
  });
  return make("div", { class: "view panel" }, make("header", {}, make("h2", {}, "Check"), state), list);
}

/** @param {Diagnostic} diagnostic */
function describeDiagnostic(diagnostic) {
  const article = describeProblem(diagnostic);
  article.classList.add(diagnostic.severity);
  article.prepend(make("p", { class: "muted" }, `${diagnostic.severity} · ${diagnostic.rule} · ${diagnostic.mod}`));
  return article;
}
