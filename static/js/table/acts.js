// How each option of the server is shown on the action bar, by kind; and how a betting structure lays
// them out. `put` amounts are chips to put in now, the others totals of the street.

export const KINDS = {
  fold: { place: 1, name: "Fold", key: "F" },
  check: { place: 2, name: "Check", key: "C" },
  call: { place: 2, name: "Call", key: "C", put: true },
  bring_in: { place: 2, name: "Bring-in", key: "C", put: true },
  bet: { place: 3, name: "Bet", key: "R", sized: true },
  raise: { place: 3, name: "Raise to", key: "R", sized: true },
  complete: { place: 3, name: "Complete to", key: "R", sized: true },
  bbing: { name: "Bbing", key: "B", put: true },
  ddadang: { name: "Ddadang", key: "D", put: true },
  quarter: { name: "Quarter", key: "Q", put: true },
  half: { name: "Half", key: "H", put: true },
  full: { name: "Full", key: "P", put: true },
  show: { place: 3, name: "Show" },
  muck: { place: 1, name: "Muck" },
};

// Korean seven: two rows of buttons that keep their places whether they can be used or not.
const KOREAN_ROW = ["fold", "check", "bbing", "call", "ddadang", "quarter", "half", "full", "allin"];
const KOREAN = {
  fold: { name: "Die", act: "die" },
  allin: { name: "All-in", key: "A", put: true },
};

/** What is known of a kind in a betting structure. */
export function kindOf(kind, betting) {
  const known = KINDS[kind] ?? (kind === "allin" ? {} : { name: kind });
  return betting === "korean" ? { ...known, ...KOREAN[kind] } : known;
}

/**
 * The buttons of a turn in the order in which they stand.
 * @param {{kind: string, min: number, max: number}[]} options
 * @param {string} betting
 * @param {number} stack of the seat on turn
 * @returns {{kind: string, option: any}[]} without an option: a place that is empty this turn
 */
export function layOut(options, betting, stack) {
  if (betting !== "korean") return options.map((option) => ({ kind: option.kind, option }));
  const isAllIn = ({ kind, min }) => kind !== "call" && min >= stack && min > 0;
  const usable = options.filter((option) => !isAllIn(option));
  // Several sizes that cost the whole stack are one button.
  const allin = options.find(isAllIn) ?? null;
  const buttons = KOREAN_ROW.map((kind) => ({
    kind,
    option: kind === "allin" ? allin : (usable.find((option) => option.kind === kind) ?? null),
  }));
  const known = usable.filter(({ kind }) => !KOREAN_ROW.includes(kind));
  return [...buttons, ...known.map((option) => ({ kind: option.kind, option }))];
}
