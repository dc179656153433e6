/**
 * The token of the page. The address holds one that works once; it is exchanged for the token of the studio, which this
 * tab stores until it is closed, and shows to other tabs of the same studio. No cookie holds it, because cookies go to
 * all ports of a machine.
 */

const KEY = "token";
/** Milliseconds that other tabs have to answer. */
const PATIENCE = 400;

const tabs = new BroadcastChannel("token");
let token = sessionStorage.getItem(KEY) ?? "";

tabs.addEventListener("message", ({ data }) => {
  if (data) store(data);
  else if (token) tabs.postMessage(token);
});

const isReady = begin();

/**
 * Return the headers of a request to the server, when the token is there.
 *
 * @returns {Promise<Record<string, string>>}
 */
export async function headers() {
  await isReady;
  return headersNow();
}

/**
 * Return the headers of a request to the server.
 *
 * @returns {Record<string, string>}
 */
export function headersNow() {
  return token ? { "X-Studio-Token": token } : {};
}

/** @param {string} value */
function store(value) {
  token = value;
  sessionStorage.setItem(KEY, value);
}

async function begin() {
  const once = new URLSearchParams(location.hash.slice(1)).get("token");
  // Links must not contain it.
  if (once) history.replaceState(null, "", location.pathname + location.search);
  if (once && (await exchange(once))) tabs.postMessage(token);
  else if (!token) await askOtherTabs();
}

/** @param {string} once */
async function exchange(once) {
  const request = { method: "POST", headers: { "Content-Type": "application/json", "X-Studio-Token": once } };
  const response = await fetch("/api/session", request).catch(() => null);
  if (!response?.ok) return false;
  store((await response.json()).token);
  return true;
}

async function askOtherTabs() {
  await new Promise((resolve) => {
    tabs.addEventListener("message", ({ data }) => data && resolve(null));
    setTimeout(resolve, PATIENCE);
    tabs.postMessage("");
  });
}
