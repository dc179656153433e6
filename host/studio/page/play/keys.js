/**
 * The keys of a game: the keys of `dungeon-host travel`, with w, a, s, d beside the arrows.
 */

/** What a key does, by key: a move of the game, or what the view does with its recording. */
export const MOVES = /** @type {Record<string, string>} */ ({
  ArrowUp: "north",
  ArrowDown: "south",
  ArrowLeft: "west",
  ArrowRight: "east",
  w: "north",
  s: "south",
  a: "west",
  d: "east",
  k: "north",
  j: "south",
  h: "west",
  l: "east",
  y: "northwest",
  u: "northeast",
  b: "southwest",
  n: "southeast",
  ".": "wait",
  t: "script",
  ">": "down",
  "<": "up",
  g: "get",
  i: "inventory",
  r: "rest",
  D: "day",
  S: "save",
  L: "load",
});

export const COMMANDS = /** @type {Record<string, string>} */ ({
  " ": "play",
  p: "play",
  "[": "back",
  "]": "forward",
  Home: "first",
  End: "last",
  "+": "zoom in",
  "=": "zoom in",
  "-": "zoom out",
  0: "show all",
  "?": "help",
});

/** What the help says: keys, and what they do. @type {[string, string][]} */
export const HELP = [
  ["arrows · w a s d · h j k l", "walk"],
  ["click · tap", "walk to that square"],
  ["y u b n", "walk northwest, northeast, southwest, southeast"],
  [".", "wait a turn"],
  ["t", "let the player act by itself for a turn"],
  ["space · p", "let it act by itself, or stop that"],
  ["[ ]", "one frame back, one forward"],
  ["Home · End", "the first frame, the last one"],
  ["> <", "go down stairs or in at an entrance; go up stairs (worlds)"],
  ["g · i", "get what lies here; list what you carry (worlds)"],
  ["r · D", "rest an hour; let a day pass (worlds)"],
  ["+ − 0", "zoom, and show the whole map"],
  ["?", "these keys"],
];

/** Why a game on the map of a generator has no such move. @type {Record<string, string>} */
const MISSING = {
  up: "There is no floor above: this is the map of a generator, and not a world.",
  down: "There is no floor below: this is the map of a generator, and not a world.",
  get: "The player takes what lies on its way without a key.",
  inventory: "What the player carries is listed beside the map.",
  rest: "Only in a world can one rest.",
  day: "Only in a world can one let a day pass.",
  save: "Nothing needs to be saved: go back on the timeline, and continue from there.",
  load: "Nothing was saved: go back on the timeline, and continue from there.",
};

/** Steps to the squares around, row by row from the northwest. */
const AROUND = ["northwest", "north", "northeast", "west", "", "east", "southwest", "south", "southeast"];

/**
 * Return the step to a square: an empty text for the same square, and undefined for one that is further away.
 *
 * @param {number} dx
 * @param {number} dy
 * @returns {string | undefined}
 */
export function stepTo(dx, dy) {
  return Math.max(Math.abs(dx), Math.abs(dy)) > 1 ? undefined : AROUND[3 * (dy + 1) + dx + 1];
}

/** Keys of moves on a command line. */
const LETTERS = /** @type {Record<string, string>} */ ({
  ...Object.fromEntries(Object.entries(MOVES).map(([key, move]) => [move, key])),
  idle: ".",
  day: "d",
});
/** Moves that a command line may hold. */
const MOST_LETTERS = 2000;

/**
 * Return the option that makes moves; an empty text when there are none, or too many.
 *
 * @param {string[]} moves
 */
export function keysOption(moves) {
  const letters = moves.map((move) => LETTERS[move] ?? "").join("");
  return letters && letters.length <= MOST_LETTERS ? ` --keys '${letters}'` : "";
}

/**
 * Return the move of a key in a game with some moves, or why it has none.
 *
 * @param {string} word
 * @param {string[]} moves
 * @returns {{ move?: string, reason?: string }}
 */
export function findMove(word, moves) {
  const move = word === "wait" && !moves.includes("wait") ? "idle" : word;
  if (move === "save" || move === "load" || !moves.includes(move)) {
    return { reason: MISSING[move] ?? `There is no move ${move} in this game.` };
  }
  return { move };
}
