/**
 * The document of the segments editor: a file as it was read, the segments as they are edited, and what the server
 * says about them. The server parses, checks, turns and writes; nothing here knows the format of the file.
 */

import { ask, latest, Refused } from "../lib/api.js";
import { Observable } from "../lib/observable.js";
import { Base } from "./base.js";
import { dropDraft, readDraft, storeDraft } from "./drafts.js";
import { History } from "./history.js";

/**
 * @typedef {import("./types.js").EditorFields} EditorFields
 * @typedef {import("./types.js").Entry} Entry
 * @typedef {import("./types.js").SegmentData} SegmentData
 */

/** @extends {Observable<EditorFields>} */
export class Editor extends Observable {
  constructor() {
    super({
      files: [],
      mods: [],
      file: "",
      isWritable: false,
      entries: [],
      chosen: 0,
      layer: 0,
      tile: 0,
      tool: "brush",
      cursor: [0, 0],
      room: -1,
      palette: null,
      report: null,
      isDirty: false,
      canUndo: false,
      canRedo: false,
      conflict: null,
      problems: [],
      paletteProblems: [],
      message: "",
    });
    this.history = new History();
    this.base = new Base("", null, []);
    /** The file that was asked for last. */
    this.wanted = "";
    this.isSaving = false;
    /** What was before the edit that is going on. @type {import("./history.js").Snapshot | null} */
    this.before = null;
    this.made = 0;
    this.examine = latest((/** @type {Entry | undefined} */ entry, signal) => this.requestReport(entry, signal));
  }

  /** @returns {SegmentData | undefined} */
  get segment() {
    return this.fields.entries[this.fields.chosen]?.segment;
  }

  // -- reading

  /** List the files, and read one: the one that is open, or the first. */
  async refresh() {
    try {
      const { files, mods } = await ask("segments");
      this.set({ files, mods });
      if (!this.fields.file && files.length) await this.open(files[0].file);
      else if (this.fields.file) await Promise.all([this.follow(), this.requestPalette()]);
    } catch (error) {
      this.report(error);
    }
  }

  /**
   * Open a file; edits of the one that is open stay as a draft.
   *
   * @param {string} file
   */
  async open(file) {
    this.wanted = file;
    try {
      const read = await ask("segments/file", { query: new URLSearchParams({ file }) });
      if (this.wanted !== file) return;
      this.show(read, readDraft(file));
      await this.requestPalette();
    } catch (error) {
      if (this.wanted !== file) return;
      if (error instanceof Refused && error.isSuperseded) return;
      this.start(file, [], "", null);
      this.set({ isWritable: false });
      this.report(error);
    }
  }

  /**
   * Begin a file that does not exist yet, with one segment.
   *
   * @param {string} file
   */
  async create(file) {
    this.wanted = file;
    this.start(file, [], "eof\n", null);
    this.set({ isWritable: true, message: "The file is written when you save." });
    await this.requestPalette();
    await this.change({ change: "new", width: 12, height: 12, number: this.fields.tile }, true);
  }

  /**
   * Forget the file that is open.
   *
   * @param {string} file
   * @param {Entry[]} entries
   * @param {string} text
   * @param {string | null} hash
   */
  start(file, entries, text, hash) {
    this.before = null;
    this.history = new History();
    this.base = new Base(text, hash, entries);
    const isOther = file !== this.fields.file;
    if (isOther) this.set({ palette: null, paletteProblems: [] });
    this.set({ file, entries, isDirty: false, canUndo: false, canRedo: false, conflict: null, problems: [] });
    this.set({ room: -1, report: isOther ? null : this.fields.report, message: "" });
    this.choose(isOther ? 0 : Math.max(0, Math.min(this.fields.chosen, entries.length - 1)));
  }

  /**
   * @param {{ file: string, hash: string, text: string, is_writable: boolean, segments: SegmentData[] }} read
   * @param {import("./drafts.js").Draft | null} draft
   */
  show(read, draft) {
    const entries = read.segments.map((segment, number) => ({ key: String(number), segment }));
    this.start(read.file, entries, read.text, read.hash);
    this.set({ isWritable: read.is_writable });
    if (!draft) return;
    if (draft.text === read.text) this.base.hash = draft.hash;
    else this.base = Base.ofDraft(draft);
    this.set({
      entries: draft.entries,
      conflict: draft.hash === read.hash ? null : { hash: read.hash },
      message: "Edits that were not saved are back.",
    });
    this.choose(draft.chosen);
    this.changed();
  }

  /** Look whether the file has changed on the disk. */
  async follow() {
    const { file } = this.fields;
    const { hash } = await ask("segments/hash", { query: new URLSearchParams({ file }) });
    // What this page saves is no news.
    if (file !== this.fields.file || this.isSaving) return;
    if (hash === this.base.hash) {
      if (this.fields.conflict) this.set({ conflict: null });
      if (this.fields.problems.length && !this.fields.isDirty) await this.open(file);
      return;
    }
    if (this.fields.isDirty || this.before || hash === null) this.set({ conflict: { hash } });
    else {
      await this.open(file);
      if (!this.fields.problems.length) this.set({ message: "The file has changed, and was read again." });
    }
  }

  async requestPalette() {
    const { file } = this.fields;
    try {
      const palette = await ask("segments/palette", { query: new URLSearchParams({ file }) });
      if (file !== this.fields.file) return;
      this.set({ palette, paletteProblems: [] });
      const isThere = palette.tiles.some((/** @type {{ number: number }} */ tile) => tile.number === this.fields.tile);
      if (!isThere && palette.tiles.length) this.set({ tile: palette.tiles[0].number });
      this.examine(this.fields.entries[this.fields.chosen]);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!error.isSuperseded) this.set({ paletteProblems: error.problems, report: null });
    }
  }

  /**
   * @param {Entry | undefined} entry
   * @param {AbortSignal} signal
   */
  async requestReport(entry, signal) {
    if (!entry || !this.fields.palette?.tiles.length) {
      this.set({ report: null });
      return;
    }
    const { file } = this.fields;
    try {
      const report = await ask("segments/examine", { body: { file, segment: entry.segment }, signal });
      if (file === this.fields.file) this.set({ report, paletteProblems: [] });
    } catch (error) {
      if (error instanceof Refused && !error.isSuperseded) this.set({ paletteProblems: error.problems, report: null });
    }
  }

  // -- editing

  /** @param {number} chosen */
  choose(chosen) {
    const { entries, cursor, layer } = this.fields;
    const segment = entries[chosen]?.segment;
    this.set({
      chosen,
      room: -1,
      layer: segment ? Math.min(layer, segment.layers.length - 1) : 0,
      cursor: segment ? [Math.min(cursor[0], segment.width - 1), Math.min(cursor[1], segment.height - 1)] : [0, 0],
    });
    this.examine(entries[chosen]);
  }

  /** Begin an edit of several steps, such as a stroke of the brush. */
  begin() {
    this.before ??= { entries: this.fields.entries, chosen: this.fields.chosen };
  }

  /** End the edit that was begun. */
  commit() {
    const { before } = this;
    this.before = null;
    if (!before || before.entries === this.fields.entries) return;
    this.history.push(before);
    this.changed();
  }

  /** Give up the edit that was begun. */
  cancel() {
    const { before } = this;
    this.before = null;
    if (before && before.entries !== this.fields.entries) this.set(before);
  }

  /**
   * Replace the segment that is painted, in the edit that was begun or in one of its own.
   *
   * @param {SegmentData} segment
   */
  edit(segment) {
    const { entries, chosen } = this.fields;
    if (!this.fields.isWritable || !entries[chosen] || entries[chosen].segment === segment) return;
    const next = entries.map((entry, number) => (number === chosen ? { ...entry, segment } : entry));
    this.replace(next, chosen);
  }

  /**
   * @param {Entry[]} entries
   * @param {number} chosen
   */
  replace(entries, chosen) {
    const isAlone = !this.before;
    if (isAlone) this.begin();
    this.set(chosen === this.fields.chosen ? { entries, message: "" } : { entries, chosen, message: "" });
    this.examine(entries[chosen]);
    if (isAlone) this.commit();
  }

  undo() {
    this.restore(this.history.undo({ entries: this.fields.entries, chosen: this.fields.chosen }));
  }

  redo() {
    this.restore(this.history.redo({ entries: this.fields.entries, chosen: this.fields.chosen }));
  }

  /** @param {import("./history.js").Snapshot | undefined} snapshot */
  restore(snapshot) {
    if (!snapshot || this.before) return;
    this.set({ entries: snapshot.entries, message: "" });
    this.choose(snapshot.chosen);
    this.changed();
  }

  /** Store the draft, after an edit. */
  changed() {
    const { entries, chosen, file } = this.fields;
    const isDirty = entries !== this.base.entries;
    this.set({ isDirty, canUndo: this.history.past.length > 0, canRedo: this.history.future.length > 0 });
    if (!isDirty) {
      dropDraft(file);
      return;
    }
    const { text, hash } = this.base;
    const isStored = storeDraft(file, { text, hash, sources: this.base.listSources(), entries, chosen });
    if (!isStored) this.set({ message: "Too large to survive a reload of the page: save often." });
  }

  /**
   * Let the server change the segment that is painted, or make a new one.
   *
   * @param {object} change
   * @param {boolean} [isNew]
   */
  async change(change, isNew = false) {
    const { file, entries, chosen } = this.fields;
    const entry = entries[chosen];
    try {
      const body = { file, segment: isNew ? undefined : entry?.segment, ...change };
      const { segment, unturned } = await ask("segments/change", { body });
      if (this.fields.entries !== entries || this.fields.file !== file) return;
      if (isNew) this.insert(segment);
      else this.edit(segment);
      this.choose(this.fields.chosen);
      if (unturned.length) {
        const names = unturned.slice(0, 8).join(", ");
        this.set({ message: `No tile looks like these when they are turned, so they stay: ${names}` });
      }
    } catch (error) {
      this.report(error);
    }
  }

  /** @param {SegmentData} segment */
  insert(segment) {
    const { entries, chosen } = this.fields;
    const place = entries.length ? chosen + 1 : 0;
    this.made += 1;
    const entry = { key: `new ${Date.now()} ${this.made}`, segment };
    this.replace([...entries.slice(0, place), entry, ...entries.slice(place)], place);
    this.choose(place);
  }

  remove() {
    const { entries, chosen } = this.fields;
    this.replace(
      entries.filter((_, number) => number !== chosen),
      Math.max(0, Math.min(chosen, entries.length - 2)),
    );
    this.choose(this.fields.chosen);
  }

  // -- saving

  /** Return what the server needs to write the file. */
  document() {
    const { file, entries } = this.fields;
    return { file, text: this.base.text, segments: this.base.describe(entries) };
  }

  async save() {
    const { isWritable, isDirty, conflict, entries, file } = this.fields;
    if (!isWritable || this.before) return;
    if (conflict) {
      this.set({ message: "The file has changed on the disk: choose first." });
      return;
    }
    if (!isDirty || this.isSaving) return;
    this.isSaving = true;
    try {
      const answer = await ask("segments/save", { body: { ...this.document(), hash: this.base.hash } });
      dropDraft(file);
      if (this.fields.file === file) {
        this.base = new Base(answer.text, answer.hash, entries);
        this.set({ problems: [], message: "Saved." });
        this.changed();
      }
    } catch (error) {
      this.report(error);
      this.isSaving = false;
      await this.follow().catch((problem) => this.report(problem));
    } finally {
      this.isSaving = false;
    }
  }

  /** Overwrite what is on the disk with the next save. */
  keepMine() {
    const { conflict } = this.fields;
    if (!conflict) return;
    this.base.hash = conflict.hash;
    // What was read is no longer what the file has, so that there is something to save.
    this.base.entries = [];
    this.set({ conflict: null, problems: [], message: "Yours will replace the file when you save." });
    this.changed();
  }

  async takeFile() {
    dropDraft(this.fields.file);
    await this.open(this.fields.file);
  }

  /** @param {unknown} error */
  report(error) {
    if (!(error instanceof Refused)) throw error;
    if (!error.isSuperseded) this.set({ problems: error.problems });
  }
}
