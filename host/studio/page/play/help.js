/**
 * The keys of a game, in a dialog.
 */

import { make } from "../lib/dom.js";
import { HELP } from "./keys.js";

/** @returns {HTMLDialogElement} */
export function makeHelp() {
  const close = make("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Close");
  const rows = HELP.flatMap(([keys, meaning]) => [make("dt", { class: "mono" }, keys), make("dd", {}, meaning)]);
  const dialog = make(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    make("header", {}, make("h2", {}, "Keys"), close),
    make("dl", {}, rows),
  );
  return dialog;
}
