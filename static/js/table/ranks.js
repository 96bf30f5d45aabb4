// Hands and acts in the member's words, composed from the structured rank that the server sends.

const NAMES = {
  A: ["ace", "aces"],
  K: ["king", "kings"],
  Q: ["queen", "queens"],
  J: ["jack", "jacks"],
  T: ["ten", "tens"],
  9: ["nine", "nines"],
  8: ["eight", "eights"],
  7: ["seven", "sevens"],
  6: ["six", "sixes"],
  5: ["five", "fives"],
  4: ["four", "fours"],
  3: ["three", "threes"],
  2: ["two", "twos"],
};

// {a} and {b} are one card of the first and second rank that matters, {aa} and {bb} several of them.
const PATTERNS = {
  high_card: "High card, {a}",
  one_pair: "Pair of {aa}",
  two_pair: "Two pair, {aa} and {bb}",
  three_of_a_kind: "Three of a kind, {aa}",
  straight: "Straight, {a} high",
  flush: "Flush, {a} high",
  full_house: "Full house, {aa} over {bb}",
  four_of_a_kind: "Four of a kind, {aa}",
  straight_flush: "Straight flush, {a} high",
  royal_flush: "Royal flush",
};

/**
 * @param {{category: string, ranks: string[]} | null} rank
 * @param {(key: string, gaps?: any) => string} t
 * @returns {string} "Full house, kings over twos"; empty without a rank
 */
export function rankName(rank, t) {
  if (!rank) return "";
  const [first, second] = Array.from(rank.ranks);
  const name = (letter, i) => (letter in NAMES ? t(NAMES[letter][i]) : "");
  return t(PATTERNS[rank.category] ?? rank.category, {
    a: name(first, 0),
    aa: name(first, 1),
    b: name(second, 0),
    bb: name(second, 1),
  });
}

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** "As" as text: "A♠"; tens are written out. */
export function cardText(card) {
  return card.slice(0, -1).replace("T", "10") + SUITS[card.at(-1)];
}

// What stands on a seat after an act or a post, and in the log: [on the seat, in the log].
const ACTS = {
  fold: ["Fold", "{nick} folds"],
  check: ["Check", "{nick} checks"],
  call: ["Call {amount}", "{nick} calls {amount}"],
  bet: ["Bet {amount}", "{nick} bets {amount}"],
  raise: ["Raise to {amount}", "{nick} raises to {amount}"],
  complete: ["Complete to {amount}", "{nick} completes to {amount}"],
  ante: ["Ante {amount}", "{nick} posts the ante {amount}"],
  small_blind: ["SB {amount}", "{nick} posts the small blind {amount}"],
  big_blind: ["BB {amount}", "{nick} posts the big blind {amount}"],
  bring_in: ["Bring-in {amount}", "{nick} brings in {amount}"],
  post: ["Post {amount}", "{nick} posts {amount}"],
  dead: ["Post {amount}", "{nick} posts {amount} (dead)"],
};

/** The label of a last act on its seat. */
export function actLabel(last, isAllIn, { t, money }) {
  if (isAllIn && last.kind !== "fold") return t("All-in");
  return t(ACTS[last.kind]?.[0] ?? last.kind, { amount: money(last.amount) });
}

/** The line of an act in the log. */
export function actLine(kind, nick, amount, { t, money }) {
  return t(ACTS[kind]?.[1] ?? "{nick}: {act} {amount}", { nick, amount: money(amount), act: kind });
}
