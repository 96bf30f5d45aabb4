// The house table: the dealer's cards, the board where there is one, the printed words, the circles,
// and the member's own cards and chips.

import { h, setAttribute, setText } from "../lib/dom.js";
import { markBest, showCards } from "../table/card.js";
import { TableElement } from "../table/element.js";
import { deal } from "../table/motion.js";
import { cardText, rankName } from "../table/ranks.js";
import { circles } from "./bets.js";
import { DEALER, SEAT, cardsOf } from "./fold.js";
import "./circle.js";
import "./verdict.js";

const BOARD = { uth: 5, casino_holdem: 5, russian_poker: 0 };
const STAGGER_MS = 70;

export class HouseFelt extends TableElement {
  build() {
    const { app } = this;
    const { t } = app;
    const { game } = app.shape;
    this.shoe = h("div.house-shoe", { "aria-hidden": "true" });
    this.rack = h("div.house-rack", { "aria-hidden": "true" }, ...rackChips());
    this.dealer = h("div.house-cards.house-dealer-cards");
    this.dealerName = h("span.house-hand");
    this.board = h("div.house-cards");
    this.own = h("div.house-cards.house-own-cards");
    this.ownName = h("span.house-hand");
    this.nick = h("span.house-nick");
    this.stack = h("span.house-stack");
    this.plate = h("div.house-plate", {}, this.nick, this.stack);
    this.verdict = /** @type {any} */ (h("md-verdict"));
    this.circles = h("div.house-circles", { role: "group", "aria-label": t("Bets") });
    const dealerTitle = h("h2.house-title", {}, h("span", { text: t("Dealer") }), this.dealerName);
    const places = h("div.house-places", { "aria-hidden": "true" });
    places.append(...Array.from({ length: BOARD[game] }, () => h("i")));
    this.middle = h("div.house-board", { role: "group", "aria-label": t("Board") }, places, this.board);
    this.middle.hidden = BOARD[game] === 0;
    this.chair = h("section.house-own", {}, this.plate, this.own, this.ownName);
    this.append(
      h("div.oval", { "aria-hidden": "true" }, h("div.oval-felt")),
      h(
        "div.house-things",
        {},
        this.shoe,
        this.rack,
        h("section.house-dealer", { "aria-label": t("Dealer") }, this.dealer, dealerTitle),
        this.middle,
        this.verdict,
        this.circles,
        this.chair,
      ),
    );
    this.dataset.game = game;
    this.verdict.bind(app);
    this.#printCircles();
    this.own.addEventListener("click", (event) => this.#pick(event));
    this.own.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#pick(event);
    });
    app.house.exchange.addEventListener("change", () => this.#showPicks());
    app.prefs.addEventListener("change", () => {
      for (const card of this.querySelectorAll("md-card")) /** @type {any} */ (card).restyle();
    });
  }

  update(state, change) {
    if (change.reset) this.#printCircles();
    const hand = state.hand?.voided ? null : state.hand;
    this.#showCards(this.dealer, cardsOf(hand, DEALER), change);
    this.#showCards(this.board, hand?.board ?? [], change);
    this.#showCards(this.own, cardsOf(hand, SEAT), change);
    this.own.dataset.count = String(this.own.childElementCount);
    this.dealer.dataset.count = String(this.dealer.childElementCount);
    for (const row of [this.board, this.own, this.dealer]) markBest(row, hand?.best);
    this.#markReplaced(hand);
    const { t } = this.app;
    const dealer = hand?.verdict?.dealer ?? hand?.players[DEALER]?.rank ?? null;
    setText(this.dealerName, rankName(dealer, t));
    setText(this.ownName, rankName(hand?.verdict?.player ?? null, t));
    this.#showPlate(state);
    this.#showPicks();
    setAttribute(this, "data-hand", state.hand?.id ?? null);
    this.classList.toggle("is-paused", state.paused !== null);
    this.classList.toggle("is-idle", !state.hand || state.hand.over);
  }

  /** Which circles there are follows from what the table offers. */
  #printCircles() {
    const { app } = this;
    const wanted = circles(app.shape.game, app.house.settings());
    const key = wanted.map(({ bet }) => bet).join();
    if (key === this.circles.dataset.bets) return;
    this.circles.dataset.bets = key;
    const made = wanted.map((circle) => {
      const element = /** @type {any} */ (h("md-circle"));
      Object.assign(element, { circle, dealer: this.rack, hand: this.plate });
      element.classList.toggle("is-side", Boolean(circle.side));
      return element;
    });
    this.circles.replaceChildren(...made);
    for (const element of made) element.bind(app);
  }

  #showCards(row, cards, change) {
    const added = showCards(row, cards, this.app, change.live);
    if (!change.live || added.length === 0) return;
    added.forEach((card, i) => deal(card, this.shoe, i * STAGGER_MS));
    this.app.sound.play("card");
  }

  /** A dealer who was bought a card has put his highest away. */
  #markReplaced(hand) {
    const kept = hand?.bets?.buy ? (hand.verdict?.dealer_best ?? null) : null;
    for (const card of this.dealer.children) {
      const isGone = kept !== null && !kept.includes(/** @type {any} */ (card).dataset.card);
      card.classList.toggle("is-replaced", isGone);
    }
  }

  #showPlate(state) {
    const plate = state.seats[SEAT] ?? null;
    const isYours = state.you.seat === SEAT || plate === null;
    setAttribute(this.chair, "aria-label", isYours ? this.app.t("Your cards") : plate.nick);
    this.plate.hidden = plate === null;
    if (plate === null) return;
    setText(this.nick, plate.nick);
    setText(this.stack, this.app.money(plate.stack));
    setAttribute(this.stack, "data-stack", plate.stack);
    setAttribute(this.plate, "data-seat", SEAT);
  }

  /** Where cards may be exchanged, the own ones are buttons. */
  #showPicks() {
    const { exchange } = this.app.house;
    const { t } = this.app;
    this.own.classList.toggle("is-choosing", exchange.isOpen);
    for (const card of /** @type {any} */ (this.own.children)) {
      const name = card.dataset.card;
      const isPicked = exchange.isOpen && exchange.has(name);
      card.classList.toggle("is-picked", isPicked);
      setAttribute(card, "data-tag", isPicked ? t("Exchange") : null);
      setAttribute(card, "role", exchange.isOpen ? "button" : "img");
      setAttribute(card, "aria-pressed", exchange.isOpen ? String(isPicked) : null);
      setAttribute(card, "tabindex", exchange.isOpen ? 0 : null);
      setAttribute(card, "data-pick", exchange.isOpen);
      const text = exchange.isOpen ? t("Exchange {card}", { card: cardText(name) }) : card.spoken;
      setAttribute(card, "aria-label", text);
    }
  }

  #pick(event) {
    const card = event.target.closest("[data-pick]");
    if (!card) return;
    event.preventDefault();
    this.app.house.exchange.toggle(card.dataset.card);
  }
}

/** The dealer's float: rows of chips on edge. */
function rackChips() {
  return Array.from({ length: 9 }, (_, i) => h(`i.rack-row.rack-${i % 5}`));
}

customElements.define("md-house", HouseFelt);
