/**
 * The address of the page holds all that it shows, so that a link is a bug report.
 */

import { quote } from "./format.js";

/**
 * What is shown. Options are those that differ from their defaults, as texts by id.
 *
 * @typedef {object} Look
 * @property {string} view
 * @property {string} generator
 * @property {number} seed
 * @property {Record<string, string>} fields texts of REQUEST_FIELDS by name
 * @property {string} world the mod whose world is played; empty for a map of the generator
 * @property {boolean} all whether Play shows all of the map
 * @property {Record<string, string>} options
 * @property {string[]} overlays
 * @property {string[]} picture options of pictures: names of switches, and "theme:NAME"
 * @property {[number, number] | null} at
 */

/**
 * Fields of a request besides its generator, seed and options: name, attributes of the control, and the text at first.
 * Texts of lists have commas; the text of a switch is "true" or "false". The server writes them into the page.
 *
 * @type {{ name: string, label: string, initial: string, control: Record<string, string | number> }[]}
 */
export const REQUEST_FIELDS = JSON.parse(
  document.querySelector('meta[name="request-fields"]')?.getAttribute("content") ?? "",
);

/** The beginning of the option of a picture that names its theme. */
export const THEME = "theme:";

/** Parameters that are no options; an option of such a name follows after "option.". */
const RESERVED = new Set([
  "generator",
  "seed",
  ...REQUEST_FIELDS.map(({ name }) => name),
  "view",
  "overlays",
  "at",
  "x",
  "y",
  "look",
  "world",
  "all",
  "picture",
  "format",
  "seeds",
  "for",
]);
const PREFIX = "option.";

/**
 * @param {string} search
 * @returns {Look}
 */
export function readLook(search) {
  const parameters = new URLSearchParams(search);
  /** @type {Record<string, string>} */
  const options = {};
  for (const [name, value] of parameters) {
    if (!RESERVED.has(name)) options[name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name] = value;
  }
  const at = /^(\d{1,4}),(\d{1,4})$/.exec(parameters.get("at") ?? "");
  return {
    view: parameters.get("view") ?? "map",
    generator: parameters.get("generator") ?? "",
    seed: readWhole(parameters.get("seed"), 1),
    fields: fieldsOf(Object.fromEntries(parameters)),
    world: parameters.get("world") ?? "",
    all: parameters.get("all") === "1",
    options,
    overlays: (parameters.get("overlays") ?? "").split(",").filter(Boolean),
    picture: (parameters.get("picture") ?? "").split(",").filter(Boolean),
    at: at ? [Number(at[1]), Number(at[2])] : null,
  };
}

/**
 * Return the texts of the fields of a request.
 *
 * @param {Record<string, unknown>} values texts, numbers and lists by name; the rest is as at first
 * @returns {Record<string, string>}
 */
export function fieldsOf(values) {
  return Object.fromEntries(REQUEST_FIELDS.map(({ name, initial }) => [name, String(values[name] ?? initial)]));
}

/**
 * Return the parameters that make a map.
 *
 * @param {Look} look
 * @returns {URLSearchParams}
 */
export function mapQuery(look) {
  const query = new URLSearchParams();
  if (look.generator) query.set("generator", look.generator);
  query.set("seed", String(look.seed));
  for (const { name, initial } of REQUEST_FIELDS) {
    if (look.fields[name] !== initial) query.set(name, look.fields[name]);
  }
  for (const [name, value] of Object.entries(look.options)) {
    query.set(RESERVED.has(name) || name.startsWith(PREFIX) ? PREFIX + name : name, value);
  }
  return query;
}

/**
 * Return the parameters that make a map and draw it.
 *
 * @param {Look} look
 * @returns {URLSearchParams}
 */
export function pictureQuery(look) {
  const query = mapQuery(look);
  if (look.picture.length) query.set("picture", look.picture.join(","));
  return query;
}

/**
 * Return the words of a command that draws a picture with the options of a look; empty for none.
 *
 * @param {Look} look
 */
export function pictureWords({ picture, generator, seed }) {
  if (!picture.length) return "";
  const words = picture.map((option) =>
    option.startsWith(THEME) ? `--theme ${quote(option.slice(THEME.length))}` : `--${option}`,
  );
  return ` ${words.join(" ")} -o ${quote(`${generator}-${seed}.png`)}`;
}

/**
 * Return what makes a map as the server reads it in the body of a request.
 *
 * @param {Look} look
 */
export function requestOf({ generator, seed, fields, options }) {
  return { generator, seed, ...fields, options };
}

/** @param {Look} look */
export function writeLook(look) {
  const query = pictureQuery(look);
  if (look.view !== "map") query.set("view", look.view);
  if (look.world) query.set("world", look.world);
  if (look.all) query.set("all", "1");
  if (look.overlays.length) query.set("overlays", look.overlays.join(","));
  if (look.at) query.set("at", look.at.join(","));
  return `/?${query}`;
}

/**
 * @param {string | null} text
 * @param {number} fallback
 */
function readWhole(text, fallback) {
  const number = Number(text);
  return text && Number.isSafeInteger(number) && number >= 0 ? number : fallback;
}
