/**
 * The palette: tiles of the tile table with which the file is loaded, with their pictures, names and characters.
 */

import { fill, make } from "../lib/dom.js";
import { makeFilter } from "../lib/search.js";
import { contextOf } from "../map/sprites.js";
import { describeProblem } from "../components/problems.js";
import { makeRadioGroup, markChosen } from "./radio-group.js";
import { Sheets } from "./sheets.js";

/** Pixels of the picture of a tile. */
const SIDE = 32;

/** @param {import("./editor.js").Editor} editor */
export function makePalette(editor) {
  const grid = make("div", { class: "tile-grid", role: "radiogroup", "aria-label": "Tiles" });
  const name = make("p", { class: "tile-name", role: "status" });
  const state = make("div", { class: "palette-state" });
  const search = make("input", {
    class: "input",
    type: "search",
    "aria-label": "Search tiles",
    placeholder: "Search tiles …",
    oninput: filter,
  });
  /** @type {import("./types.js").Tile[]} */
  let tiles = [];

  function filter() {
    const isMatch = makeFilter(search.value);
    tiles.forEach((tile, place) => {
      const text = `${tile.number} ${tile.glyph} ${tile.name}`;
      grid.children[place].classList.toggle("hidden", !isMatch(text));
    });
    mark();
  }

  function mark() {
    const place = tiles.findIndex(({ number }) => number === editor.fields.tile);
    const button = place < 0 || grid.children[place].matches(".hidden") ? null : grid.children[place];
    markChosen(grid, button);
    const tile = tiles[place];
    fill(
      name,
      make("span", { class: "mono" }, editor.fields.tile),
      tile ? ` ${tile.name}` : " has no tile",
      tile?.glyph && make("span", { class: "mono muted" }, ` ${tile.glyph}`),
    );
  }

  /** @param {HTMLElement} button */
  function choose(button) {
    const place = [...grid.children].indexOf(button);
    const { tool } = editor.fields;
    editor.set({ tile: tiles[place].number, tool: tool === "pick" || tool === "room" ? "brush" : tool });
  }

  makeRadioGroup(grid, choose);
  editor.on(["palette"], ({ palette }) => {
    tiles = palette?.tiles ?? [];
    const sheets = new Sheets(palette);
    fill(
      grid,
      tiles.map((tile, place) => {
        const canvas = make("canvas", { width: SIDE, height: SIDE, "aria-hidden": "true" });
        contextOf(canvas).putImageData(sheets.drawTile(place, SIDE), 0, 0);
        const title = `${tile.number} ${tile.name}`;
        const button = make(
          "button",
          { type: "button", class: "tile", role: "radio", "aria-label": title, title },
          canvas,
        );
        button.addEventListener("click", () => choose(button));
        return button;
      }),
    );
    filter();
  });
  editor.on(["tile"], () => {
    mark();
    grid.querySelector("[aria-checked=true]")?.scrollIntoView({ block: "nearest" });
  });
  editor.on(["palette", "paletteProblems", "file"], ({ palette, paletteProblems, file }) => {
    const isUnknown = palette && !palette.tiles.length;
    const isUnused = palette?.tiles.length && !palette.is_loaded;
    fill(
      state,
      paletteProblems.map(describeProblem),
      isUnknown && make("p", { class: "muted" }, "No mod has a tile table for this file, so numbers are shown."),
      isUnused &&
        make(
          "p",
          { class: "muted" },
          `No mod loads this file yet. The tiles come from ${palette.mod}. `,
          loadLine(file),
        ),
    );
  });
  return make(
    "section",
    { class: "section palette", "aria-label": "Palette" },
    make("div", { class: "row palette-head" }, make("h2", {}, "Tiles"), search),
    name,
    grid,
    state,
  );
}

/** @param {string} file */
function loadLine(file) {
  const name = file.slice(file.indexOf("/") + 1);
  return make("code", {}, `kts.LoadSegments(segment_tiles, "${name}")`);
}
