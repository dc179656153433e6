/**
 * The bar on top: what is open, the tabs, the state of the map, and the choice of light or dark.
 */

import { icon, iconButton, make } from "../lib/dom.js";
import { describeMod } from "../lib/names.js";
import { VIEWS } from "./views.js";

/** @typedef {import("../lib/store.js").Store} Store */

const THEME = "dungeon-studio-theme";

/**
 * @param {Store} store
 * @param {HTMLElement} consoleButton
 * @returns {HTMLElement[]}
 */
export function makeBar(store, consoleButton) {
  const end = make("div", { class: "bar-end" }, makeStatus(store), consoleButton, makeThemeButton());
  return [makeBrand(store), makeTabs(store), end];
}

/** @param {Store} store */
function makeBrand(store) {
  const name = make("h1", { class: "name" });
  store.on(["state", "look"], ({ state, look }) => {
    name.textContent = state ? describeMod(state, state.title) : "Studio";
    document.title = state ? `${name.textContent} · ${look.generator} ${look.seed}` : "Studio";
  });
  const mark = make("img", { src: "/static/favicon.svg", alt: "", width: 22, height: 22 });
  return make("div", { class: "brand" }, mark, name);
}

/** @param {Store} store */
function makeTabs(store) {
  const tabs = VIEWS.map(({ id, name }) =>
    make(
      "button",
      { type: "button", class: "tab", role: "tab", id: `tab-${id}`, "data-name": name, onclick: () => open(id) },
      name,
    ),
  );
  const list = make("div", { class: "tabs", role: "tablist", "aria-label": "Views", onkeydown: step }, tabs);

  /** @param {string} view */
  function open(view) {
    store.show({ view }, { adds: true });
  }

  /** @param {KeyboardEvent} event */
  function step(event) {
    const now = VIEWS.findIndex(({ id }) => id === store.fields.look.view);
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: -1 });
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = (steps[event.key] + VIEWS.length) % VIEWS.length;
    open(VIEWS[next].id);
    tabs[next].focus();
  }

  store.on(["look"], ({ look }) => {
    VIEWS.forEach(({ id }, number) => {
      const isSelected = id === look.view;
      tabs[number].setAttribute("aria-selected", String(isSelected));
      tabs[number].tabIndex = isSelected ? 0 : -1;
      if (isSelected) {
        tabs[number].setAttribute("aria-controls", "views");
        // Narrow pages do not show all tabs at once. At first, the bar is not on the page yet.
        requestAnimationFrame(() => tabs[number].scrollIntoView({ block: "nearest", inline: "center" }));
      } else {
        tabs[number].removeAttribute("aria-controls");
      }
    });
  });
  return list;
}

/** @param {Store} store */
function makeStatus(store) {
  const status = make("div", { class: "status", role: "status" });
  store.on(["isBusy", "isConnected", "problems", "took"], ({ isBusy, isConnected, problems, took }) => {
    const [state, text] = !isConnected
      ? ["away", "not connected"]
      : problems.some(({ isNote }) => !isNote)
        ? ["error", "error"]
        : isBusy
          ? ["busy", "making …"]
          : ["live", took ? `live · ${Math.round(took)} ms` : "live"];
    status.dataset.state = state;
    status.textContent = text;
  });
  return status;
}

function makeThemeButton() {
  const system = window.matchMedia("(prefers-color-scheme: light)");
  const isLight = () => (localStorage.getItem(THEME) ?? (system.matches ? "light" : "dark")) === "light";
  const apply = () => {
    document.documentElement.dataset.theme = isLight() ? "light" : "dark";
    document.dispatchEvent(new Event("theme"));
  };
  system.addEventListener("change", apply);
  apply();
  const sun = icon(
    "M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6",
    "M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  );
  return iconButton("Light or dark", sun, () => {
    localStorage.setItem(THEME, isLight() ? "dark" : "light");
    apply();
  });
}
