/**
 * Requests to the server. The cookie of the page carries the token.
 */

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
  const address = query ? `/api/${path}?${query}` : `/api/${path}`;
  /** @type {RequestInit} */
  const request = { signal, method: method ?? (body ? "POST" : "GET") };
  if (body) {
    request.headers = { "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(address, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused([{ message: "The studio has ended: start it again." }]);
  }
  const answer = await response.json().catch(() => ({}));
  // Half an answer is none.
  signal?.throwIfAborted();
  if (response.ok && !answer.errors) return answer;
  throw new Refused(answer.errors ?? [{ message: `The server answered ${response.status}.` }], answer.is_superseded);
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

/**
 * Listen to the messages of the server.
 *
 * @param {Record<string, (data: any) => void>} handlers
 * @param {(isConnected: boolean) => void} changed
 */
export function listen(handlers, changed) {
  const source = new EventSource("/api/events");
  for (const [kind, handle] of Object.entries(handlers)) {
    source.addEventListener(kind, (event) => handle(JSON.parse(event.data)));
  }
  source.addEventListener("open", () => changed(true));
  source.addEventListener("error", () => changed(false));
}
