// The bets of the house games: their circles on the felt, and which act puts chips on which.

/** By game: bets before the deal, then those that a decision makes. `equals`: made with another bet. */
const FELTS = {
  uth: {
    first: [{ bet: "trips", side: true }, { bet: "ante" }, { bet: "blind", equals: "ante" }],
    later: [{ bet: "play" }],
    acts: { play: "play" },
    more: 1,
  },
  casino_holdem: {
    first: [{ bet: "aa", side: true }, { bet: "ante" }],
    later: [{ bet: "call" }],
    acts: { call: "call" },
    more: 2,
  },
  russian_poker: {
    first: [{ bet: "bonus", side: true }, { bet: "ante" }],
    later: [{ bet: "bet" }, { bet: "fee" }, { bet: "insurance" }, { bet: "buy" }],
    acts: {
      play: "bet",
      buy_card: "fee",
      exchange: "fee",
      insure: "insurance",
      buy_dealer: "buy",
    },
    more: 2,
  },
};

const NAMES = {
  ante: "Ante",
  blind: "Blind",
  trips: "Trips",
  play: "Play",
  aa: "AA bonus",
  call: "Call",
  bonus: "Bonus",
  bet: "Bet",
  fee: "Card fee",
  insurance: "Insurance",
  buy: "Dealer's card",
};

/** The name of a bet as it is printed on the felt. */
export function betName(bet, t) {
  return t(NAMES[bet] ?? bet);
}

/** @returns {string | null} the bet that an act's chips go to */
export function betOf(game, kind) {
  return FELTS[game]?.acts[kind] ?? null;
}

/**
 * The circles of a table: side bets that it does not offer have none.
 * @returns {{bet: string, side?: boolean, equals?: string, later?: boolean}[]}
 */
export function circles(game, settings) {
  const { first, later } = FELTS[game];
  const offered = first.filter(({ bet, side }) => !side || settings[bet]);
  const may = { insurance: settings.insurance, buy: settings.buy_dealer };
  const kept = later.filter(({ bet }) => may[bet] ?? true);
  return [...offered, ...kept.map((circle) => ({ ...circle, later: true }))];
}

/** Antes that going on costs at least, beside the first bets: nobody must fold for want of them. */
export function antesMore(game) {
  return FELTS[game].more;
}

/** Everything that lies on the table for these first bets: what is equal to another is added. */
export function withEquals(game, bets) {
  const whole = { ...bets };
  for (const { bet, equals } of FELTS[game].first) {
    if (equals && bets[equals]) whole[bet] = bets[equals];
  }
  return whole;
}

export function total(bets) {
  return Object.values(bets).reduce((sum, amount) => sum + amount, 0);
}

const STEPS = [1, 2, 5];
const TRAY = 5;

/**
 * The chips of the tray: up to five values from the least ante to the most, each one payable.
 * @param {{unit: number, least: number, most: number}} limits most 0: none
 * @returns {number[]}
 */
export function chipValues({ unit, least, most }) {
  const top = most || least * 100;
  const values = [];
  for (let scale = 1; least * scale <= top; scale *= 10) {
    for (const step of STEPS) {
      const value = least * scale * step;
      if (value <= top && value % unit === 0) values.push(value);
    }
  }
  if (values.length <= TRAY) return values;
  const spread = (i) => values[Math.round((i * (values.length - 1)) / (TRAY - 1))];
  return Array.from({ length: TRAY }, (_, i) => spread(i));
}
