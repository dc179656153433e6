/**
 * Pages of the reference as elements: headings, paragraphs, lists, tables and code, as the host writes them.
 */

import { make } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

const CODE = /^```/;
const HEADING = /^(?:#+ (.*)|\*\*([^*]+)\*\*)$/;
const ITEM = /^\* /;
const PICTURE = /^!\[/;
const ROW = /^\|/;
const RULE = /^\|[-| ]+\|$/;

/**
 * Return the elements of a page.
 *
 * @param {string} text
 */
export function makePage(text) {
  const lines = text.split("\n");
  /** @type {HTMLElement[]} */
  const elements = [];
  /**
   * Take the lines that follow as long as they belong.
   *
   * @param {(line: string) => boolean} belongs
   */
  const take = (belongs) => {
    const taken = [];
    while (lines.length && belongs(lines[0])) taken.push(/** @type {string} */ (lines.shift()));
    return taken;
  };
  const isPlain = (/** @type {string} */ line) =>
    line.trim() !== "" && ![CODE, HEADING, ITEM, PICTURE, ROW].some((pattern) => pattern.test(line));
  while (lines.length) {
    const [first] = lines;
    if (CODE.test(first)) {
      lines.shift();
      const code = take((line) => !CODE.test(line));
      lines.shift();
      elements.push(make("pre", { class: "code" }, code.join("\n")));
    } else if (HEADING.test(first)) {
      const [, title, word] = /** @type {RegExpMatchArray} */ (first.match(HEADING));
      lines.shift();
      elements.push(make(title ? "h3" : "h4", {}, describeText(title ?? word)));
    } else if (ITEM.test(first)) {
      /** @type {string[]} */
      const items = [];
      for (const line of take((line) => ITEM.test(line) || /^ {2,}\S/.test(line))) {
        if (ITEM.test(line)) items.push(line.slice(2));
        else items.push(`${items.pop()} ${line.trim()}`);
      }
      elements.push(
        make(
          "ul",
          {},
          items.map((item) => make("li", {}, describeText(item))),
        ),
      );
    } else if (ROW.test(first)) {
      const rows = take((line) => ROW.test(line)).filter((line) => !RULE.test(line));
      const cells = rows.map((row) => row.slice(1, -1).split("|"));
      elements.push(
        make(
          "table",
          {},
          cells.map((row) =>
            make(
              "tr",
              {},
              row.map((cell) => make("td", {}, describeText(cell.trim()))),
            ),
          ),
        ),
      );
    } else if (isPlain(first)) {
      elements.push(make("p", {}, describeText(take(isPlain).join(" "))));
    } else {
      // An empty line, or a picture, which the page has no address of.
      lines.shift();
    }
  }
  return elements;
}

/**
 * Return a text with its code, bold words and the texts of its links.
 *
 * @param {string} text
 * @returns {Child[]}
 */
function describeText(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (/^`.+`$/.test(part)) return make("code", {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return make("strong", {}, part.slice(2, -2));
    const link = part.match(/^\[([^\]]+)\]\([^)]*\)$/);
    return link ? link[1] : part;
  });
}
