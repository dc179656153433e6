/**
 * Many buttons as one stop of the Tab key: arrow keys move among them.
 */

/**
 * @param {HTMLElement} container
 * @param {(from: HTMLElement, key: string) => HTMLElement | undefined} next the button that an arrow key leads to
 */
export function followArrowKeys(container, next) {
  /** @param {HTMLElement} button */
  function enter(button) {
    for (const other of container.querySelectorAll("button")) other.tabIndex = other === button ? 0 : -1;
  }

  container.addEventListener("keydown", (event) => {
    const from = /** @type {HTMLElement} */ (event.target);
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    const to = next(from, event.key);
    if (!to) return;
    enter(to);
    to.focus();
  });
  container.addEventListener("focusin", (event) => enter(/** @type {HTMLElement} */ (event.target)));
}

/**
 * Let the Tab key stop at one of the buttons that can be pressed.
 *
 * @param {HTMLElement} container
 */
export function updateTabStop(container) {
  const buttons = [...container.querySelectorAll("button")];
  const open = buttons.filter((button) => !button.disabled);
  const stop = open.find((button) => button.tabIndex === 0) ?? open[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}
