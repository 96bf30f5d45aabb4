// A house table as a value: the fold of poker tables, and what rounds against the house tell beside
// it. The dealer is seat 0, the member seat 1. Pure, as that one is.

import * as poker from "../table/fold.js";
import { betOf } from "./bets.js";

export const DEALER = 0;
export const SEAT = 1;

export const EMPTY = Object.freeze({
  ...poker.EMPTY,
  sealed: null, // {hand, no, root}: the deck of the next round, its bets still open
});

/** The box as it stood when the round began, before the events since. */
export function base(snapshot) {
  return { ...EMPTY, ...poker.base(snapshot) };
}

const ROUND = Object.freeze({
  bets: {}, // bet -> chips on its circle
  settled: {}, // bet -> {stake, net, lines}
  verdict: null,
  atStake: 0,
});

/** The state after an event; an unknown event changes nothing. */
export function fold(state, event) {
  if (event.e === "sealed") return { ...state, sealed: event };
  if (event.e === "round") return begun(state, event);
  const folded = poker.fold(state, event);
  const change = CHANGES[event.e];
  return change && folded.hand ? change(folded, event) : folded;
}

/** A round begins as a hand does, and carries the settings that it is settled by. */
function begun(state, event) {
  const { game: variant, settings } = event;
  const dealt = poker.fold(state, { ...event, e: "hand", variant, button: null });
  return withHand(dealt, { ...ROUND, settings });
}

/** Is a round running that waits for the member or the dealer? */
export function isRunning({ hand }) {
  return hand !== null && !hand.over;
}

/** The hand's own cards and the dealer's, in the order of dealing. */
export function cardsOf(hand, seat) {
  return hand?.players[seat]?.cards ?? [];
}

function withHand(state, change) {
  return { ...state, hand: { ...state.hand, ...change } };
}

function putOn(state, bet, amount, atStake) {
  if (bet === null || amount === 0) return state;
  const bets = { ...state.hand.bets, [bet]: (state.hand.bets[bet] ?? 0) + amount };
  return withHand(state, { bets, atStake });
}

const CHANGES = {
  post(state, event) {
    return putOn(state, event.kind, event.amount, event.bet);
  },

  act(state, event) {
    return putOn(state, betOf(state.hand.variant, event.kind), event.amount, event.bet);
  },

  verdict(state, { e: _, ...verdict }) {
    const best = verdict.result === "lose" ? verdict.dealer_best : verdict.best;
    return withHand(state, { verdict, best: verdict.dealer_best.length > 0 ? best : null });
  },

  settle(state, { e: _, bet, stack, ...settled }) {
    const plate = state.seats[SEAT];
    const seats = plate ? { ...state.seats, [SEAT]: { ...plate, stack } } : state.seats;
    return {
      ...withHand(state, { settled: { ...state.hand.settled, [bet]: settled } }),
      seats,
    };
  },

  void(state) {
    return withHand(state, ROUND);
  },
};

/** How a round is shown: the dealer turns his cards one by one. Folded, the parts come to the whole. */
export function parts(event) {
  if (event.e !== "show" || event.positions.length < 2) return [event];
  const last = event.positions.length - 1;
  return event.positions.map((position, i) => ({
    ...event,
    positions: [position],
    cards: [event.cards[i]],
    rank: i === last ? event.rank : null,
  }));
}

/** How long each event is looked at before the next, in ms. */
export function hold(event, next) {
  switch (event.e) {
    case "post":
      return 60;
    case "deal":
      return next?.e === "deal" ? 180 : 240;
    case "board":
      // A board that nobody acts on is followed by the next one, and by the dealer's cards.
      return next && next.e !== "turn" ? 520 : 240;
    case "show":
      return next?.e === "show" ? 260 : 420;
    case "verdict":
      return 300;
    case "settle":
      return next?.e === "settle" ? 160 : 60;
    default:
      return 0;
  }
}
