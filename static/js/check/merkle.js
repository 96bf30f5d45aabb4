// From a card to the seal (docs/fairness.md): SHA-256 leaves and nodes, the tree of RFC 6962 over the
// 52 places of a deck. Pure but for WebCrypto; nothing here asks the server.

const SIZE = 52;
const CARD = /^[2-9TJQKA][cdhs]$/;
const HEX = /^(?:[0-9a-f]{2})*$/;

/** Can this page check? Browsers keep WebCrypto from pages that do not come over HTTPS. */
export const canHash = Boolean(globalThis.crypto?.subtle);

/** @param {...Uint8Array} parts @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(found) {
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** For each step up from a place, whether our side of the node is the left one. */
function sides(position) {
  const found = [];
  let [place, size] = [position, SIZE];
  while (size > 1) {
    const cut = 2 ** Math.floor(Math.log2(size - 1));
    found.push(place < cut);
    [place, size] = place < cut ? [place, cut] : [place - cut, size - cut];
  }
  return found.reverse();
}

/** What is wrong with the shape of a proof; null if it can be folded. */
function shapeFault({ position, card, salt, path }) {
  if (!Number.isInteger(position) || position < 0 || position >= SIZE) return "position";
  if (typeof card !== "string" || !CARD.test(card)) return "card";
  if (typeof salt !== "string" || !HEX.test(salt) || salt.length !== 32) return "salt";
  const isHash = (each) => typeof each === "string" && HEX.test(each) && each.length === 64;
  if (!Array.isArray(path) || !path.every(isHash)) return "path";
  return path.length === sides(position).length ? null : "path";
}

/**
 * Fold a proof up to the root that it leads to.
 * @param {{position: number, card: string, salt: string, path: string[]}} proof
 * @returns {Promise<{leaf: string, root: string, fault: string | null}>} lower-case hex; `fault`
 *   names the part that has not the shape of a proof
 */
export async function fold(proof) {
  const fault = shapeFault(proof);
  if (fault) return { leaf: "", root: "", fault };
  const leaf = await sha256(
    Uint8Array.of(0),
    bytes(proof.salt),
    Uint8Array.of(proof.position),
    new TextEncoder().encode(proof.card),
  );
  let found = leaf;
  for (const [step, isLeft] of sides(proof.position).entries()) {
    const beside = bytes(proof.path[step]);
    const pair = isLeft ? [found, beside] : [beside, found];
    found = await sha256(Uint8Array.of(1), ...pair);
  }
  return { leaf: hex(leaf), root: hex(found), fault: null };
}
