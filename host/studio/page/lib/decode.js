/**
 * Arrays of the server: base64 of 32-bit integers, the lowest byte first.
 */

/** @typedef {import("../types.js").DungeonMap} DungeonMap */
/** @typedef {import("../types.js").Picture} Picture */

/**
 * @param {string} text
 * @returns {Int32Array}
 */
export function decodeArray(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return new Int32Array(bytes.buffer);
}

/**
 * @param {any} data
 * @returns {Picture}
 */
export function decodePicture(data) {
  /** @param {{ name: string, cells: string }} layer */
  const decoded = ({ name, cells }) => ({ name, cells: decodeArray(cells) });
  return { ...data, layers: data.layers.map(decoded) };
}

/**
 * @param {any} data
 * @returns {DungeonMap}
 */
export function decodeMap(data) {
  const { squares, distances, walking, unreachable } = data;
  return {
    ...data,
    ...decodePicture(data),
    squares: decodeArray(squares),
    distances: decodeArray(distances),
    walking: decodeArray(walking),
    unreachable: decodeArray(unreachable),
  };
}
