// Which of the own cards are to be exchanged: marked by tap, and taken back until they are sent.

import { SEAT, cardsOf } from "./fold.js";

export class Exchange extends EventTarget {
  #picked = [];
  #turn = "";
  #most = 0;

  /** @param {import("../table/element.js").App} app */
  constructor(app) {
    super();
    this.app = app;
    app.store.subscribe((state) => this.#update(state));
  }

  /** Are cards to be exchanged now? */
  get isOpen() {
    return this.#most > 0;
  }

  /** The marked cards, in the order of the hand. */
  get cards() {
    const held = cardsOf(this.app.store.state.hand, SEAT);
    return held.map(({ card }) => card).filter((card) => this.#picked.includes(card));
  }

  get canUndo() {
    return this.#picked.length > 0;
  }

  has(card) {
    return this.#picked.includes(card);
  }

  toggle(card) {
    if (!this.isOpen) return;
    if (this.has(card)) this.#picked = this.#picked.filter((picked) => picked !== card);
    else this.#picked = [...this.#picked, card].slice(-this.#most);
    this.#tell();
  }

  /** Mark or unmark the card at a place of the hand. */
  toggleAt(place) {
    const card = cardsOf(this.app.store.state.hand, SEAT)[place]?.card;
    if (card) this.toggle(card);
  }

  undo() {
    this.#picked = this.#picked.slice(0, -1);
    this.#tell();
  }

  #update({ hand, legal, paused }) {
    const isAsked = legal?.options.some(({ kind }) => kind === "exchange") && paused === null;
    const turn = isAsked ? `${hand.id}/${legal.turn}` : "";
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#picked = [];
    // Whoever exchanges once more does so card by card.
    this.#most = isAsked ? (hand.bets.fee ? 1 : 5) : 0;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
