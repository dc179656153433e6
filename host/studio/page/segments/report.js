/**
 * What the library says of the segment while it is painted: doors, homes, floor that cannot be reached, diagnostics.
 */

import { fill, make } from "../lib/dom.js";

const SIDES = ["north", "east", "south", "west"];

/** @param {import("./editor.js").Editor} editor */
export function makeReport(editor) {
  const doors = make("p", { class: "doors" });
  const facts = make("ul", { class: "facts" });
  editor.on(["report", "entries", "chosen"], ({ report }) => {
    const { segment } = editor;
    fill(
      doors,
      report && make("span", { class: "title" }, "Places for doors"),
      (report?.doors ?? []).map((squares, side) =>
        make("span", { class: "door" }, make("span", {}, SIDES[side]), make("strong", {}, squares.length)),
      ),
    );
    const switches = segment?.switches.length ?? 0;
    const things = report
      ? [...report.homes.map((home) => describeHome(home)), ...report.objects.map(describeObject)]
      : [];
    fill(
      facts,
      (report?.diagnostics ?? []).map(({ severity, message, hint }) =>
        make("li", { class: severity }, message, hint && make("span", { class: "muted" }, ` ${hint}`)),
      ),
      things.map((text) => make("li", { class: "muted" }, text)),
      switches ? make("li", { class: "muted" }, `${switches} switch${switches > 1 ? "es" : ""}, marked S`) : null,
    );
  });
  return make(
    "section",
    { class: "section report", "aria-label": "Doors and reachability" },
    make("h2", {}, "Preview"),
    doors,
    facts,
  );
}

/** @param {{ x: number, y: number, facing: string, special: boolean }} home */
function describeHome({ x, y, facing, special }) {
  return `${special ? "special exit" : "home"} at ${x}, ${y}, facing ${facing}`;
}

/** @param {{ x: number, y: number, name: string, count: number }} object */
function describeObject({ x, y, name, count }) {
  return `${count > 1 ? `${count} ` : ""}${name} at ${x}, ${y}`;
}
