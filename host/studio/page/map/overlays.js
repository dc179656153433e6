/**
 * What is drawn over a map: rooms, segments, distances and other things that the user asks for, and the chosen square.
 */

import { contextOf } from "./sprites.js";

/**
 * @typedef {import("../lib/address.js").Look} Look
 * @typedef {import("../types.js").DungeonMap} DungeonMap
 * @typedef {import("./extras.js").Extras} Extras
 * @typedef {import("./viewport.js").Viewport} Viewport
 * @typedef {CanvasRenderingContext2D} Context
 */

/** Squares up to which numbers are written into squares, and the least size of such squares. */
const MOST_NUMBERS = 2500;
const NUMBERS_FROM = 20;
/** From near to far. */
const HEAT = [
  [255, 238, 140],
  [250, 160, 70],
  [214, 76, 92],
  [124, 52, 140],
  [44, 40, 110],
];

/** Draws overlays on a canvas. What has a colour for each square is drawn once into a small picture of the map. */
export class OverlayPainter {
  constructor() {
    /** @type {{ map: DungeonMap, pictures: Map<string, HTMLCanvasElement> } | null} */
    this.cache = null;
    /** @type {[number, number] | null} */
    this.hovered = null;
    document.addEventListener("hover", (event) => {
      this.hovered = /** @type {CustomEvent} */ (event).detail;
    });
  }

  /**
   * @param {Context} context
   * @param {DungeonMap} map
   * @param {Viewport} viewport
   * @param {Look} look
   * @param {Extras} extras
   */
  draw(context, map, viewport, look, extras) {
    if (this.cache?.map !== map) this.cache = { map, pictures: new Map() };
    context.save();
    context.translate(viewport.left, viewport.top);
    for (const { id, draw } of OVERLAYS) {
      if (look.overlays.includes(id)) draw({ context, map, size: viewport.pixels, viewport, painter: this, extras });
    }
    const line = Math.max(1, Math.round(viewport.pixels / 12));
    for (const [square, colour] of /** @type {[[number, number] | null, string][]} */ ([
      [this.hovered, "rgb(255 255 255 / 0.55)"],
      [look.at, "#ffd479"],
    ])) {
      if (!square) continue;
      context.strokeStyle = colour;
      context.lineWidth = line;
      const size = viewport.pixels;
      context.strokeRect(square[0] * size + line / 2, square[1] * size + line / 2, size - line, size - line);
    }
    context.restore();
  }

  /**
   * Draw a colour on each square of a map.
   *
   * @param {Drawing} drawing
   * @param {string} id
   * @param {(square: number) => number[] | null} colourOf red, green, blue and opacity, 0 to 255
   */
  drawSquares({ context, map, size }, id, colourOf) {
    let picture = this.cache?.pictures.get(id);
    if (!picture) {
      picture = document.createElement("canvas");
      picture.width = map.width;
      picture.height = map.height;
      const small = contextOf(picture);
      const image = small.createImageData(map.width, map.height);
      for (let square = 0; square < map.width * map.height; square += 1) {
        const colour = colourOf(square);
        if (colour) image.data.set(colour, 4 * square);
      }
      small.putImageData(image, 0, 0);
      this.cache?.pictures.set(id, picture);
    }
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, 0, 0, map.width * size, map.height * size);
  }
}

/**
 * @typedef {{ context: Context, map: DungeonMap, size: number, viewport: Viewport, painter: OverlayPainter,
 *   extras: Extras }} Drawing
 * @typedef {{ id: string, name: string, draw: (drawing: Drawing) => void }} Overlay
 */

/** @type {Overlay[]} */
export const OVERLAYS = [
  { id: "rooms", name: "Rooms", draw: drawRooms },
  { id: "segments", name: "Segments", draw: drawSegments },
  { id: "distance", name: "Distance", draw: drawDistance },
  { id: "homes", name: "Homes", draw: drawHomes },
  { id: "walkability", name: "Walkability", draw: drawWalkability },
  { id: "unreachable", name: "Unreachable", draw: drawUnreachable },
  { id: "locks", name: "Locks", draw: drawLocks },
  { id: "sight", name: "Sight", draw: drawSight },
];

/** @param {Drawing} drawing */
function drawRooms({ context, map, size }) {
  map.rooms.forEach(([x, y, width, height], number) => {
    const half = size / 2;
    frame(context, x * size + half, y * size + half, (width - 1) * size, (height - 1) * size, number, size, true);
    if (size >= 12) label(context, String(number + 1), (x + 1) * size, (y + 1) * size, number, (width - 2) * size);
  });
}

/** @param {Drawing} drawing */
function drawSegments({ context, map, size }) {
  map.segments.forEach((segment, number) => {
    const { x, y, width, height } = segment;
    frame(context, x * size, y * size, width * size, height * size, number, size, false);
    const name = segment.title || segment.id;
    if (size >= 8) label(context, name, x * size + 3, y * size + 3, number, width * size - 6);
  });
}

/** @param {Drawing} drawing */
function drawDistance(drawing) {
  const { context, map, size, viewport, painter } = drawing;
  const most = Math.max(
    1,
    map.distances.reduce((furthest, steps) => Math.max(furthest, steps), 1),
  );
  painter.drawSquares(drawing, "distance", (square) => {
    const steps = map.distances[square];
    return steps < 0 ? null : [...heat(steps / most), 165];
  });
  if (size < NUMBERS_FROM) return;
  const [left, top] = viewport.squareAt(0, 0);
  const [right, bottom] = viewport.squareAt(context.canvas.width, context.canvas.height);
  const squares = [];
  for (let y = Math.max(0, top); y <= Math.min(map.height - 1, bottom); y += 1) {
    for (let x = Math.max(0, left); x <= Math.min(map.width - 1, right); x += 1) {
      if (map.distances[y * map.width + x] >= 0) squares.push([x, y]);
    }
  }
  if (squares.length > MOST_NUMBERS) return;
  context.font = `600 ${Math.round(size * 0.4)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const [x, y] of squares) {
    const steps = map.distances[y * map.width + x];
    context.fillStyle = steps / most < 0.45 ? "#14100a" : "#ffffff";
    context.fillText(String(steps), (x + 0.5) * size, (y + 0.55) * size);
  }
}

/** @param {Drawing} drawing */
function drawHomes({ context, map, size }) {
  const turns = /** @type {Record<string, number>} */ ({ north: 0, east: 1, south: 2, west: 3 });
  for (const home of map.homes) {
    context.save();
    context.translate((home.x + 0.5) * size, (home.y + 0.5) * size);
    context.rotate(((turns[home.facing] ?? 0) * Math.PI) / 2);
    context.beginPath();
    for (const [x, y] of [
      [0, -0.46],
      [0.42, 0.1],
      [0.18, 0.1],
      [0.18, 0.46],
      [-0.18, 0.46],
      [-0.18, 0.1],
      [-0.42, 0.1],
    ]) {
      context.lineTo(x * size, y * size);
    }
    context.closePath();
    context.fillStyle = home.players ? hue(home.players[0] + 2) : home.special ? "#ffd854" : "#f4f2ea";
    context.strokeStyle = "#0c0c10";
    context.lineWidth = Math.max(1, size / 14);
    context.fill();
    context.stroke();
    context.restore();
  }
}

/** @param {Drawing} drawing */
function drawWalkability(drawing) {
  const colours = [null, [96, 214, 130, 110], [255, 196, 84, 130]];
  drawing.painter.drawSquares(drawing, "walkability", (square) => colours[drawing.map.walking[square]] ?? null);
}

/** @param {Drawing} drawing */
function drawUnreachable(drawing) {
  const { unreachable } = drawing.map;
  drawing.painter.drawSquares(drawing, "unreachable", (square) => (unreachable[square] ? [255, 70, 90, 175] : null));
}

/**
 * Draw locked doors with the round in which they open, and keys in the colour of what they open.
 *
 * @param {Drawing} drawing
 */
function drawLocks({ context, size, extras }) {
  if (!extras.locks) return;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `700 ${Math.max(9, Math.round(size * 0.55))}px system-ui, sans-serif`;
  context.lineWidth = Math.max(1, size / 12);
  for (const { x, y, opens } of extras.locks.keys) {
    context.strokeStyle = hue(opens + 1);
    context.beginPath();
    context.arc((x + 0.5) * size, (y + 0.5) * size, size * 0.46, 0, 2 * Math.PI);
    context.stroke();
  }
  for (const { x, y, lock, order } of extras.locks.doors) {
    context.fillStyle = "rgb(12 12 16 / 0.85)";
    context.fillRect(x * size, y * size, size, size);
    context.strokeStyle = order ? hue(lock + 1) : "#ff5468";
    context.strokeRect(x * size, y * size, size, size);
    context.fillStyle = context.strokeStyle;
    context.fillText(order ? String(order) : "×", (x + 0.5) * size, (y + 0.55) * size);
  }
}

/** @param {Drawing} drawing */
function drawSight({ context, map, size, extras }) {
  context.fillStyle = "rgb(120 205 255 / 0.4)";
  for (const square of extras.seen) {
    context.fillRect((square % map.width) * size, Math.floor(square / map.width) * size, size, size);
  }
}

/**
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} number
 * @param {number} size
 * @param {boolean} isFilled
 */
function frame(context, x, y, width, height, number, size, isFilled) {
  const colour = hue(number);
  const line = Math.max(1.5, size / 9);
  if (isFilled) {
    context.globalAlpha = 0.18;
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
  }
  context.strokeStyle = colour;
  context.lineWidth = line;
  context.strokeRect(x + line / 2, y + line / 2, width - line, height - line);
}

/**
 * Write a text on a dark plate, cut to a width.
 *
 * @param {Context} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} number
 * @param {number} most
 */
function label(context, text, x, y, number, most) {
  context.font = "600 12px system-ui, sans-serif";
  context.textAlign = "left";
  context.textBaseline = "middle";
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width + 10 > most) shown = shown.slice(0, -1);
  if (shown.length < Math.min(2, text.length)) return;
  context.fillStyle = "rgb(12 12 16 / 0.85)";
  context.fillRect(x, y, context.measureText(shown).width + 10, 18);
  context.fillStyle = hue(number);
  context.fillText(shown, x + 5, y + 9.5);
}

/** @param {number} number */
function hue(number) {
  return `hsl(${Math.round((40 + number * 137.5) % 360)} 85% 70%)`;
}

/**
 * Return the colour of a share 0 … 1 of the largest distance.
 *
 * @param {number} share
 */
function heat(share) {
  const position = Math.min(share, 0.9999) * (HEAT.length - 1);
  const first = Math.floor(position);
  return HEAT[first].map((part, i) => Math.round(part + (HEAT[first + 1][i] - part) * (position - first)));
}
