/**
 * The way from a line of source to the debugger: a command for the terminal, and a word about VS Code.
 */

import { copyCommand } from "../lib/clipboard.js";
import { make } from "../lib/dom.js";
import { quote } from "../lib/format.js";
import { openSheet } from "./sheet.js";

const PROGRAM = "dungeon-host ";

/**
 * Open the debugger's command when a line of source asks for it.
 *
 * @param {import("../lib/store.js").Store} store
 */
export function followDebugRequests(store) {
  document.addEventListener("debug", (event) => {
    const { file, line, run } = /** @type {CustomEvent} */ (event).detail;
    openSheet("Debug", `${file}:${line}`, async () => describeDebugging(file, line, run ?? runOf(store)));
  });
}

/**
 * Return the command, without the program, that makes the map that is shown.
 *
 * @param {import("../lib/store.js").Store} store
 */
function runOf(store) {
  const command = store.fields.map?.command ?? "";
  return command.startsWith(PROGRAM) ? command.slice(PROGRAM.length) : `generate ${store.fields.look.generator}`;
}

/**
 * @param {string} file
 * @param {number} line
 * @param {string} run
 */
function describeDebugging(file, line, run) {
  const command = `${PROGRAM}debug --break ${quote(`${file}:${line}`)} ${run}`;
  const copied = make("span", { class: "muted", role: "status" });

  async function copy() {
    await copyCommand(command);
    copied.textContent = "copied";
  }

  return [
    make("p", {}, "In a terminal, this stops at the line, steps in both directions, and shows variables:"),
    make("pre", { class: "command-line", tabindex: 0 }, command),
    make("div", { class: "row" }, make("button", { type: "button", class: "button", onclick: copy }, "Copy"), copied),
    make(
      "p",
      {},
      "In VS Code: install the extension in editors/vscode, set a breakpoint at the line, and press F5. ",
      "dungeon-host new writes .vscode/launch.json; dungeon-host debug --dap serves other editors.",
    ),
  ];
}
