/**
 * The keys of a game: those of `dungeon-host play`, with w, a, s, d beside the arrows.
 */

/** What a key does: an action of the game by its id, or a command of `COMMANDS`. @type {Record<string, string>} */
const STEPS = {
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
};
/** Keys of the numeric keypad, whatever Num Lock makes of them. @type {Record<string, string>} */
const KEYPAD = {
  Numpad1: "southwest",
  Numpad2: "south",
  Numpad3: "southeast",
  Numpad4: "west",
  Numpad5: "wait",
  Numpad6: "east",
  Numpad7: "northwest",
  Numpad8: "north",
  Numpad9: "northeast",
};
/** @type {Record<string, string>} */
const ACTIONS = { ".": "wait", 5: "wait", t: "script", g: "get", f: "throw", r: "rest", D: "day" };
/** @type {Record<string, string>} */
const COMMANDS = { o: "explore", Tab: "fight", "<": "go up", ">": "go down" };
/** What the view does itself. @type {Record<string, string>} */
const OF_VIEW = {
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
  i: "inventory",
  Enter: "actions",
  m: "messages",
  x: "look",
  S: "files",
  L: "files",
  Escape: "stop",
};

/** Steps, and how far they lead. @type {Record<string, [number, number]>} */
export const OFFSETS = {
  north: [0, -1],
  south: [0, 1],
  west: [-1, 0],
  east: [1, 0],
  northwest: [-1, -1],
  northeast: [1, -1],
  southwest: [-1, 1],
  southeast: [1, 1],
};

/** What the help says: keys, and what they do. @type {[string, string][]} */
export const HELP = [
  ["arrows · h j k l · w a s d", "walk, or bump: attack, open, take, use"],
  ["y u b n · keypad", "walk northwest, northeast, southwest, southeast"],
  ["click · tap", "walk to that square"],
  ["point · long tap", "say what is there"],
  [".", "wait a turn"],
  ["o", "explore until you see something new"],
  ["> <", "go to stairs, or to the way out and in; again: use them"],
  ["Tab", "go to the nearest enemy in sight, and strike it (Shift and Tab leave the map)"],
  ["g", "pick up what lies here"],
  ["f", "shoot, or throw what is made for throwing, at the nearest enemy in a straight line"],
  ["i", "what you carry, and what you can do with it"],
  ["Enter", "all that you can do here"],
  ["x", "look around: steps move the cursor, with Shift far, Tab to the next thing; Enter walks there"],
  ["m", "read the messages again"],
  ["t", "let the player act by itself for a turn"],
  ["space · p", "let it act by itself, or stop that"],
  ["r D", "rest an hour, let a day pass (worlds)"],
  ["[ ] · Home · End", "go back and forth in the game so far"],
  ["S · L", "store the game as a recording, a film or a page; open a recording"],
  ["+ − 0", "zoom, and show the whole map"],
  ["Esc", "stop walking"],
  ["?", "these keys"],
];

/**
 * Return what a key does; null for nothing.
 *
 * @param {KeyboardEvent} event
 * @returns {{ action?: string, command?: string, view?: string } | null}
 */
export function meaningOf({ key, code, shiftKey }) {
  const action = KEYPAD[code] ?? STEPS[key] ?? ACTIONS[key];
  if (action) return { action };
  if (key === "Tab" && shiftKey) return null;
  if (COMMANDS[key]) return { command: COMMANDS[key] };
  return OF_VIEW[key] ? { view: OF_VIEW[key] } : null;
}

/**
 * Return the step of a key with Shift, which moves a cursor far; undefined for other keys.
 *
 * @param {KeyboardEvent} event
 * @returns {string | undefined}
 */
export function farStepOf({ key, shiftKey }) {
  return shiftKey ? STEPS[key.length === 1 ? key.toLowerCase() : key] : undefined;
}

/** Keys of actions on a command line. @type {Record<string, string>} */
const LETTERS = {
  ...Object.fromEntries(Object.entries(STEPS).map(([key, step]) => [step, key])),
  wait: ".",
  script: "t",
  get: "g",
  rest: "r",
  day: "d",
};
/** Actions that a command line may hold. */
const MOST_LETTERS = 2000;

/**
 * Return the command line that does actions again; the one that begins the game when some of them have no key.
 *
 * @param {{ play: string, keys: string } | null} commands
 * @param {string[]} actions
 */
export function commandOf(commands, actions) {
  if (!commands) return "";
  const hasKeys = actions.length && actions.length <= MOST_LETTERS && actions.every((action) => action in LETTERS);
  if (!hasKeys) return commands.play;
  return `${commands.keys} --keys '${actions.map((action) => LETTERS[action]).join("")}'`;
}
