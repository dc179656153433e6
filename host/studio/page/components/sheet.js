/**
 * The sheet: a dialog at the side of the page, for what somebody asks about a thing in a view.
 */

import { Refused } from "../lib/api.js";
import { fill, icon, iconButton, make } from "../lib/dom.js";
import { describeProblem } from "./problems.js";

/** @typedef {import("../lib/dom.js").Child} Child */

/** The sheet that is open. @type {HTMLDialogElement | null} */
let opened = null;

/**
 * Open a sheet, in place of the one that is open; `load` makes its content, and errors of mods take its place.
 *
 * @param {string} title
 * @param {string} name
 * @param {() => Promise<Child[]>} load
 * @param {{ isWide?: boolean }} [how]
 */
export async function openSheet(title, name, load, { isWide = false } = {}) {
  opened?.close();
  const content = make(
    "div",
    { class: "sheet-content" },
    make("p", { class: "muted busy", role: "status" }, "asking …"),
  );
  const dialog = make(
    "dialog",
    {
      class: isWide ? "sheet wide" : "sheet",
      "aria-label": `${title} ${name}`,
      onclick: closeOutside,
      onclose: () => dialog.remove(),
    },
    make(
      "header",
      {},
      make("h2", {}, title, " ", make("span", { class: "mono" }, name)),
      iconButton("Close", icon("M4 4l8 8M12 4l-8 8"), () => dialog.close()),
    ),
    content,
  );

  /** @param {MouseEvent} event */
  function closeOutside(event) {
    // The content covers the dialog itself.
    if (event.target === dialog && event.clientX < dialog.getBoundingClientRect().left) dialog.close();
  }

  opened = dialog;
  document.body.append(dialog);
  dialog.showModal();
  try {
    fill(content, ...(await load()));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fill(content, error.problems.map(describeProblem));
    if (error.isSuperseded) fill(content, make("p", { class: "muted" }, "Files were saved meanwhile: ask again."));
  }
}
