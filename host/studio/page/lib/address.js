/**
 * The address of the page holds all that it shows, so that a link is a bug report.
 */

/**
 * What is shown. Options are those that differ from their defaults, as texts by id.
 *
 * @typedef {object} Look
 * @property {string} view
 * @property {string} generator
 * @property {number} seed
 * @property {number} players
 * @property {string} house_colours numbers of the colours of the first players of kts, with commas
 * @property {string} world the mod whose world is played; empty for a map of the generator
 * @property {Record<string, string>} options
 * @property {string[]} overlays
 * @property {[number, number] | null} at
 */

/** Parameters that are no options; an option of such a name follows after "option.". */
const RESERVED = new Set([
  "generator",
  "seed",
  "players",
  "house_colours",
  "view",
  "overlays",
  "at",
  "x",
  "y",
  "look",
  "world",
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
    players: readWhole(parameters.get("players"), 2),
    house_colours: parameters.get("house_colours") ?? "",
    world: parameters.get("world") ?? "",
    options,
    overlays: (parameters.get("overlays") ?? "").split(",").filter(Boolean),
    at: at ? [Number(at[1]), Number(at[2])] : null,
  };
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
  if (look.players !== 2) query.set("players", String(look.players));
  if (look.house_colours) query.set("house_colours", look.house_colours);
  for (const [name, value] of Object.entries(look.options)) {
    query.set(RESERVED.has(name) || name.startsWith(PREFIX) ? PREFIX + name : name, value);
  }
  return query;
}

/**
 * Return what makes a map as the server reads it in the body of a request.
 *
 * @param {Look} look
 */
export function requestOf({ generator, seed, players, house_colours, options }) {
  return {
    generator,
    seed,
    players,
    house_colours: house_colours ? house_colours.split(",").map(Number) : [],
    options,
  };
}

/** @param {Look} look */
export function writeLook(look) {
  const query = mapQuery(look);
  if (look.view !== "map") query.set("view", look.view);
  if (look.world) query.set("world", look.world);
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
