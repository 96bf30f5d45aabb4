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
  low: "{ranks} low",
  low_one_pair: "Pair of {aa}",
  low_two_pair: "Two pair, {aa} and {bb}",
  low_three_of_a_kind: "Three of a kind, {aa}",
  low_full_house: "Full house, {aa} over {bb}",
  low_four_of_a_kind: "Four of a kind, {aa}",
};

// Korean order has hands of its own; the suit that decides between equal ones follows the name.
const KOREAN = {
  ...PATTERNS,
  high_card: "Top, {a}",
  mountain: "Mountain",
  back_straight: "Back straight",
  back_straight_flush: "Back straight flush",
  royal_flush: "Royal straight flush",
};

/**
 * @param {{category: string, ranks: string[], suits?: string[]} | null} rank
 * @param {(key: string, gaps?: any) => string} t
 * @returns {string} "Full house, kings over twos"; empty without a rank
 */
export function rankName(rank, t) {
  if (!rank) return "";
  const [first, second] = Array.from(rank.ranks);
  const name = (letter, i) => (letter in NAMES ? t(NAMES[letter][i]) : "");
  const suit = rank.suits?.[0] ?? "";
  const text = t((suit ? KOREAN : PATTERNS)[rank.category] ?? rank.category, {
    a: name(first, 0),
    aa: name(first, 1),
    b: name(second, 0),
    bb: name(second, 1),
    ranks: Array.from(rank.ranks, (letter) => letter.replace("T", "10")).join("-"),
  });
  return suit ? `${text}\u00a0${SUITS[suit]}` : text;
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
  bbing: ["Bbing {amount}", "{nick} bbing {amount}"],
  ddadang: ["Ddadang {amount}", "{nick} ddadang {amount}"],
  quarter: ["Quarter {amount}", "{nick} quarter {amount}"],
  half: ["Half {amount}", "{nick} half {amount}"],
  full: ["Full {amount}", "{nick} full {amount}"],
  die: ["Die", "{nick} dies"],
  post: ["Post {amount}", "{nick} posts {amount}"],
  dead: ["Post {amount}", "{nick} posts {amount} (dead)"],
};

/** The label of a last act on its seat, with the amount in no more letters than there is room. */
export function actLabel(last, isAllIn, { t, brief, shape }, room) {
  if (isAllIn && last.kind !== "fold") return t("All-in");
  const kind = spoken(last.kind, shape);
  return t(ACTS[kind]?.[0] ?? kind, { amount: brief(last.amount, room) });
}

/** The line of an act in the log. */
export function actLine(kind, nick, amount, { t, money, shape }) {
  const text = ACTS[spoken(kind, shape)]?.[1] ?? "{nick}: {act} {amount}";
  return t(text, { nick, amount: money(amount), act: kind });
}

/** A hand that is given up dies in Korean seven. */
function spoken(kind, shape) {
  return kind === "fold" && shape.betting === "korean" ? "die" : kind;
}
