// The bets that the member lays out before a round: chips by tap, with undo, clear and double, and the
// bets of the last round to lay again. They are this page's alone until the deal.

import { antesMore, circles, total, withEquals } from "./bets.js";

const HISTORY = 50;

export class Placing extends EventTarget {
  #bets = {};
  #past = [];
  #last = null; // first bets of the last round

  /** @param {import("../table/element.js").App & {house: any}} app */
  constructor(app) {
    super();
    this.app = app;
    app.store.subscribe((state) => this.#remember(state));
  }

  get game() {
    return this.app.shape.game;
  }

  get limits() {
    return this.app.house.settings().limits;
  }

  /** First bets by name, what is equal to another included. */
  get shown() {
    return withEquals(this.game, this.#bets);
  }

  get bets() {
    return this.#bets;
  }

  get isEmpty() {
    return total(this.#bets) === 0;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** All chips that would go on the table now. */
  get total() {
    return total(this.shown);
  }

  /** The same for other first bets. */
  totalOf(bets) {
    return total(withEquals(this.game, bets));
  }

  get last() {
    return this.#last;
  }

  /** Chips that first bets need: themselves, and what going on costs at least. */
  needed(bets) {
    return total(withEquals(this.game, bets)) + (bets.ante ?? 0) * antesMore(this.game);
  }

  /**
   * Why these bets cannot be dealt, in words; empty if they can.
   * @param {Record<string, number>} bets
   */
  refusal(bets) {
    const { t, money } = this.app;
    const { unit, least, most, side_most: sideMost } = this.limits;
    const ante = bets.ante ?? 0;
    if (ante < least) return t("The ante is at least {amount}.", { amount: money(least) });
    if (most && ante > most) return t("The ante is at most {amount}.", { amount: money(most) });
    if (ante % unit) return t("Antes are multiples of {amount}.", { amount: money(unit) });
    const tooHigh = Object.entries(bets).some(([bet, chips]) => bet !== "ante" && chips > sideMost);
    if (sideMost && tooHigh) return t("A side bet is at most {amount}.", { amount: money(sideMost) });
    const needed = this.needed(bets);
    if (needed > this.#stack) {
      const gaps = { needed: money(needed), stack: money(this.#stack) };
      return t("This round takes {needed} to play to its end; you have {stack} here.", gaps);
    }
    return "";
  }

  /** A chip more on a bet; says why not. */
  add(bet, chips) {
    const name = this.#named(bet);
    const most = this.most(name);
    const now = this.#bets[name] ?? 0;
    const next = Math.min(now + chips, most);
    if (next <= now) return this.#complain(name);
    this.#set({ ...this.#bets, [name]: next });
  }

  /** An amount typed for a bet; 0 takes it away. */
  put(bets) {
    const kept = Object.entries(bets).filter(([, chips]) => chips > 0);
    this.#set(Object.fromEntries(kept));
  }

  undo() {
    if (!this.canUndo) return;
    this.#bets = this.#past.pop();
    this.#tell();
  }

  clear() {
    if (!this.isEmpty) this.#set({});
  }

  /** Twice as much on every bet; says why not. */
  double() {
    const twice = doubled(this.#bets);
    const refusal = this.refusal(twice);
    if (refusal !== "" && !this.isEmpty) return this.app.say(refusal, "bad");
    this.#set(twice);
  }

  /** The largest amount that a bet may come to, in whole units. */
  most(bet) {
    const { unit, most, side_most: sideMost } = this.limits;
    const others = { ...this.#bets, [bet]: 0 };
    const left = this.#stack - this.needed(others);
    if (bet !== "ante") return Math.max(0, Math.min(left, sideMost || Infinity));
    const perAnte = this.needed({ ante: 1 });
    const fits = Math.floor(left / perAnte / unit) * unit;
    return Math.max(0, Math.min(fits, most ? most - (most % unit) : Infinity));
  }

  get #stack() {
    return this.app.house.stack();
  }

  /** A bet that equals another is made by making that one. */
  #named(bet) {
    return circles(this.game, this.app.house.settings()).find((c) => c.bet === bet)?.equals ?? bet;
  }

  #complain(bet) {
    const { t, money, say } = this.app;
    const limit = bet === "ante" ? this.limits.most : this.limits.side_most;
    if (limit && (this.#bets[bet] ?? 0) >= limit - (limit % this.limits.unit)) {
      return say(t("That is the most that this bet takes: {amount}.", { amount: money(limit) }));
    }
    const kept = t("The rest of your chips is kept for the decisions of this round.");
    say(this.#stack > 0 ? kept : t("You have no chips left at this table"), "bad");
  }

  #set(bets) {
    this.#past = [...this.#past.slice(-HISTORY), this.#bets];
    this.#bets = bets;
    this.#tell();
  }

  /** When a round begins its first bets are the last ones, and the felt is free for the next. */
  #remember({ hand }) {
    if (!hand || hand.voided) return;
    const open = circles(this.game, this.app.house.settings()).filter((c) => !c.later && !c.equals);
    const placed = open.map(({ bet }) => [bet, hand.bets[bet] ?? 0]).filter(([, chips]) => chips);
    if (placed.length === 0) return;
    const key = JSON.stringify([hand.id, placed]);
    if (key === this.key) return;
    const isNew = JSON.parse(this.key ?? "[null]")[0] !== hand.id;
    this.key = key;
    this.#last = Object.fromEntries(placed);
    if (!isNew) return;
    this.#bets = {};
    this.#past = [];
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Bets twice as high. */
export function doubled(bets) {
  return Object.fromEntries(Object.entries(bets).map(([bet, chips]) => [bet, chips * 2]));
}
