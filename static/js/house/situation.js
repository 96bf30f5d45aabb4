// Where the member stands at the house table, in words: what to do next, and what it is about.

import { limitsLine } from "./amounts.js";
import { SEAT, cardsOf, isRunning } from "./fold.js";

const ASKED = {
  uth: {
    preflop: "Play 4 × (or 3 ×), or check and see the flop.",
    flop: "Play 2 ×, or check and see turn and river.",
    river: "Play 1 ×, or fold and lose ante and blind.",
  },
  casino_holdem: {
    flop: "Call for two antes, or fold and lose the ante.",
  },
};

/**
 * @param {any} state
 * @param {any} app
 * @returns {[string, string]} what is said first, and what beside it
 */
export function situation(state, app) {
  const { t, house } = app;
  if (state.paused !== null) {
    return [t("The table is paused"), t("All chips stay where they are.")];
  }
  if (state.legal && state.hand) return [t("Your turn"), house.hints.text || asked(state, app)];
  const plate = state.seats[state.you.seat] ?? null;
  if (state.you.seat === null) return away(app);
  if (plate?.status === "leaving") return [t("You leave after this round"), ""];
  if (isRunning(state)) return [t("The dealer plays"), ""];
  return betting(plate, app);
}

function away(app) {
  const { t, house } = app;
  const limits = limitsLine(house.settings().limits, app);
  return [app.me.member_id === null ? t("You are watching") : t("Take a seat to play"), limits];
}

function betting(plate, app) {
  const { t, money, house } = app;
  const { placing } = house;
  const { least } = house.settings().limits;
  const needed = placing.needed({ ante: least });
  if ((plate?.stack ?? 0) < needed) {
    const gaps = { needed: money(needed), stack: money(plate?.stack ?? 0) };
    return [t("Not enough chips here for a round"), t("A round takes {needed}; you have {stack}. Add chips or leave.", gaps)];
  }
  if (placing.isEmpty) {
    const detail = limitsLine(house.settings().limits, app);
    return [t("Place your bets"), detail];
  }
  const why = placing.refusal(placing.bets);
  const kept = placing.needed(placing.bets) - placing.total;
  return [
    t("Place your bets"),
    why || t("{amount} more are kept for the decisions.", { amount: money(kept) }),
  ];
}

function asked({ hand, legal }, { t, shape }) {
  if (shape.game !== "russian_poker") return t(ASKED[shape.game]?.[hand.street] ?? "");
  const kinds = legal.options.map(({ kind }) => kind);
  if (kinds.includes("take")) {
    return t("The dealer does not qualify. Take the ante, or buy him a card for one ante.");
  }
  if (kinds.includes("exchange")) return t("Bet, fold, buy a sixth card, or tap cards to exchange.");
  const { length } = cardsOf(hand, SEAT);
  return kinds.includes("fold") && length > 0
    ? t("Bet two antes, or fold.")
    : t("Insured: the hand is played.");
}
