/**
 * Requests to the server.
 */

import { headers } from "./session.js";

/** @typedef {import("../types.js").Problem} Problem */

/** The errors of an answer. */
export class Refused extends Error {
  /**
   * @param {Problem[]} problems
   * @param {boolean} isSuperseded whether files were saved while the request waited: another one follows
   */
  constructor(problems, isSuperseded = false) {
    super(problems.map((problem) => problem.message).join("\n"));
    this.problems = problems;
    this.isSuperseded = isSuperseded;
  }
}

/**
 * Ask for JSON. Throws `Refused` for errors, also when the server is gone.
 *
 * @param {string} path
 * @param {{ query?: URLSearchParams, body?: object, method?: string, signal?: AbortSignal }} [more]
 * @returns {Promise<any>}
 */
export async function ask(path, { query, body, method, signal } = {}) {
  const response = await request(path, { query, body, method, signal });
  const answer = await response.json().catch(() => ({}));
  // Half an answer is none.
  signal?.throwIfAborted();
  if (response.ok && !answer.errors) return answer;
  throw new Refused(answer.errors ?? [{ message: `The server answered ${response.status}.` }], answer.is_superseded);
}

/**
 * Return a file that the server sends. Throws `Refused` for errors.
 *
 * @param {string} path
 * @param {URLSearchParams} query
 * @returns {Promise<Blob>}
 */
export async function askFile(path, query) {
  const response = await request(path, { query });
  if (response.ok && !response.headers.get("Content-Type")?.includes("json")) return response.blob();
  const { errors } = await response.json().catch(() => ({}));
  throw new Refused(errors ?? [{ message: `The server answered ${response.status}.` }]);
}

/**
 * Send a request. Throws `Refused` when the server is gone.
 *
 * @param {string} path
 * @param {{ query?: URLSearchParams, body?: object, method?: string, signal?: AbortSignal }} more
 */
async function request(path, { query, body, method, signal }) {
  const address = query ? `/api/${path}?${query}` : `/api/${path}`;
  /** @type {RequestInit} */
  const sent = { signal, method: method ?? (body ? "POST" : "GET"), headers: await headers() };
  if (body) {
    sent.headers = { ...sent.headers, "Content-Type": "application/json" };
    sent.body = JSON.stringify(body);
  }
  try {
    return await fetch(address, sent);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused([{ message: "The studio has ended: start it again." }]);
  }
}

/**
 * Return a function that runs a job for the last argument. While one runs, only the newest other waits;
 * one that takes long is given up for it.
 *
 * @template Argument
 * @param {(argument: Argument, signal: AbortSignal) => Promise<void>} run
 * @param {number} patience milliseconds after which a job is given up for the next
 */
export function latest(run, patience = 400) {
  /** @type {{ controller: AbortController, started: number } | null} */
  let running = null;
  /** @type {{ argument: Argument } | null} */
  let waiting = null;
  let timer = 0;

  /** @param {Argument} argument */
  async function start(argument) {
    const controller = new AbortController();
    running = { controller, started: performance.now() };
    try {
      await run(argument, controller.signal);
    } finally {
      running = null;
      clearTimeout(timer);
      if (waiting) {
        const next = waiting.argument;
        waiting = null;
        start(next);
      }
    }
  }

  return (/** @type {Argument} */ argument) => {
    if (!running) {
      start(argument);
      return;
    }
    waiting = { argument };
    const { controller, started } = running;
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), Math.max(0, started + patience - performance.now()));
  };
}
