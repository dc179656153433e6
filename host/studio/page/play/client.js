/**
 * A game on the server, its recording on this page, and a game that continues from a frame of it.
 */

import { Refused, ask, askFile } from "../lib/api.js";
import { encodeFile, storeFile } from "../lib/files.js";
import { headersNow } from "../lib/session.js";
import { Recording } from "./recording.js";

/**
 * @typedef {import("../types.js").Problem} Problem
 * @typedef {"empty" | "starting" | "ready" | "over" | "shown"} State the last one is that of a recording from a file
 * @typedef {{ generator: string, seed: number, options: Record<string, unknown> }} RecordedRequest
 */

/** Turns a second that one can choose; 0 is as fast as the mods are. */
export const SPEEDS = [1, 2, 5, 10, 20, 0];
/** Milliseconds between the steps of a walk. */
const STRIDE = 60;
/** Actions of a request. */
const BATCH = 20;

export class GameClient {
  /** @param {(changed: Set<number> | null) => void} shown is called when another frame or state is to be shown */
  constructor(shown) {
    this.shown = shown;
    this.recording = new Recording();
    /** @type {State} */
    this.state = "empty";
    /** Why the game did not start, or is over. @type {Problem[]} */
    this.problems = [];
    /** Why the view does not do what a key asks for. */
    this.note = "";
    this.identity = "";
    /** The path of what can be stored in files: a game, also one that is over, or a recording. */
    this.stored = "";
    /** The file of the recording that is shown. @type {Blob | null} */
    this.file = null;
    /** Whether the recording that is shown is one of a simulation, which nobody can go on with. */
    this.simulates = false;
    /** The command lines that play it, without keys. @type {{ play: string, keys: string } | null} */
    this.commands = null;
    /** All options of the map, as the menu left them. @type {Record<string, unknown>} */
    this.options = {};
    /** The version of the mods that play. */
    this.version = 0;
    /** Whether the game had a first frame. */
    this.hasBegun = false;
    /** What is played, as the parameters of a request. */
    this.query = new URLSearchParams();
    /** Whether the player acts by itself, or the recording is played. */
    this.isPlaying = false;
    this.speed = 5;
    /** Actions of an earlier game that are done again, and how many there were. */
    this.replayed = { done: 0, count: 0 };
    /** Counts the games, so that answers to an earlier one are dropped. */
    this.run = 0;
    /** Counts the keys, buttons and taps of the player: a newer one ends a walk. */
    this.inputs = 0;
    /** Whether all of the map is shown. */
    this.showsAll = false;
    /** Counts the presses of the button that lets the player act by itself. */
    this.toggles = 0;
    /** @type {Promise<unknown> | null} */
    this.pending = null;
    window.addEventListener("pagehide", ({ persisted }) => {
      // A page that the browser stores may come back.
      if (!persisted) this.leave();
    });
  }

  /**
   * Begin a game, and do some actions in it again.
   *
   * @param {URLSearchParams} query
   * @param {string[]} [actions]
   */
  async begin(query, actions = []) {
    this.leave();
    const run = ++this.run;
    Object.assign(this, { query, state: "starting", problems: [], note: "", isPlaying: false, pending: null });
    Object.assign(this, { stored: "", file: null, simulates: false, hasBegun: false });
    this.replayed = { done: 0, count: actions.length };
    this.shown(new Set());
    try {
      const all = new URLSearchParams(query);
      if (this.showsAll) all.set("all", "1");
      const answer = await ask("play", { query: all, body: {} });
      if (run !== this.run) {
        end(`play/${answer.game}`);
        return;
      }
      const { game: identity, version, commands, options } = answer;
      Object.assign(this, { identity, version, commands, options, state: "ready", stored: `play/${identity}` });
      this.recording = new Recording();
      this.recording.add(answer.frames[0]);
      this.hasBegun = true;
      this.recording.note(answer.notes);
      this.shown(null);
      while (this.replayed.done < actions.length && this.state === "ready" && run === this.run) {
        const answered = await this.make({ actions: actions.slice(this.replayed.done, this.replayed.done + BATCH) });
        // The mods are others now, and the game is over sooner.
        if (!answered?.done) break;
        this.replayed.done += answered.done;
      }
    } catch (error) {
      if (run === this.run) this.fail(error);
    }
    if (run !== this.run) return;
    this.replayed = { done: 0, count: 0 };
    this.shown(new Set());
  }

  /**
   * Show a recording from a file, turn by turn.
   *
   * @param {Blob} file
   * @param {(request: RecordedRequest) => URLSearchParams} queryOf returns what plays the same, as parameters of a request
   * @param {number} [position] the turn to show first
   */
  async open(file, queryOf, position = 0) {
    this.leave();
    const run = ++this.run;
    Object.assign(this, { state: "starting", problems: [], note: "", isPlaying: false, pending: null, commands: null });
    this.replayed = { done: 0, count: 1 };
    this.shown(new Set());
    try {
      const query = new URLSearchParams(this.showsAll ? { all: "1" } : {});
      const answer = await ask("recording", { query, body: { file: await encodeFile(file) } });
      const path = `recording/${answer.recording}`;
      if (run !== this.run) {
        end(path);
        return;
      }
      const { simulates, turns } = answer;
      Object.assign(this, { identity: "", stored: path, file, simulates, options: {}, query: queryOf(answer.request) });
      this.recording = new Recording();
      for (let { frames } = answer; frames.length && run === this.run; ) {
        for (const frame of frames) this.recording.add(frame);
        this.state = "shown";
        this.replayed = { done: this.recording.actions.length, count: turns };
        this.shown(null);
        ({ frames } = await ask(path, { body: {} }));
      }
      if (run === this.run) this.recording.seek(Math.min(this.recording.last, position));
    } catch (error) {
      if (run === this.run) this.fail(error);
    }
    if (run !== this.run) return;
    this.replayed = { done: 0, count: 0 };
    this.shown(null);
    if (this.state === "shown") await this.findDifference(run);
  }

  /**
   * Say where the recording that is shown differs from the game with the mods of today.
   *
   * @param {number} run
   */
  async findDifference(run) {
    let lines = [];
    try {
      ({ lines } = await ask(`${this.stored}/difference`));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      lines = [`It cannot be compared with the mods of today: ${error.message}`];
    }
    if (run !== this.run || !lines.length) return;
    this.note = lines.join("\n");
    this.shown(new Set());
  }

  /**
   * Store the game so far in a file of the browser.
   *
   * @param {string} format
   */
  async save(format) {
    const run = this.run;
    this.note = "Writing the file …";
    this.shown(new Set());
    let note = "";
    try {
      const query = new URLSearchParams({ format, all: this.showsAll ? "1" : "0" });
      const name = `${this.query.get("world") ?? this.query.get("generator")}-${this.query.get("seed")}.${format}`;
      storeFile(name, await askFile(`${this.stored}/file`, query));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      note = error.message;
    }
    if (run !== this.run) return;
    this.note = note;
    this.shown(new Set());
  }

  /** Whether actions of an earlier game are done again. */
  get isReplaying() {
    return this.replayed.count > 0;
  }

  /**
   * Do what the player wants, and go on with it until it is done or another instruction comes. What is asked for meanwhile
   * waits; a key that is held down does not.
   *
   * @param {{ actions: string[] } | { command: string } | { walk: [number, number] }} instruction
   * @param {{ isRepeated?: boolean }} [how]
   */
  async instruct(instruction, { isRepeated = false } = {}) {
    if (isRepeated && this.pending) return;
    const input = ++this.inputs;
    const run = this.run;
    this.note = "";
    let answer = await this.send(instruction);
    while (answer?.goes_on) {
      await new Promise((resolve) => setTimeout(resolve, STRIDE));
      if (input !== this.inputs || run !== this.run || !this.recording.isAtEnd) return;
      answer = await this.send({ go_on: true });
    }
  }

  /** End a walk. */
  stopWalking() {
    this.inputs += 1;
  }

  /**
   * Show all of the map, or what the player has seen of it.
   *
   * @param {boolean} showsAll
   * @param {(file: Blob) => void} openAgain opens the file of a recording again
   */
  async showAll(showsAll, openAgain) {
    this.showsAll = showsAll;
    this.inputs += 1;
    if (this.state === "shown" && this.file) openAgain(this.file);
    else await this.send({ all: showsAll });
  }

  /**
   * Return what is on a square; with `next` on that of the next thing in sight. Null while there is no game.
   *
   * @param {[number, number]} square
   * @param {{ next?: boolean }} [how]
   * @returns {Promise<{ square: [number, number], text: string } | null>}
   */
  async look([x, y], { next = false } = {}) {
    if (this.state !== "ready" || !this.recording.isAtEnd) return null;
    const run = this.run;
    const query = new URLSearchParams({ x: String(x), y: String(y), next: next ? "1" : "0" });
    try {
      const answer = await ask(`play/${this.identity}/look`, { query });
      return run === this.run ? answer : null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return null;
    }
  }

  /**
   * Ask the game when what was asked before is answered: a game takes no two requests at a time.
   *
   * @param {object} body
   * @returns {Promise<{ goes_on: boolean, done: number } | null>}
   */
  async send(body) {
    const run = this.run;
    while (this.pending) await this.pending;
    if (run !== this.run || this.state !== "ready") return null;
    const making = this.make(body);
    this.pending = making;
    const answer = await making;
    if (this.pending === making) this.pending = null;
    return answer;
  }

  /**
   * Ask the game, and add the frames of its answer.
   *
   * @param {object} body
   * @returns {Promise<{ goes_on: boolean, done: number } | null>}
   */
  async make(body) {
    const run = this.run;
    try {
      const { frames, notes, problems, goes_on, done } = await ask(`play/${this.identity}`, { body });
      if (run !== this.run || this.state !== "ready") return null;
      for (const frame of frames) this.shown(this.recording.add(frame));
      this.recording.note(notes);
      if (notes.length) this.shown(new Set());
      if (problems.length) this.stop(problems);
      return { goes_on, done };
    } catch (error) {
      if (run === this.run) this.fail(error);
      return null;
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (!(error instanceof Refused)) throw error;
    this.stop(error.problems);
  }

  /** @param {Problem[]} problems */
  stop(problems) {
    Object.assign(this, { state: "over", problems, isPlaying: false });
    this.shown(new Set());
  }

  /** Let the player act by itself, after the recorded frames that follow; or stop that. */
  async toggle() {
    this.isPlaying = !this.isPlaying;
    this.note = "";
    this.shown(new Set());
    const run = this.run;
    // It ends a walk, and the loop of an earlier press.
    this.inputs += 1;
    const toggle = ++this.toggles;
    while (this.isPlaying && run === this.run && toggle === this.toggles) {
      const started = performance.now();
      if (!this.recording.isAtEnd) this.show(this.recording.position + 1);
      else if (this.state === "ready") await this.act();
      else this.isPlaying = false;
      const rest = this.speed ? 1000 / this.speed - (performance.now() - started) : 0;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
    }
    if (run === this.run && toggle === this.toggles) this.shown(new Set());
  }

  /** Let the player act by itself for a turn, at full speed for some. */
  async act() {
    if (this.recording.frame?.outcome) this.isPlaying = false;
    else await this.send({ actions: Array.from({ length: this.speed ? 1 : BATCH }, () => "script") });
  }

  /**
   * Show a recorded frame.
   *
   * @param {number} position
   */
  show(position) {
    const { recording } = this;
    const shown = Math.max(0, Math.min(recording.last, position));
    if (recording.last >= 0) this.shown(recording.seek(shown));
  }

  /** Begin again with the actions up to the frame that is shown. */
  continueFromHere() {
    return this.begin(this.query, this.actionsUntilHere);
  }

  /** The actions up to the frame that is shown. */
  get actionsUntilHere() {
    return this.recording.actions.slice(0, this.recording.frame?.number ?? 0);
  }

  /** End the game on the server: nobody plays it any more. */
  leave() {
    if (this.identity) end(`play/${this.identity}`);
    else if (this.state === "shown") end(this.stored);
    this.identity = "";
  }
}

/** @param {string} path */
function end(path) {
  // The page may be closing.
  const headers = { ...headersNow(), "Content-Type": "application/json" };
  fetch(`/api/${path}`, { method: "DELETE", headers, keepalive: true }).catch(() => {});
}
