// The decisions of a round as buttons: names, keys and what the chips go to. Kinds are those of the
// server's options.

/** By kind: name, key, tone. `cards`: names cards; `range`: takes an amount of the member's choice. */
const KINDS = {
  fold: { name: "Fold", key: "F", tone: "fold" },
  check: { name: "Check", key: "C", tone: "calm" },
  call: { name: "Call", key: "C", tone: "main" },
  play: { name: "Play", key: "P", tone: "main" },
  buy_card: { name: "Sixth card", key: "S", tone: "plain" },
  exchange: { name: "Exchange", key: "E", tone: "plain", cards: true },
  insure: { name: "Insure", key: "I", tone: "plain", range: true },
  take: { name: "Take the ante", key: "T", tone: "calm" },
  buy_dealer: { name: "Buy the dealer a card", key: "B", tone: "main" },
};

/** In Russian Poker the chips of playing on are the Bet. */
const NAMED = { russian_poker: { play: "Bet" } };

const ORDER = ["fold", "check", "take", "call", "play", "buy_dealer", "buy_card", "exchange", "insure"];

/** Everything known of a kind in a game. */
export function decision(kind, game) {
  const known = KINDS[kind] ?? { name: kind, key: "", tone: "plain" };
  return { ...known, name: NAMED[game]?.[kind] ?? known.name };
}

/**
 * The options of a turn in the order of their buttons: the way out first, then the way on; where
 * several amounts of one kind are open, the largest first.
 */
export function inOrder(options) {
  const place = ({ kind }) => ORDER.indexOf(kind);
  return [...options].sort((one, two) => place(one) - place(two) || two.max - one.max);
}

/** The name on a button: where an ante is multiplied, by how much. */
export function label(option, { game, ante }, t) {
  const { name } = decision(option.kind, game);
  const isMultiple = ["play", "call"].includes(option.kind) && game !== "russian_poker" && ante > 0;
  return isMultiple ? `${t(name)} ${option.max / ante}×` : t(name);
}
