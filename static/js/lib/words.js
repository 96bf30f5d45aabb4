// The page's words. The template renders every text that scripts show as a list (#words) of the
// English key and its translation; here they are looked up and their {gaps} filled.

/** @param {Element} list a <dl> with a <dt> key and a <dd> translation per word */
export function readWords(list) {
  const words = new Map();
  for (const key of list.querySelectorAll("dt")) {
    words.set(key.textContent.trim(), key.nextElementSibling.textContent.trim());
  }
  return words;
}

/**
 * @param {Map<string, string>} words
 * @returns {(key: string, gaps?: Record<string, string | number>) => string} the text for a key;
 *   an unknown key stands for itself
 */
export function translator(words) {
  return (key, gaps = {}) =>
    (words.get(key) ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(gaps[name] ?? whole));
}
