/**
 * Groups of buttons of which one is chosen: the group is one stop of the Tab key, and arrow keys go through it.
 */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });

/**
 * @param {HTMLElement} group
 * @param {(button: HTMLElement) => void} choose
 */
export function makeRadioGroup(group, choose) {
  group.addEventListener("keydown", (event) => {
    const buttons = /** @type {HTMLElement[]} */ ([...group.children].filter((child) => !child.matches(".hidden")));
    const now = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = STEPS[event.key] ?? 0;
    const rows = event.key === "ArrowUp" || event.key === "ArrowDown" ? countColumns(buttons) : 1;
    const ends = /** @type {Record<string, number>} */ ({ Home: 0, End: buttons.length - 1 });
    const next = ends[event.key] ?? (step ? now + step * rows : -1);
    if (now < 0 || !(next in buttons) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    choose(buttons[next]);
    buttons[next].focus();
  });
}

/**
 * Mark a button as the chosen one of its group.
 *
 * @param {HTMLElement} group
 * @param {Element | null} chosen
 */
export function markChosen(group, chosen) {
  const buttons = /** @type {HTMLElement[]} */ ([...group.children]);
  const stop = chosen ?? buttons.find((button) => !button.matches(".hidden"));
  for (const button of buttons) {
    button.setAttribute("aria-checked", String(button === chosen));
    button.tabIndex = button === stop ? 0 : -1;
  }
}

/** @param {HTMLElement[]} buttons */
function countColumns(buttons) {
  const first = buttons[0]?.offsetTop;
  const next = buttons.findIndex((button) => button.offsetTop !== first);
  return next > 0 ? next : 1;
}
