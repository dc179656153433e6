/**
 * Searches in lists.
 */

/**
 * Return a function that says whether a text has all words of a query, in any case and order.
 *
 * @param {string} query
 * @returns {(text: string) => boolean}
 */
export function makeFilter(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
