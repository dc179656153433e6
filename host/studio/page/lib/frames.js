/**
 * Frames of the screen.
 */

/**
 * Return a function that draws at the next frame of the screen, once for all of its calls until then.
 *
 * @param {() => void} draw
 */
export function atNextFrame(draw) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  };
}
