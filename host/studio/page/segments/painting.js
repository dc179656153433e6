/**
 * What tools do with the squares of a layer. Segments are never changed: each edit makes a new one.
 */

/**
 * @typedef {import("./types.js").SegmentData} SegmentData
 * @typedef {import("./types.js").Square} Square
 * @typedef {import("./types.js").TileNumber} TileNumber
 */

/**
 * Return the segment with other tile numbers on some squares.
 *
 * @param {SegmentData} segment
 * @param {number} layer
 * @param {Square[]} squares
 * @param {TileNumber} tile
 * @returns {SegmentData}
 */
export function paintSquares(segment, layer, squares, tile) {
  const cells = segment.layers[layer];
  const changed = squares.filter(([x, y]) => isInside(segment, x, y) && cells[y * segment.width + x] !== tile);
  if (!changed.length) return segment;
  const painted = cells.slice();
  for (const [x, y] of changed) painted[y * segment.width + x] = tile;
  return { ...segment, layers: segment.layers.map((other, number) => (number === layer ? painted : other)) };
}

/**
 * @param {{ width: number, height: number }} segment
 * @param {number} x
 * @param {number} y
 */
export function isInside(segment, x, y) {
  return x >= 0 && y >= 0 && x < segment.width && y < segment.height;
}

/**
 * Return the squares from one to another: a fast pointer skips some.
 *
 * @param {Square} from
 * @param {Square} to
 * @returns {Square[]}
 */
export function lineBetween(from, to) {
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = steps ? step / steps : 0;
    return [Math.round(from[0] + (to[0] - from[0]) * share), Math.round(from[1] + (to[1] - from[1]) * share)];
  });
}

/**
 * Return x, y, width and height of the rectangle between two squares.
 *
 * @param {Square} from
 * @param {Square} to
 * @returns {[number, number, number, number]}
 */
export function boxBetween(from, to) {
  const x = Math.min(from[0], to[0]);
  const y = Math.min(from[1], to[1]);
  return [x, y, Math.abs(from[0] - to[0]) + 1, Math.abs(from[1] - to[1]) + 1];
}

/**
 * @param {[number, number, number, number]} box
 * @param {{ width: number, height: number }} segment
 * @returns {Square[]}
 */
export function squaresOf([left, top, width, height], segment) {
  /** @type {Square[]} */
  const squares = [];
  for (let y = Math.max(0, top); y < Math.min(segment.height, top + height); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(segment.width, left + width); x += 1) squares.push([x, y]);
  }
  return squares;
}

/**
 * Return the squares of the area of equal tile numbers around a square.
 *
 * @param {SegmentData} segment
 * @param {number} layer
 * @param {Square} start
 * @returns {Square[]}
 */
export function areaAround(segment, layer, start) {
  const cells = segment.layers[layer];
  const { width } = segment;
  if (!isInside(segment, start[0], start[1])) return [];
  const tile = cells[start[1] * width + start[0]];
  /** @type {Square[]} */
  const area = [start];
  const seen = new Set([start[1] * width + start[0]]);
  for (let i = 0; i < area.length; i += 1) {
    const [x, y] = area[i];
    for (const next of /** @type {Square[]} */ ([
      [x + 1, y],
      [x - 1, y],
      [x, y + 1],
      [x, y - 1],
    ])) {
      const square = next[1] * width + next[0];
      if (isInside(segment, next[0], next[1]) && !seen.has(square) && cells[square] === tile) {
        seen.add(square);
        area.push(next);
      }
    }
  }
  return area;
}
