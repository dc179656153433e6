/**
 * Edits that are not saved, which survive a reload of the page.
 */

/** @typedef {import("./types.js").Entry} Entry */

/**
 * What a page edits: the text and hash of the file that it read, the number of each entry in it, and the entries.
 *
 * @typedef {{ text: string, hash: string | null, sources: [string, number][], entries: Entry[], chosen: number }} Draft
 */

const PREFIX = "dungeon-studio-segments:";

/**
 * @param {string} file
 * @param {Draft} draft
 * @returns {boolean} whether it could be stored
 */
export function storeDraft(file, draft) {
  try {
    sessionStorage.setItem(PREFIX + file, JSON.stringify(draft));
    return true;
  } catch {
    // The browser stores a few MB only.
    return false;
  }
}

/**
 * @param {string} file
 * @returns {Draft | null}
 */
export function readDraft(file) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + file) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} file */
export function dropDraft(file) {
  sessionStorage.removeItem(PREFIX + file);
}

/** @returns {string[]} files with drafts */
export function listDrafts() {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));
}
