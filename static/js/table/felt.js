// The table itself: rail, felt and everything that lies on it, each thing in its place.

import { h, setAttribute } from "../lib/dom.js";
import { TableElement } from "./element.js";
import { measure, placeOf, places } from "./layout.js";
import "./bet.js";
import "./middle.js";
import "./seat.js";

const STILL = { live: false, steps: [], reset: false };

function at(element, point) {
  element.style.left = `${point.x * 100}%`;
  element.style.top = `${point.y * 100}%`;
}

export class Felt extends TableElement {
  #built = "";
  #laid = "";

  build() {
    const { app } = this;
    this.oval = h("div.oval", { "aria-hidden": "true" }, h("div.oval-felt"));
    this.things = h("div.things");
    this.pots = /** @type {any} */ (h("md-pots"));
    this.board = /** @type {any} */ (h("md-board"));
    this.burns = /** @type {any} */ (h("md-burns", { hidden: true }));
    this.result = /** @type {any} */ (h("md-result", { hidden: true }));
    this.deck = h("div.deck", { "aria-hidden": "true" });
    this.button = h("div.dealer", { title: app.t("Dealer button"), text: "D", hidden: true });
    this.things.append(this.deck, this.pots, this.board, this.burns, this.button, this.result);
    this.append(this.oval, this.things);
    this.board.deck = this.burns.deck = this.deck;
    for (const thing of [this.pots, this.board, this.burns, this.result]) thing.bind(app);
    // How hands are fanned, and what else lies in the middle, follows from the game.
    this.dataset.fan = app.shape.up ? "stud" : app.shape.hole > 2 ? "omaha" : "pair";
    this.classList.toggle("is-boardless", app.shape.board === 0);
    this.watch = new ResizeObserver(() => this.#lay(app.store.state));
    this.watch.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watch.disconnect();
  }

  update(state, _change) {
    if (!state.table) return;
    const { app } = this;
    this.#seat(state);
    this.#lay(state);
    const button = this.#buttonSeat(state);
    this.classList.toggle("has-common", app.shape.board === 0 && state.hand?.board.length > 0);
    this.button.hidden = button === null;
    if (button !== null && this.spots) at(this.button, this.spots[this.#place(button, state)].button);
    setAttribute(this, "data-button", button);
    setAttribute(this, "data-hand", state.hand?.id ?? null);
    this.classList.toggle("is-paused", state.paused !== null);
  }

  /** Where the dealer button lies; games in which it decides nothing have none. */
  #buttonSeat(state) {
    return this.app.shape.blinds ? (state.hand?.button ?? null) : null;
  }

  #place(seat, state) {
    const own = state.you.seat ?? state.you.hand_seat;
    return placeOf(seat, own, state.table.seats);
  }

  #seat(state) {
    const key = `${state.table.id}/${state.table.seats}`;
    if (key === this.#built) return;
    this.#built = key;
    for (const { seat, bet } of this.seats ?? []) {
      seat.remove();
      bet.remove();
    }
    this.seats = Array.from({ length: state.table.seats }, (_, i) => {
      const seat = /** @type {any} */ (h("md-seat"));
      const bet = /** @type {any} */ (h("md-bet", { hidden: true }));
      Object.assign(seat, { seat: i, pick: this.pick, board: this.deck, pot: this.pots });
      Object.assign(bet, { seat: i, pot: this.pots });
      this.things.append(bet, seat);
      seat.bind(this.app);
      bet.plate = seat.plate;
      bet.bind(this.app);
      return { seat, bet };
    });
  }

  #lay(state) {
    if (!this.seats || this.clientWidth === 0) return;
    const own = state.you.seat ?? state.you.hand_seat;
    const key = `${this.clientWidth}x${this.clientHeight}/${own}/${this.#built}/${state.hand?.button}`;
    if (key === this.#laid) return;
    this.#laid = key;
    const hasBoard = this.app.shape.board > 0;
    const { isTall, isSmall, unit, oval, board } = measure(this.clientWidth, this.clientHeight, hasBoard);
    const isResized = this.classList.contains("is-small") !== isSmall;
    this.classList.toggle("is-tall", isTall);
    this.classList.toggle("is-small", isSmall);
    this.style.setProperty("--u", `${unit}px`);
    for (const [name, value] of Object.entries(oval)) {
      this.oval.style[name] = `${value}px`;
      this.things.style[name] = isTall ? "" : `${value}px`;
    }
    this.spots = places(state.table.seats, isTall, hasBoard, this.clientHeight);
    for (const { seat, bet } of this.seats) {
      const place = this.#place(seat.seat, state);
      const spot = this.spots[place];
      at(seat, spot.seat);
      at(bet, spot.bet);
      seat.dataset.place = String(place);
      seat.dataset.half = spot.seat.x < 0.45 ? "left" : spot.seat.x > 0.55 ? "right" : "middle";
      bet.dataset.half = spot.bet.x < 0.45 ? "left" : spot.bet.x > 0.55 ? "right" : "middle";
      seat.classList.toggle("is-me", seat.seat === own);
    }
    // Small plates write amounts shorter.
    if (isResized) for (const { seat } of this.seats) seat.update(state, STILL);
    at(this.board, board);
    at(this.deck, board);
    at(this.burns, board);
    const button = this.#buttonSeat(state);
    if (button !== null) at(this.button, this.spots[this.#place(button, state)].button);
  }
}

customElements.define("md-felt", Felt);
