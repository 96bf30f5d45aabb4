// The seals of hands as this browser received them before the first card, so that the check of a
// finished hand compares with what was promised then. Cards are not kept.

const KEY = "madang.seals";
const MOST = 300;

/** @returns {[string, string][]} hand and seal, the oldest first */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(Array.isArray) : [];
  } catch {
    return []; // Storage is closed to us or holds something else.
  }
}

/** Keep the seal of a hand that still runs. */
export function keepSeal(hand, root) {
  const kept = read().filter(([id]) => id !== hand);
  kept.push([hand, root]);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(-MOST)));
  } catch {
    // Not kept: the check says that this browser has not noted the seal.
  }
}

/** The seal that was kept for a hand, null if this browser was not there. */
export function keptSeal(hand) {
  return read().find(([id]) => id === hand)?.[1] ?? null;
}
