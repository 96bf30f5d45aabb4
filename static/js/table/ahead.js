// Acts chosen before the turn: check or fold, check, fold, call this price. They are wishes of this page
// only: looked at again when the turn comes, and dropped when the price is another one.

import { h, setAmount, setAttribute, setText } from "../lib/dom.js";

/** What a live hand of the viewer would have to call now; null if he has no act to come. */
function priceAhead(state) {
  const { hand, you, legal } = state;
  const player = hand?.players[you.hand_seat];
  if (!player || legal || hand.over || hand.awards.length > 0 || state.paused !== null) return null;
  if (player.folded || player.allIn || player.gone || player.cards.length === 0) return null;
  // While cards are chosen there is no price to meet.
  const choosing = Object.keys(state.turns).length > 1;
  if (choosing || Object.values(hand.players).some(({ chosen }) => chosen)) return null;
  const others = Object.values(hand.players).filter((other) => other !== player && !other.folded);
  if (others.every((other) => other.allIn) && others.every((other) => other.bet <= player.bet)) {
    return null;
  }
  const highest = Math.max(...Object.values(hand.players).map(({ bet }) => bet));
  const stack = state.seats[you.hand_seat]?.stack ?? 0;
  return Math.min(stack, Math.max(0, highest - player.bet));
}

export class Ahead {
  #chosen = null; // {wish, price, hand}

  /** @param {import("./element.js").App} app */
  constructor(app) {
    this.app = app;
    this.buttons = [1, 2].map((place) =>
      h(
        "button.bar-act.bar-ahead",
        { type: "button", "data-place": place, onclick: (event) => this.#toggle(event) },
        h("span.act-name"),
        h("span.act-amount"),
      ),
    );
  }

  /** Offer what can be chosen now in the bar's row, and drop a choice that no longer holds. */
  show(state, row) {
    const price = priceAhead(state);
    if (this.#chosen && this.#chosen.hand !== state.hand?.id) this.#chosen = null;
    if (price === null) {
      for (const button of this.buttons) button.remove();
      return;
    }
    const isBound = this.#chosen && ["check", "call"].includes(this.#chosen.wish);
    if (isBound && this.#chosen.price !== price) this.#chosen = null;
    this.price = price;
    this.hand = state.hand.id;
    this.#label(this.buttons[0], price === 0 ? "check_fold" : "fold", price);
    this.#label(this.buttons[1], price === 0 ? "check" : "call", price);
    if (!this.buttons[0].isConnected) row.replaceChildren(...this.buttons);
  }

  /**
   * The option that the choice stands for, now that the turn has come; the choice is used up.
   * @param {{kind: string, min: number}[]} options
   * @param {string} hand
   */
  take(options, hand) {
    const chosen = this.#chosen;
    this.#chosen = null;
    for (const button of this.buttons) button.remove();
    if (!chosen || chosen.hand !== hand) return null;
    const find = (kind) => options.find((option) => option.kind === kind) ?? null;
    switch (chosen.wish) {
      case "call":
        return find("call")?.min === chosen.price ? find("call") : null;
      case "check":
        return find("check");
      default: // nobody folds what is free
        return find("check") ?? find("fold");
    }
  }

  #label(button, wish, price) {
    const { t, money, shape } = this.app;
    const names =
      shape.betting === "korean"
        ? { check_fold: "Check / die", fold: "Die", check: "Check", call: "Call" }
        : { check_fold: "Check / fold", fold: "Fold", check: "Check", call: "Call" };
    button.dataset.ahead = wish;
    setText(button.querySelector(".act-name"), t(names[wish]));
    setAmount(button.querySelector(".act-amount"), wish === "call" ? money(price) : "");
    const given = this.#chosen?.wish;
    const isChosen = given === wish || (given === "check_fold" && wish === "fold");
    setAttribute(button, "aria-pressed", String(isChosen));
  }

  #toggle(event) {
    const { ahead: wish } = event.currentTarget.dataset;
    const isOn = event.currentTarget.getAttribute("aria-pressed") === "true";
    this.#chosen = isOn ? null : { wish, price: this.price, hand: this.hand };
    for (const button of this.buttons) {
      setAttribute(button, "aria-pressed", String(button === event.currentTarget && !isOn));
    }
  }
}
