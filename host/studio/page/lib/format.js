/**
 * Numbers as texts.
 */

/**
 * Return a whole number with commas between thousands.
 *
 * @param {number} number
 */
export function formatWhole(number) {
  return number.toLocaleString("en");
}

/**
 * Return a number with three significant digits; "–" for none.
 *
 * @param {number | null | undefined} value
 */
export function formatFigure(value) {
  if (value === null || value === undefined) return "–";
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  const size = Math.abs(value);
  return size >= 1e6 || (size > 0 && size < 1e-3) ? value.toExponential(1) : String(Number(value.toPrecision(3)));
}

/**
 * Return a path without its first folders when it is long: the name of the file says most.
 *
 * @param {string} path
 * @param {number} most characters
 */
export function shortenPath(path, most) {
  return path.length > most ? `…${path.slice(-most)}` : path;
}

/**
 * Return the ends of an interval.
 *
 * @param {number} low
 * @param {number} high
 */
export function formatInterval(low, high) {
  return `${formatFigure(low)} to ${formatFigure(high)}`;
}

/**
 * Return a number with its noun, in the plural for all but 1.
 *
 * @param {number} number
 * @param {string} noun
 */
export function counted(number, noun) {
  return `${formatWhole(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/**
 * Return a time in its two largest units.
 *
 * @param {number} seconds
 */
export function formatDuration(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/**
 * Return a word as a shell takes it.
 *
 * @param {string} word
 */
export function quote(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\"'\"'")}'`;
}
