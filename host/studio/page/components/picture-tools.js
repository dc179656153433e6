/**
 * The options of pictures: the map shows them, and the files that are downloaded have them.
 */

import { THEME, pictureQuery } from "../lib/address.js";
import { Refused, askFile } from "../lib/api.js";
import { fill, make } from "../lib/dom.js";
import { storeFile } from "../lib/files.js";

/** Options that are on or off, and the option that excludes one. */
const SWITCHES = [
  { id: "title", name: "Title" },
  { id: "legend", name: "Legend" },
  { id: "numbers", name: "Numbers" },
  { id: "grid", name: "Grid" },
  { id: "paper", name: "Paper", excludes: "light" },
  { id: "light", name: "Light", excludes: "paper" },
];
/** Formats of files for other programs, and the ending of their names: where two files come, a zip file. */
const ENDINGS = new Map([
  ["uvtt", "uvtt"],
  ["tmj", "tmj.zip"],
  ["world", "world.zip"],
  ["ldtk", "ldtk.zip"],
  ["tscn", "tscn.zip"],
]);
const PLAYERS = " for players";

/** @param {import("../lib/store.js").Store} store */
export function makePictureTools(store) {
  const buttons = SWITCHES.map(({ id, name, excludes }) =>
    make("button", { type: "button", class: "button", onclick: () => toggle(id, excludes) }, name),
  );
  const theme = make("select", { class: "select", "aria-label": "Theme", onchange: chooseTheme });
  const said = make("span", { class: "muted", role: "status" });
  const downloads = ["png", "svg"].map((format) =>
    make(
      "button",
      { type: "button", class: "button", "aria-label": `Download ${format}`, onclick: () => download(format) },
      `↓ ${format}`,
    ),
  );

  const formats = [...ENDINGS.keys(), ...["png", "svg", ...ENDINGS.keys()].map((format) => format + PLAYERS)];
  const more = make(
    "select",
    { class: "select", "aria-label": "Download more", onchange: downloadMore },
    make("option", { value: "" }, "↓ …"),
    formats.map((format) => make("option", { value: format }, format)),
  );

  function downloadMore() {
    const chosen = more.value;
    more.value = "";
    if (chosen) download(chosen.replace(PLAYERS, ""), chosen.endsWith(PLAYERS));
  }

  /**
   * @param {string} id
   * @param {string | undefined} excludes
   */
  function toggle(id, excludes) {
    const { picture } = store.fields.look;
    const others = picture.filter((other) => other !== id && other !== excludes);
    store.show({ picture: picture.includes(id) ? others : [...others, id] });
  }

  function chooseTheme() {
    const others = store.fields.look.picture.filter((other) => !other.startsWith(THEME));
    store.show({ picture: theme.value ? [...others, THEME + theme.value] : others });
  }

  /**
   * @param {string} format
   * @param {boolean} isForPlayers whether it leaves out what players must find
   */
  async function download(format, isForPlayers = false) {
    const { look } = store.fields;
    const query = pictureQuery(look);
    query.set("format", format);
    if (isForPlayers) query.set("for", "players");
    const name = isForPlayers ? `${look.generator}-players` : `${look.generator}-${look.seed}`;
    said.textContent = "drawing …";
    try {
      storeFile(`${name}.${ENDINGS.get(format) ?? format}`, await askFile("picture", query));
      said.textContent = "";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said.textContent = error.message;
    }
  }

  store.on(["look", "state"], ({ look, state }) => {
    SWITCHES.forEach(({ id }, number) => {
      buttons[number].setAttribute("aria-pressed", String(look.picture.includes(id)));
    });
    const chosen = look.picture.find((other) => other.startsWith(THEME))?.slice(THEME.length) ?? "";
    // An address may ask for a theme that does not exist: the error of the map says so.
    const themes = [...new Set([...(state?.themes ?? []), chosen])].filter(Boolean);
    fill(
      theme,
      make("option", { value: "" }, "theme of the map"),
      themes.map((name) => make("option", { value: name }, name)),
    );
    theme.value = chosen;
  });
  return make("div", { class: "row", role: "group", "aria-label": "Picture" }, buttons, theme, downloads, more, said);
}
