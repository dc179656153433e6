/**
 * What a page edits: the text of a file as it was read or saved last, and what its segments were then.
 */

/**
 * @typedef {import("./types.js").Entry} Entry
 * @typedef {{ key: string, source: number, segment: import("./types.js").SegmentData | null }} Source
 */

export class Base {
  /**
   * @param {string} text
   * @param {string | null} hash of the content that a save overwrites; null for a new file
   * @param {Entry[]} entries
   */
  constructor(text, hash, entries) {
    this.text = text;
    this.hash = hash;
    this.entries = entries;
    /** Key of an entry -> its number in the file, and its segment there. @type {Map<string, Source>} */
    this.sources = new Map(entries.map(({ key, segment }, source) => [key, { key, source, segment }]));
  }

  /**
   * Return the base of a draft whose text is no longer on the disk. What its segments were is unknown, so all count as
   * edited.
   *
   * @param {import("./drafts.js").Draft} draft
   */
  static ofDraft({ text, hash, sources }) {
    const base = new Base(text, hash, []);
    base.sources = new Map(sources.map(([key, source]) => [key, { key, source, segment: null }]));
    return base;
  }

  /** @returns {[string, number][]} */
  listSources() {
    return [...this.sources.values()].map(({ key, source }) => [key, source]);
  }

  /**
   * Return the segments that the file will have, as the server takes them.
   *
   * @param {Entry[]} entries
   */
  describe(entries) {
    return entries.map(({ key, segment }) => {
      const source = this.sources.get(key);
      return source?.segment === segment ? { source: source.source } : { source: source?.source ?? null, segment };
    });
  }
}
