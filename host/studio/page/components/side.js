/**
 * The controls beside the map: generator, seed, players, and the options of the generator.
 */

import { REQUEST_FIELDS, pictureWords } from "../lib/address.js";
import { copyCommand } from "../lib/clipboard.js";
import { fill, icon, iconButton, make } from "../lib/dom.js";
import { describeGenerator } from "../lib/names.js";
import { openProfile } from "./profile.js";
import { makeOption } from "./option.js";

/** @typedef {import("../lib/store.js").Store} Store */

/** The largest seed that a script can hold exactly. */
const MOST_SEED = Number.MAX_SAFE_INTEGER;
const MOST_RANDOM = 1_000_000;

/** @param {Store} store */
export function makeSide(store) {
  return make(
    "aside",
    { class: "side", "aria-label": "Controls" },
    makeGenerator(store),
    makeSeed(store),
    makeOptions(store),
    makeCommand(store),
  );
}

/** @param {Store} store */
function makeGenerator(store) {
  const select = make("select", { class: "select", id: "generator", onchange: choose });
  const help = make("p", { class: "muted" });

  function choose() {
    store.show({ generator: select.value, world: "", options: {}, at: null });
  }

  const inputs = REQUEST_FIELDS.map(({ name, initial, control }) => {
    const isSwitch = control.type === "checkbox";
    const kind = isSwitch ? { class: "switch", role: "switch" } : { class: "input" };
    const input = make("input", { ...kind, id: name, onchange: change, ...control });

    function change() {
      const text = isSwitch ? String(input.checked) : input.value;
      const isWhole = input.checkValidity() && (text || !initial);
      if (isWhole) store.show({ fields: { ...store.fields.look.fields, [name]: text } });
    }

    return input;
  });

  store.on(["state", "look"], ({ state, look }) => {
    const ids = state?.generators.map(({ id }) => id) ?? [];
    if (look.generator && !ids.includes(look.generator)) ids.unshift(look.generator);
    const names = ids.map((id) => describeGenerator(state, id));
    if ([...select.options].map(({ text }) => text).join("\n") !== names.join("\n")) {
      fill(
        select,
        ids.map((id, number) => make("option", { value: id, title: id }, names[number])),
      );
    }
    select.value = look.generator;
    help.textContent = store.generator?.help ?? "";
    help.classList.toggle("hidden", !help.textContent);
    for (const input of inputs) {
      const text = look.fields[input.id];
      if (input.type === "checkbox") input.checked = text === "true";
      else if (document.activeElement !== input) input.value = text;
    }
  });
  const section = make(
    "section",
    { class: "section stack" },
    make("div", { class: "field wide" }, make("label", { for: "generator" }, "Generator"), select),
    help,
    REQUEST_FIELDS.map(({ name, label }, index) =>
      make("div", { class: "field" }, make("label", { for: name }, label), inputs[index]),
    ),
  );
  // A world has none of them: the view says what is played.
  store.on(["look"], ({ look }) => section.classList.toggle("hidden", isOfWorld(look)));
  return section;
}

/**
 * Return whether a world is played, which no generator makes.
 *
 * @param {import("../lib/address.js").Look} look
 */
function isOfWorld(look) {
  return look.view === "play" && look.world !== "";
}

/** @param {Store} store */
function makeSeed(store) {
  const input = make("input", {
    class: "input mono",
    id: "seed",
    "aria-label": "Seed",
    inputmode: "numeric",
    autocomplete: "off",
    pattern: "\\d+",
    oninput: type,
  });

  function type() {
    const seed = Number(input.value);
    const isValid = /^\d+$/.test(input.value) && seed <= MOST_SEED;
    input.setAttribute("aria-invalid", String(!isValid));
    if (isValid) store.show({ seed });
  }

  /** @param {number} step */
  function move(step) {
    store.show({ seed: Math.max(0, Math.min(MOST_SEED, store.fields.look.seed + step)) });
  }

  store.on(["look"], ({ look }) => {
    if (Number(input.value) !== look.seed || input.value === "") {
      input.value = String(look.seed);
      input.removeAttribute("aria-invalid");
    }
  });
  const dice = icon("M3 3h10v10h-10z", "M5.8 5.8h.01M10.2 10.2h.01M8 8h.01M10.2 5.8h.01M5.8 10.2h.01");
  return make(
    "section",
    { class: "section" },
    make("h2", {}, "Seed"),
    make(
      "div",
      { class: "seed" },
      iconButton("Previous seed", icon("M10 3l-5 5l5 5"), () => move(-1)),
      input,
      iconButton("Next seed", icon("M6 3l5 5l-5 5"), () => move(1)),
      iconButton("Random seed", dice, () => store.show({ seed: 1 + Math.floor(Math.random() * MOST_RANDOM) })),
    ),
  );
}

/** @param {Store} store */
function makeOptions(store) {
  const fields = make("div", {});
  const reset = make(
    "button",
    { type: "button", class: "button", onclick: () => store.show({ options: {} }) },
    "Reset",
  );
  const section = make("section", { class: "section stack" }, fields, make("div", { class: "row" }, reset));
  let described = "";
  /** @type {{ update: (fields: import("../lib/store.js").Fields) => void }[]} */
  let controls = [];
  store.on(["state", "look", "map", "gameOptions"], (all) => {
    const options = store.generator?.options ?? [];
    const text = JSON.stringify(options);
    if (text !== described) {
      described = text;
      const made = options.map((option) => makeOption(store, option));
      controls = made;
      fill(
        fields,
        made.map(({ element }) => element),
      );
    }
    for (const { update } of controls) update(all);
    // A world has no options.
    section.classList.toggle("hidden", !options.length || isOfWorld(all.look));
    reset.disabled = !Object.keys(all.look.options).length;
  });
  return section;
}

/** @param {Store} store */
function makeCommand(store) {
  const line = make("code", { class: "muted command" });
  const label = make("span", {}, "Copy command");
  const button = make(
    "button",
    { type: "button", class: "button", "aria-label": "Copy command", onclick: copy },
    label,
  );

  function describe() {
    const { map, look, gameCommand } = store.fields;
    const command = map?.command ? map.command + pictureWords(look) : "";
    return (look.view === "play" && gameCommand) || command;
  }

  async function copy() {
    await copyCommand(describe());
    label.textContent = "Copied";
    setTimeout(() => {
      label.textContent = "Copy command";
    }, 1200);
  }

  const profile = make("button", { type: "button", class: "button", onclick: () => openProfile(store) }, "Profile");
  store.on(["map", "look", "gameCommand"], ({ map }) => {
    profile.disabled = !map;
    line.textContent = describe();
    button.disabled = !line.textContent;
  });
  return make("section", { class: "section stack" }, line, make("div", { class: "row" }, button, profile));
}
