/**
 * Messages of the server: server-sent events, read by `fetch`, because an EventSource sends no headers.
 */

import { headers } from "./session.js";

/** Milliseconds until a page that was cut off asks again, and one that was refused. */
const PAUSE = 500;
const PAUSE_REFUSED = 5000;

/**
 * Listen to the messages of the server, until the page is closed.
 *
 * @param {Record<string, (data: any) => void>} handlers
 * @param {(isConnected: boolean) => void} changed
 */
export async function listen(handlers, changed) {
  for (;;) {
    let pause = PAUSE;
    try {
      const response = await fetch("/api/events", { headers: await headers() });
      if (response.ok && response.body) {
        changed(true);
        await readMessages(response.body, handlers);
      } else {
        pause = PAUSE_REFUSED;
      }
    } catch (error) {
      // The connection ended; what a handler throws is a defect of the page.
      if (!(error instanceof TypeError || error instanceof DOMException)) reportError(error);
    }
    changed(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {Record<string, (data: any) => void>} handlers
 */
async function readMessages(body, handlers) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = (unread + decoder.decode(value, { stream: true })).split("\n\n");
    unread = messages.pop() ?? "";
    for (const message of messages) {
      const fields = new Map(message.split("\n").map((line) => [line.split(":", 1)[0], line]));
      const kind = fields.get("event")?.slice("event: ".length) ?? "";
      if (Object.hasOwn(handlers, kind)) {
        const data = JSON.parse(fields.get("data")?.slice("data: ".length) ?? "null");
        // An error of one handler is reported, and ends nothing.
        queueMicrotask(() => handlers[kind](data));
      }
    }
  }
}
