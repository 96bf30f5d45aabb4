// Where every card of a hand came from: what lay at each place of the deck, and whether the deck was
// dealt from the top without leaving one out. Pure.

const SIZE = 52;

/**
 * @typedef {{kind: "seat" | "board" | "burn", seat: number | null, card: string | null}} Place
 * @param {any[]} events what was dealt, burned and turned up, in order (`dealt` of proof.json)
 * @param {boolean} isRound against the house, where a seat gets its cards together rather than one
 *   at a time round the table
 * @returns {{places: Map<number, Place>, faults: {kind: string, position: number}[]}} faults: `order`
 *   (a place was left out or used again), `conflict` (one place showed two cards, or was not that
 *   seat's), `twice` (one card at two places)
 */
export function placesOf(events, isRound) {
  const found = new Reader(isRound);
  events.forEach((event, i) => found.take(event, events[i - 1]));
  found.close();
  return { places: found.places, faults: found.faults };
}

class Reader {
  places = new Map();
  faults = [];
  #isRound;
  #run = []; // the deals that belong together: one card to each seat, then the next
  #next = 0; // the first place that nothing has come from
  #returned = []; // burned places that were dealt after all

  constructor(isRound) {
    this.#isRound = isRound;
  }

  take(event, former) {
    const isSameRun = former?.e === "deal" && event.e === "deal" && former.up === event.up;
    if (!isSameRun) this.#endRun();
    if (event.e === "deal") this.#run.push(event);
    else if (event.e === "burn") this.#put(event.position, { kind: "burn", seat: null, card: null });
    else if (event.e === "board") this.#each(event, "board");
    else this.#known(event);
  }

  close() {
    this.#endRun();
    // Burned cards come back only when the deck is used up (seven or eight players at stud).
    if (this.#returned.length > 0 && this.#next < SIZE) this.#fault("order", this.#returned[0]);
    const seen = new Map();
    for (const [position, { card }] of this.places) {
      if (card !== null && seen.has(card)) this.#fault("twice", position);
      seen.set(card, position);
    }
  }

  /** One card at a time round the table, or against the house a seat after the other. */
  #endRun() {
    const run = this.#run;
    this.#run = [];
    if (this.#isRound) {
      for (const deal of run) this.#each(deal, "seat");
      return;
    }
    const most = Math.max(0, ...run.map(({ positions }) => positions.length));
    for (let i = 0; i < most; i += 1) {
      for (const { seat, positions, cards } of run) {
        if (i < positions.length) {
          this.#put(positions[i], { kind: "seat", seat, card: cards?.[i] ?? null });
        }
      }
    }
  }

  #each({ seat = null, positions, cards }, kind) {
    positions.forEach((position, i) => this.#put(position, { kind, seat, card: cards?.[i] ?? null }));
  }

  #put(position, place) {
    const isReturn = this.places.get(position)?.kind === "burn";
    if (isReturn) {
      if (position < (this.#returned.at(-1) ?? 0)) this.#fault("order", position);
      this.#returned.push(position);
    } else {
      if (position !== this.#next) this.#fault("order", position);
      this.#next = position + 1;
    }
    this.places.set(position, place);
  }

  /** Cards that lay there already are put away or turned up. */
  #known({ seat, positions, cards }) {
    positions.forEach((position, i) => {
      const place = this.places.get(position);
      const card = cards?.[i] ?? null;
      const isOther = place?.card && card && place.card !== card;
      if (place?.seat !== seat || isOther) this.#fault("conflict", position);
      else if (card) this.places.set(position, { ...place, card });
    });
  }

  #fault(kind, position) {
    this.faults.push({ kind, position });
  }
}
