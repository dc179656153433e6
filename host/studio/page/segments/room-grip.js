/**
 * Where a room is held: a corner or a side changes its size, its inside moves it.
 */

/**
 * @typedef {import("./types.js").Room} Room
 * @typedef {import("./types.js").Square} Square
 * @typedef {{ room: number, west: boolean, east: boolean, north: boolean, south: boolean, start: Square,
 *   before: Room }} Grip
 */

/**
 * Return how a square holds one of some rooms: the chosen one first, then the smallest.
 *
 * @param {Room[]} rooms
 * @param {number} chosen
 * @param {Square} square
 * @returns {Grip | null}
 */
export function gripAt(rooms, chosen, square) {
  const [x, y] = square;
  const order = rooms.map((_, number) => number);
  order.sort(
    (a, b) => Number(b === chosen) - Number(a === chosen) || rooms[a][2] * rooms[a][3] - rooms[b][2] * rooms[b][3],
  );
  for (const room of order) {
    const [left, top, width, height] = rooms[room];
    if (x < left || y < top || x >= left + width || y >= top + height) continue;
    const sides = {
      west: x === left,
      east: x === left + width - 1,
      north: y === top,
      south: y === top + height - 1,
    };
    return { room, ...sides, start: square, before: rooms[room] };
  }
  return null;
}

/**
 * Return the room as it is when it is dragged to a square, at most to the border around the segment.
 *
 * @param {Grip} grip
 * @param {Square} square
 * @param {{ width: number, height: number }} segment
 * @returns {Room}
 */
export function dragRoom(grip, square, segment) {
  const [x, y, width, height] = grip.before;
  const dx = square[0] - grip.start[0];
  const dy = square[1] - grip.start[1];
  const isMoved = !grip.west && !grip.east && !grip.north && !grip.south;
  const [left, right] = dragSide(x, width, dx, segment.width, isMoved, grip.west, grip.east);
  const [top, bottom] = dragSide(y, height, dy, segment.height, isMoved, grip.north, grip.south);
  return [left, top, right - left + 1, bottom - top + 1];
}

/**
 * @param {number} start
 * @param {number} length
 * @param {number} shift
 * @param {number} most
 * @param {boolean} isMoved
 * @param {boolean} first
 * @param {boolean} last
 * @returns {[number, number]} first and last square
 */
function dragSide(start, length, shift, most, isMoved, first, last) {
  const end = start + length - 1;
  if (isMoved) {
    const step = Math.max(-1 - start, Math.min(most - end, shift));
    // A room that reaches beyond the border stays as it is.
    return start < -1 || end > most ? [start, end] : [start + step, end + step];
  }
  const from = first ? Math.max(-1, Math.min(end - 1, start + shift)) : start;
  const to = last && !first ? Math.min(most, Math.max(start + 1, end + shift)) : end;
  return [from, to];
}
