/**
 * Names for people: of mods, generators and options, in place of their ids.
 */

/**
 * @typedef {import("../types.js").Option} Option
 * @typedef {import("../types.js").State} State
 */

/**
 * Return the name of a mod; its id when it has none.
 *
 * @param {State | null} state
 * @param {string} id
 */
export function describeMod(state, id) {
  return state?.mods.find((mod) => mod.id === id)?.name || id;
}

/**
 * Return the name of the mod of a generator, and which of its generators that is.
 *
 * @param {State | null} state
 * @param {string} id
 */
export function describeGenerator(state, id) {
  const mod = state?.generators.find((generator) => generator.id === id)?.mod ?? "";
  const name = describeMod(state, mod);
  if (!mod || name === mod) return id;
  return id === mod ? name : `${name}: ${id.startsWith(`${mod}.`) ? id.slice(mod.length + 1) : id}`;
}

/**
 * Return the name of an option: its text in the menu of the mod.
 *
 * @param {Option} option
 */
export function nameOfOption(option) {
  return option.text || option.id;
}

/**
 * Return the name of a value of an option.
 *
 * @param {Option} option
 * @param {unknown} value
 */
export function nameOfValue(option, value) {
  const position = option.choices.findIndex((choice) => String(choice) === String(value));
  return option.texts?.[position] || String(value);
}
