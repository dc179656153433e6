/**
 * A game on the server, and its recording on this page.
 */

import { Refused, ask } from "../lib/api.js";
import { headersNow } from "../lib/session.js";
import { Recording } from "./recording.js";

/**
 * @typedef {import("../types.js").Problem} Problem
 * @typedef {"empty" | "starting" | "ready" | "over"} State
 */

/** Turns a second that one can choose; 0 is as fast as the mods are. */
export const SPEEDS = [1, 2, 5, 10, 20, 0];
/** Milliseconds between the steps of a walk. */
const STRIDE = 60;
/** Moves of a request. */
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
    /** What a key did not do. */
    this.note = "";
    /** @type {string[]} */
    this.allowed = [];
    this.identity = "";
    /** The command line that plays it, without moves. */
    this.command = "";
    /** The version of the mods that play. */
    this.version = 0;
    /** What is played, as the parameters of a request. */
    this.query = new URLSearchParams();
    /** Whether the player acts by itself, or the recording is played. */
    this.isPlaying = false;
    this.speed = 5;
    /** Moves of an earlier game that are made again, and how many there were. */
    this.replayed = { done: 0, count: 0 };
    /** Counts the games, so that answers to an earlier one are dropped. */
    this.run = 0;
    /** Counts the keys, buttons and taps of the player: a newer one ends a walk. */
    this.inputs = 0;
    /** Counts the presses of the button that lets the player act by itself. */
    this.toggles = 0;
    /** @type {Promise<void> | null} */
    this.pending = null;
    window.addEventListener("pagehide", ({ persisted }) => {
      // A page that the browser stores may come back.
      if (!persisted) this.leave();
    });
  }

  /**
   * Begin a game, and make some moves in it again.
   *
   * @param {URLSearchParams} query
   * @param {string[]} [moves]
   */
  async begin(query, moves = []) {
    this.leave();
    const run = ++this.run;
    Object.assign(this, { query, state: "starting", problems: [], note: "", isPlaying: false, pending: null });
    this.replayed = { done: 0, count: moves.length };
    this.shown(new Set());
    try {
      const answer = await ask("play", { query, body: {} });
      if (run !== this.run) {
        end(answer.game);
        return;
      }
      const { game: identity, moves: allowed, version, command } = answer;
      Object.assign(this, { identity, allowed, version, command, state: "ready" });
      this.recording = new Recording();
      this.recording.add(answer.frames[0]);
      this.shown(null);
      while (this.replayed.done < moves.length && this.state === "ready" && run === this.run) {
        await this.make(moves.slice(this.replayed.done, this.replayed.done + BATCH));
        this.replayed.done = this.recording.moves.length;
      }
    } catch (error) {
      if (run === this.run) this.fail(error);
    }
    if (run !== this.run) return;
    this.replayed = { done: 0, count: 0 };
    this.shown(new Set());
  }

  /** Whether moves of an earlier game are made again. */
  get isReplaying() {
    return this.replayed.count > 0;
  }

  /**
   * Make a move, unless the last one is still on its way.
   *
   * @param {string} move
   */
  async press(move) {
    this.inputs += 1;
    if (this.pending) return;
    await this.take(move);
  }

  /**
   * Walk to a square, until something gets in the way or another input comes.
   *
   * @param {number} x
   * @param {number} y
   */
  async walk(x, y) {
    const input = ++this.inputs;
    const run = this.run;
    if (this.pending) await this.pending;
    try {
      const query = new URLSearchParams({ x: String(x), y: String(y) });
      const { steps } = await ask(`play/${this.identity}/path`, { query });
      for (const [move, square] of steps) {
        if (input !== this.inputs || run !== this.run || this.state !== "ready" || !this.recording.isAtEnd) return;
        await this.take(move);
        if (String(this.recording.frame?.player) !== String(square)) return;
        await new Promise((resolve) => setTimeout(resolve, STRIDE));
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (input !== this.inputs || run !== this.run) return;
      this.note = error.message;
      this.shown(new Set());
    }
  }

  /** @param {string} move */
  async take(move) {
    this.note = "";
    await this.send([move]);
  }

  /**
   * Make moves when those before are made: a game takes no two requests at a time.
   *
   * @param {string[]} moves
   */
  async send(moves) {
    const run = this.run;
    while (this.pending) await this.pending;
    if (run !== this.run || this.state !== "ready") return;
    const making = this.make(moves);
    this.pending = making;
    await making;
    if (this.pending === making) this.pending = null;
  }

  /**
   * Make moves and add their frames.
   *
   * @param {string[]} moves
   */
  async make(moves) {
    const run = this.run;
    try {
      const { frames, problems } = await ask(`play/${this.identity}`, { body: { moves } });
      if (run !== this.run || this.state !== "ready") return;
      for (const frame of frames) this.shown(this.recording.add(frame));
      if (problems.length) this.stop(problems);
    } catch (error) {
      if (run === this.run) this.fail(error);
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
    await this.send(Array.from({ length: this.speed ? 1 : BATCH }, () => "script"));
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

  /** Begin again with the moves up to the frame that is shown. */
  continueFromHere() {
    const { recording, query } = this;
    return this.begin(query, recording.moves.slice(0, recording.frame?.number ?? 0));
  }

  /** End the game on the server: nobody plays it any more. */
  leave() {
    if (this.identity) end(this.identity);
    this.identity = "";
  }
}

/** @param {string} identity */
function end(identity) {
  // The page may be closing.
  const headers = { ...headersNow(), "Content-Type": "application/json" };
  fetch(`/api/play/${identity}`, { method: "DELETE", headers, keepalive: true }).catch(() => {});
}
