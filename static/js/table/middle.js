// The middle of the felt: the board, the pots, and how the hand ended in words.

import { h, setAttribute, setText } from "../lib/dom.js";
import { markBest, showCards } from "./card.js";
import { TableElement } from "./element.js";
import { potTotal } from "./fold.js";
import { deal } from "./motion.js";
import { rankName } from "./ranks.js";
import { stackChips } from "./bet.js";
import { stakeUnit } from "./stakes.js";

export class Board extends TableElement {
  build() {
    this.cards = h("div.board-cards");
    this.append(
      h("div.board-places", { "aria-hidden": "true" }, ...Array.from({ length: this.app.shape.board }, () => h("i"))),
      this.cards,
    );
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", this.app.t("Board"));
    this.app.prefs.addEventListener("change", () => {
      for (const card of this.cards.children) card.restyle();
    });
  }

  update(state, change) {
    const cards = state.hand?.board ?? [];
    const added = showCards(this.cards, cards, this.app, change.live);
    if (change.live && added.length > 0) {
      added.forEach((card, i) => deal(card, this.deck, i * 80));
      this.app.sound.play("card");
    }
    this.classList.toggle("is-bare", cards.length === 0);
    markBest(this.cards, state.hand?.best);
  }
}

/** The cards put aside, face down before the dealer. */
export class Burns extends TableElement {
  build() {
    this.setAttribute("role", "img");
  }

  update(state, change) {
    const positions = state.hand?.voided ? [] : (state.hand?.burns ?? []);
    const cards = positions.map((position) => ({ position, card: null }));
    const added = showCards(this, cards, this.app, false);
    for (const card of added) {
      card.setAttribute("aria-hidden", "true");
      if (change.live) deal(card, this.deck);
    }
    this.hidden = positions.length === 0;
    this.setAttribute("aria-label", this.app.t("Burned cards: {n}", { n: positions.length }));
  }
}

export class Pots extends TableElement {
  update(state, _change) {
    const { hand } = state;
    const sides = (hand?.pots ?? []).filter(([amount]) => amount > 0);
    const total = potTotal(hand);
    // One pot is told with the bets in front of it; several are told apart, the bets lie beside them.
    const amounts = sides.length > 1 ? sides.map(([amount]) => amount) : total > 0 ? [total] : [];
    while (this.childElementCount > amounts.length) this.lastElementChild.remove();
    amounts.forEach((amount, i) => this.#show(i, amount, amounts.length, state));
    setAttribute(this, "data-total", total);
  }

  #show(i, amount, count, state) {
    const { t, money } = this.app;
    const pot = this.children[i] ?? this.#make();
    const name = count === 1 ? t("Pot") : i === 0 ? t("Main pot") : t("Side pot {n}", { n: i });
    setText(pot.querySelector(".pot-name"), name);
    setText(pot.querySelector(".pot-amount"), money(amount));
    setAttribute(pot, "data-pot", amount);
    stackChips(pot.querySelector(".chips"), amount, stakeUnit(state.table));
  }

  #make() {
    const pot = h(
      "div.pot",
      {},
      h("span.chips", { "aria-hidden": "true" }),
      h("span.pot-name"),
      h("span.pot-amount"),
    );
    this.append(pot);
    return pot;
  }
}

export class Result extends TableElement {
  build() {
    this.setAttribute("role", "status");
  }

  update(state, change) {
    const lines = this.#lines(state);
    this.hidden = lines.length === 0;
    setAttribute(this, "data-result", lines.length > 0 ? state.hand.id : null);
    const key = lines.join("\n");
    if (key === this.shown) return;
    this.shown = key;
    this.replaceChildren(...lines.map((line) => h("div.result-line", { text: line })));
    const award = this.live(change, "award");
    if (award && award.seat === state.you.hand_seat) this.app.sound.play("win");
  }

  #lines(state) {
    const { t, money } = this.app;
    if (state.hand?.voided) return [t("The hand was cancelled. Every bet went back.")];
    // A line for what a seat wins with one hand: over all pots, but high and low apart.
    const bySeat = new Map();
    for (const { seat, half, amount, rank } of state.hand?.awards ?? []) {
      const key = `${seat}/${half}`;
      const known = bySeat.get(key);
      bySeat.set(key, {
        seat,
        half,
        amount: (known?.amount ?? 0) + amount,
        rank: known?.rank ?? rank,
      });
    }
    return Array.from(bySeat.values(), ({ seat, half, amount, rank }) => {
      const nick = state.seats[seat]?.nick ?? t("Seat {n}", { n: seat });
      const gaps = { nick, amount: money(amount), hand: rankName(rank, t) };
      if (!rank) return t("{nick} wins {amount}", gaps);
      if (half === "high") return t("High: {nick} wins {amount}: {hand}", gaps);
      if (half === "low") return t("Low: {nick} wins {amount}: {hand}", gaps);
      return t("{nick} wins {amount}: {hand}", gaps);
    });
  }
}

customElements.define("md-board", Board);
customElements.define("md-burns", Burns);
customElements.define("md-pots", Pots);
customElements.define("md-result", Result);
