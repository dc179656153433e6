/**
 * The clipboard of the user.
 */

/**
 * Copy a command; where the browser forbids that, show it in a prompt from which one can copy it.
 *
 * @param {string} command
 */
export async function copyCommand(command) {
  await navigator.clipboard.writeText(command).catch(() => window.prompt("Copy the command", command));
}
