/**
 * What lies over a segment on the canvas: the border around it with places for doors, rooms, homes, switches, floor
 * that cannot be reached, the cursor, and the rectangle that is drawn.
 */

/**
 * @typedef {import("./types.js").EditorFields} EditorFields
 * @typedef {import("./types.js").SegmentData} SegmentData
 * @typedef {{ left: number, top: number, pixels: number }} Frame the corner of the square (0, 0), the size of squares
 */

/** Steps from the square in front of a home to the home. */
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  north: [0, -1],
  east: [1, 0],
  south: [0, 1],
  west: [-1, 0],
});

/** Colours of the marks, from the theme. */
function readColours() {
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return { accent: colour("--accent"), danger: colour("--danger"), good: colour("--good"), line: colour("--muted") };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {SegmentData} segment
 * @param {EditorFields} fields
 * @param {Frame} frame
 * @param {[number, number, number, number] | null} box
 */
export function drawMarks(context, segment, fields, frame, box) {
  const colours = readColours();
  const { left, top, pixels } = frame;
  const { report } = fields;
  context.lineJoin = "miter";
  drawBorder(context, segment, report?.doors ?? [], frame, colours);
  if (pixels >= 8) drawGrid(context, segment, frame);
  if (report) {
    context.strokeStyle = colours.danger;
    for (const square of report.sealed) {
      const x = left + (square % segment.width) * pixels;
      hatch(context, x, top + Math.floor(square / segment.width) * pixels, pixels);
    }
    context.fillStyle = colours.good;
    for (const { x, y, facing } of report.homes)
      drawArrow(context, left + x * pixels, top + y * pixels, pixels, facing);
  }
  for (const { x, y } of segment.switches) drawSwitch(context, left + x * pixels, top + y * pixels, pixels);
  segment.rooms.forEach((room, number) => {
    drawRoom(context, room, frame, number === fields.room, fields.tool === "room", colours);
  });
  if (box) {
    context.lineWidth = 2;
    context.strokeStyle = colours.accent;
    context.strokeRect(left + box[0] * pixels, top + box[1] * pixels, box[2] * pixels, box[3] * pixels);
  }
  drawCursor(context, left + fields.cursor[0] * pixels, top + fields.cursor[1] * pixels, pixels, colours.accent);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {SegmentData} segment
 * @param {number[][]} doors
 * @param {Frame} frame
 * @param {{ accent: string, line: string }} colours
 */
function drawBorder(context, segment, doors, { left, top, pixels }, colours) {
  const { width, height } = segment;
  context.globalAlpha = 0.28;
  context.fillStyle = colours.line;
  context.fillRect(left - pixels, top - pixels, (width + 2) * pixels, pixels);
  context.fillRect(left - pixels, top + height * pixels, (width + 2) * pixels, pixels);
  context.fillRect(left - pixels, top, pixels, height * pixels);
  context.fillRect(left + width * pixels, top, pixels, height * pixels);
  context.globalAlpha = 1;
  context.fillStyle = colours.accent;
  const thick = Math.max(2, Math.round(pixels / 6));
  const inset = Math.round(pixels / 5);
  const length = pixels - 2 * inset;
  doors.forEach((squares, side) => {
    for (const square of squares) {
      if (side === 0) context.fillRect(left + square * pixels + inset, top - thick, length, thick);
      if (side === 1) context.fillRect(left + width * pixels, top + square * pixels + inset, thick, length);
      if (side === 2) context.fillRect(left + square * pixels + inset, top + height * pixels, length, thick);
      if (side === 3) context.fillRect(left - thick, top + square * pixels + inset, thick, length);
    }
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {SegmentData} segment
 * @param {Frame} frame
 */
function drawGrid(context, { width, height }, { left, top, pixels }) {
  context.strokeStyle = "rgb(128 128 128 / 0.22)";
  context.lineWidth = 1;
  context.beginPath();
  for (let x = 0; x <= width; x += 1) {
    context.moveTo(left + x * pixels + 0.5, top);
    context.lineTo(left + x * pixels + 0.5, top + height * pixels);
  }
  for (let y = 0; y <= height; y += 1) {
    context.moveTo(left, top + y * pixels + 0.5);
    context.lineTo(left + width * pixels, top + y * pixels + 0.5);
  }
  context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} pixels
 */
function hatch(context, x, y, pixels) {
  context.save();
  context.beginPath();
  context.rect(x, y, pixels, pixels);
  context.clip();
  context.globalAlpha = 0.25;
  context.fillStyle = context.strokeStyle;
  context.fillRect(x, y, pixels, pixels);
  context.globalAlpha = 1;
  context.lineWidth = Math.max(1, pixels / 14);
  context.beginPath();
  const step = Math.max(4, pixels / 3);
  for (let shift = -pixels; shift < pixels; shift += step) {
    context.moveTo(x + shift, y + pixels);
    context.lineTo(x + shift + pixels, y);
  }
  context.stroke();
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} pixels
 * @param {string} facing
 */
function drawArrow(context, x, y, pixels, facing) {
  const [dx, dy] = STEPS[facing] ?? [0, 0];
  const middle = pixels / 2;
  const size = pixels / 4;
  context.beginPath();
  context.moveTo(x + middle + dx * size, y + middle + dy * size);
  context.lineTo(x + middle - dx * size + dy * size, y + middle - dy * size + dx * size);
  context.lineTo(x + middle - dx * size - dy * size, y + middle - dy * size - dx * size);
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} pixels
 */
function drawSwitch(context, x, y, pixels) {
  const size = Math.max(4, Math.round(pixels / 2.4));
  context.fillStyle = "#0c0c10";
  context.fillRect(x + pixels - size, y, size, size);
  context.fillStyle = "#ffd854";
  context.font = `700 ${Math.round(size * 0.85)}px sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText("S", x + pixels - size / 2, y + size / 2 + 1);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./types.js").Room} room
 * @param {Frame} frame
 * @param {boolean} isChosen
 * @param {boolean} isTool
 * @param {{ accent: string, line: string }} colours
 */
function drawRoom(context, [x, y, width, height], { left, top, pixels }, isChosen, isTool, colours) {
  // Lines run in the middle of walls, so that rooms that share a wall share a line.
  const box = /** @type {[number, number, number, number]} */ ([
    left + (x + 0.5) * pixels,
    top + (y + 0.5) * pixels,
    (width - 1) * pixels,
    (height - 1) * pixels,
  ]);
  context.lineWidth = isChosen ? 4 : 3;
  context.strokeStyle = "rgb(12 12 16 / 0.6)";
  context.strokeRect(...box);
  context.lineWidth = isChosen ? 2.5 : 1.5;
  context.strokeStyle = isChosen ? colours.accent : isTool ? "#8fc7ff" : "rgb(143 199 255 / 0.55)";
  context.strokeRect(...box);
  if (!isChosen || !isTool) return;
  context.fillStyle = colours.accent;
  const grip = Math.max(5, Math.round(pixels / 4));
  for (const cornerX of [box[0], box[0] + box[2]]) {
    for (const cornerY of [box[1], box[1] + box[3]]) {
      context.fillRect(cornerX - grip / 2, cornerY - grip / 2, grip, grip);
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} pixels
 * @param {string} colour
 */
function drawCursor(context, x, y, pixels, colour) {
  context.lineWidth = 4;
  context.strokeStyle = "rgb(12 12 16 / 0.75)";
  context.strokeRect(x + 1, y + 1, pixels - 2, pixels - 2);
  context.lineWidth = 2;
  context.strokeStyle = colour;
  context.strokeRect(x + 1, y + 1, pixels - 2, pixels - 2);
}
