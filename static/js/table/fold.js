// The table as a value, and how each event of the protocol changes it. Pure: no DOM, no clock, no
// random. Every amount in an event is the amount after it, so folding only assigns.

/** Nothing known yet. */
export const EMPTY = Object.freeze({
  table: null,
  you: { seat: null, hand_seat: null, wallet: 0, wishes: null, away: null, line: null, offer: null, back: null },
  seats: {}, // number -> plate
  hand: null,
  turns: {}, // seat -> {turn, deadline, bank_ms, bank, total_ms}
  legal: null, // the viewer's own options, only on his turn
  paused: null,
  waiting: 0, // how many wait for a seat
  held: {}, // free seats that are kept for one of them -> until when
});

// Acts whose amount is told as the total of the street; of the others it is what they put in.
const TOTALS = new Set(["bet", "raise", "complete"]);

const PLAYER = Object.freeze({
  bet: 0,
  cards: [], // {position, card: "As" | null, up}
  folded: false,
  allIn: false,
  last: null, // {kind, amount}
  rank: null,
  shown: false,
  mucked: false,
  chosen: false, // has made its choice of cards, which is laid open once all have
  gone: false,
  won: 0,
});

/**
 * The state after an event; an unknown event changes nothing.
 * @param {any} state
 * @param {any} event with its tag in `e`
 */
export function fold(state, event) {
  const change = CHANGES[event.e];
  return change ? change(state, event) : state;
}

/** The table as a snapshot says it stood when the hand began, before the events since. */
export function base(snapshot) {
  const seats = {};
  for (const plate of snapshot.seats) if (plate) seats[plate.seat] = plate;
  return { ...EMPTY, table: snapshot.table, you: snapshot.you, seats };
}

/** All chips in the middle, the bets of this street included. */
export function potTotal(hand) {
  if (!hand) return 0;
  const bets = Object.values(hand.players).reduce((sum, player) => sum + player.bet, 0);
  return hand.middle + hand.pots.reduce((sum, [amount]) => sum + amount, 0) + bets;
}

function withPlayer(state, seat, change) {
  const { hand } = state;
  if (!hand) return state;
  const player = { ...(hand.players[seat] ?? PLAYER), ...change };
  return { ...state, hand: { ...hand, players: { ...hand.players, [seat]: player } } };
}

function withStack(state, seat, stack) {
  const plate = state.seats[seat];
  if (!plate || state.hand?.players[seat]?.gone) return state;
  return { ...state, seats: { ...state.seats, [seat]: { ...plate, stack } } };
}

function withHand(state, change) {
  return state.hand ? { ...state, hand: { ...state.hand, ...change } } : state;
}

/** The seat has said whether it shows its hand. */
function withoutChoice(state, seat) {
  const { mayShow } = state.hand ?? {};
  if (!mayShow?.seats.includes(seat)) return state;
  return withHand(state, { mayShow: { ...mayShow, seats: mayShow.seats.filter((one) => one !== seat) } });
}

function eachPlayer(hand, change) {
  const players = {};
  for (const [seat, player] of Object.entries(hand.players)) {
    players[seat] = { ...player, ...change(player) };
  }
  return players;
}

/** Is the seat in a hand that still runs? */
function isDealtIn(state, seat) {
  const player = state.hand?.players[seat];
  return Boolean(player) && !player.gone && !state.hand.over;
}

function offTurn(state, seat) {
  const { [seat]: _, ...turns } = state.turns;
  return { ...state, turns, legal: seat === state.you.hand_seat ? null : state.legal };
}

/** The cards of an event: hidden ones come as null, alone or all together. */
function dealt(event) {
  return event.positions.map((position, i) => ({
    position,
    card: event.cards?.[i] ?? null,
    up: Boolean(event.up),
  }));
}

/** The cards of a seat after an event has told some of them. */
function turnedUp(state, event, isUp) {
  const seen = new Map(event.positions.map((position, i) => [position, event.cards[i]]));
  return (state.hand?.players[event.seat]?.cards ?? []).map((card) =>
    seen.has(card.position)
      ? { ...card, card: seen.get(card.position), up: card.up || isUp }
      : card,
  );
}

const CHANGES = {
  hand(state, event) {
    const players = {};
    const seats = { ...state.seats };
    for (const [seat, stack] of event.seats) {
      players[seat] = PLAYER;
      if (seats[seat]) seats[seat] = { ...seats[seat], stack };
    }
    const hand = {
      id: event.hand,
      no: event.no,
      root: event.root,
      variant: event.variant,
      button: event.button,
      smallBlind: event.small_blind,
      bigBlind: event.big_blind,
      lead: null, // whose cards open the street, where cards decide it
      started: event.seats,
      players,
      street: null,
      board: [],
      burns: [], // deck positions of the cards put aside
      pots: [],
      middle: 0, // antes and dead blinds that are in no pot yet
      awards: [],
      best: null, // the five cards of the winner now being paid
      net: null,
      over: false,
      voided: null,
      mayShow: { seats: [], until: 0 }, // whose hand may be shown now that it is over
      // The viewer sits and waits, and this hand passed him by.
      passedYou: seats[state.you.seat]?.status === "waiting" && !players[state.you.seat],
    };
    return { ...state, seats, hand, turns: {}, legal: null };
  },

  seat(state, { e: _, ...plate }) {
    const known = state.seats[plate.seat];
    // In mid-hand the stack on the plate is what the hand says; the escrow also holds the bets.
    const stack = known && isDealtIn(state, plate.seat) ? known.stack : plate.stack;
    return { ...state, seats: { ...state.seats, [plate.seat]: { ...plate, stack } } };
  },

  gone(state, { seat }) {
    const { [seat]: _, ...seats } = state.seats;
    const player = state.hand?.players[seat];
    return { ...(player ? withPlayer(state, seat, { gone: true }) : state), seats };
  },

  post(state, event) {
    const former = state.hand?.players[event.seat]?.bet ?? 0;
    const last = { kind: event.kind, amount: event.amount };
    const posted = withPlayer(state, event.seat, { bet: event.bet, last, allIn: event.stack === 0 });
    const middle = (state.hand?.middle ?? 0) + event.amount - (event.bet - former);
    return withStack(withHand(posted, { middle }), event.seat, event.stack);
  },

  street(state, event) {
    if (!state.hand) return state;
    // Blinds belong to the first street, whichever side of it they are told on.
    const first = event.street === 0;
    const players = eachPlayer(state.hand, (player) => ({
      bet: first ? player.bet : 0,
      chosen: false,
      last: first || player.folded || player.allIn ? player.last : null,
    }));
    return withHand(state, { street: event.name, players });
  },

  deal(state, event) {
    const cards = state.hand?.players[event.seat]?.cards ?? [];
    // When the deck runs out, burned cards are dealt after all.
    const burns = state.hand?.burns.filter((position) => !event.positions.includes(position));
    return withPlayer(withHand(state, { burns }), event.seat, { cards: [...cards, ...dealt(event)] });
  },

  burn(state, { position }) {
    return withHand(state, { burns: [...(state.hand?.burns ?? []), position] });
  },

  chose(state, { seat }) {
    return offTurn(withPlayer(state, seat, { chosen: true }), seat);
  },

  open(state, event) {
    // What a seat opens lies after what was open before, whatever its place in the deck.
    const cards = turnedUp(state, event, true);
    const isNew = (card) => event.positions.includes(card.position);
    return withPlayer(state, event.seat, {
      chosen: false,
      cards: [...cards.filter((card) => !isNew(card)), ...cards.filter(isNew)],
    });
  },

  discard(state, event) {
    const cards = state.hand?.players[event.seat]?.cards ?? [];
    const kept = cards.filter((card) => !event.positions.includes(card.position));
    return withPlayer(state, event.seat, { cards: kept, chosen: false });
  },

  lead(state, event) {
    return withHand(state, { lead: event.seat });
  },

  board(state, event) {
    return withHand(state, { board: [...(state.hand?.board ?? []), ...dealt(event)] });
  },

  act(state, event) {
    const acted = withPlayer(state, event.seat, {
      bet: event.bet,
      last: { kind: event.kind, amount: TOTALS.has(event.kind) ? event.bet : event.amount },
      folded: event.kind === "fold" || event.kind === "die",
      allIn: event.all_in,
    });
    return offTurn(withStack(acted, event.seat, event.stack), event.seat);
  },

  refund(state, event) {
    return withStack(withPlayer(state, event.seat, { bet: event.bet }), event.seat, event.stack);
  },

  collect(state, event) {
    if (!state.hand) return state;
    const players = eachPlayer(state.hand, () => ({ bet: 0 }));
    return { ...withHand(state, { players, pots: event.pots, middle: 0 }), turns: {}, legal: null };
  },

  show(state, event) {
    const cards = turnedUp(state, event, false);
    const shown = withPlayer(state, event.seat, { cards, rank: event.rank, shown: true, mucked: false });
    return withoutChoice(shown, event.seat);
  },

  may_show(state, { seats, until }) {
    return withHand(state, { mayShow: { seats, until } });
  },

  kept(state, { seat }) {
    return withoutChoice(state, seat);
  },

  line(state, { waiting, held }) {
    return { ...state, waiting, held: Object.fromEntries(held) };
  },

  muck(state, { seat }) {
    return withPlayer(state, seat, { mucked: true });
  },

  award(state, event) {
    if (!state.hand) return state;
    const won = (state.hand.players[event.seat]?.won ?? 0) + event.amount;
    const paid = withPlayer(state, event.seat, { won, bet: 0 });
    const samePot = state.hand.awards.at(-1)?.pot === event.pot;
    const best = samePot ? [...(state.hand.best ?? []), ...event.best] : event.best;
    const pots = state.hand.pots.map(([amount, seats], i) =>
      i === event.pot ? [Math.max(0, amount - event.amount), seats] : [amount, seats],
    );
    const hand = { awards: [...state.hand.awards, event], best, pots };
    return withStack(withHand(paid, hand), event.seat, event.stack);
  },

  end(state, event) {
    if (!state.hand) return state;
    const players = eachPlayer(state.hand, () => ({ bet: 0 }));
    return {
      ...withHand(state, { players, pots: [], middle: 0, net: event.net, rake: event.rake }),
      turns: {},
      legal: null,
    };
  },

  turn(state, event) {
    const turns = {};
    // Several seats at once are on turn only to choose cards, which has a clock of its own.
    const isChoice = event.seats.length > 1;
    const limitS = (isChoice ? state.table?.choice_s : state.table?.turn_s) ?? 0;
    for (const one of event.seats) {
      const known = state.turns[one.seat]?.turn === one.turn ? state.turns[one.seat] : null;
      if (known && known.deadline === one.deadline) {
        turns[one.seat] = { ...known, ...one };
        continue;
      }
      // The same turn with a later deadline is the time bank running.
      const bank = known !== null && known.deadline < one.deadline;
      const total = bank ? one.deadline - known.deadline : limitS * 1000;
      turns[one.seat] = { ...one, bank, total_ms: Math.max(1, total) };
    }
    return { ...state, turns, legal: event.legal ?? null };
  },

  over(state) {
    return { ...withHand(state, { over: true }), turns: {}, legal: null };
  },

  void(state, event) {
    if (!state.hand) return state;
    let restored = withHand(state, {
      voided: event.code,
      over: true,
      pots: [],
      middle: 0,
      players: eachPlayer(state.hand, () => ({ bet: 0 })),
    });
    for (const [seat, stack] of state.hand.started) restored = withStack(restored, seat, stack);
    return { ...restored, turns: {}, legal: null };
  },

  clear(state) {
    return { ...state, hand: null, turns: {}, legal: null };
  },

  pause(state, event) {
    return { ...state, paused: event.code };
  },

  resume(state) {
    return { ...state, paused: null, turns: {} }; // whoever is on turn has the whole time again
  },
};
