/**
 * Files that the browser stores.
 */

import { make } from "./dom.js";

/** Milliseconds after which the content of a file may be forgotten. */
const FREED_AFTER = 10_000;

/**
 * Let the browser store a file.
 *
 * @param {string} name
 * @param {Blob} content
 */
export function storeFile(name, content) {
  const href = URL.createObjectURL(content);
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), FREED_AFTER);
}

/**
 * Return the bytes of a file as base64.
 *
 * @param {Blob} file
 * @returns {Promise<string>}
 */
export function encodeFile(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
