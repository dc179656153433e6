/**
 * Which squares of two maps look different.
 */

/** @typedef {import("../types.js").Picture} Picture */

/**
 * Return the squares that differ, or null for maps of different sizes.
 *
 * @param {Picture} before
 * @param {Picture} after
 * @returns {number[] | null}
 */
export function changedSquares(before, after) {
  if (before.width !== after.width || before.height !== after.height) return null;
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const number = (/** @type {unknown} */ sprite) => {
    const text = JSON.stringify(sprite);
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text) ?? -1;
  };
  const numbersBefore = before.sprites.map(number);
  const numbersAfter = after.sprites.map(number);
  const layersBefore = new Map(before.layers.map((layer) => [layer.name, layer.cells]));
  const layersAfter = new Map(after.layers.map((layer) => [layer.name, layer.cells]));
  const size = before.width * before.height;
  const changed = new Set();
  for (const name of new Set([...layersBefore.keys(), ...layersAfter.keys()])) {
    const cellsBefore = layersBefore.get(name);
    const cellsAfter = layersAfter.get(name);
    for (let square = 0; square < size; square += 1) {
      const spriteBefore = cellsBefore && cellsBefore[square] >= 0 ? numbersBefore[cellsBefore[square]] : -1;
      const spriteAfter = cellsAfter && cellsAfter[square] >= 0 ? numbersAfter[cellsAfter[square]] : -1;
      if (spriteBefore !== spriteAfter) changed.add(square);
    }
  }
  return [...changed];
}
