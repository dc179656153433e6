/**
 * Elements, made without HTML texts: names and messages of mods only ever become text.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Attributes
 */

/**
 * Make an element. Attributes that begin with `on` are listeners; true is an attribute without a value; false, null
 * and undefined leave an attribute out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  append(element, children.flat());
  return element;
}

/**
 * Replace all children of an element.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children.flat());
}

/**
 * Make an icon of a 16 × 16 grid from the `d` of its paths.
 *
 * @param {...string} paths
 */
export function icon(...paths) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  for (const text of paths) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", text);
    svg.append(path);
  }
  return svg;
}

/**
 * Make a button with an icon, named for screen readers.
 *
 * @param {string} name
 * @param {SVGSVGElement} picture
 * @param {() => void} press
 */
export function iconButton(name, picture, press) {
  return make(
    "button",
    { type: "button", class: "button icon", "aria-label": name, title: name, onclick: press },
    picture,
  );
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}
