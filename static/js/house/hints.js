// A hint on request: what is best now, and why; where it is known, what each choice is worth.

import { decision } from "./decisions.js";
import { cardText } from "../table/ranks.js";

export class Hints extends EventTarget {
  #turn = "";
  #busy = false;
  told = null;

  /** @param {import("../table/element.js").App} app @param {string} url */
  constructor(app, url) {
    super();
    this.app = app;
    this.url = url;
    app.store.subscribe((state) => this.#update(state));
  }

  get isBusy() {
    return this.#busy;
  }

  /** The hint as one line; empty without one. */
  get text() {
    if (this.#busy) return this.app.t("Thinking…");
    if (!this.told) return "";
    const { told } = this;
    const gaps = { choice: this.name(told) };
    const first = told.value === null ? this.app.t("By the book: {choice}.", gaps) : this.app.t("Best: {choice}.", gaps);
    return `${first} ${told.text}`.trim();
  }

  /** A choice in words: "Exchange 5♦ 2♠", "Play 400". */
  name({ kind, amount, cards }) {
    const { t, money, shape } = this.app;
    const named = t(decision(kind, shape.game).name);
    if (cards.length > 0) return `${named} ${cards.map(cardText).join(" ")}`;
    return amount > 0 && kind !== "insure" ? `${named} ${money(amount)}` : named;
  }

  async ask() {
    const turn = this.#turn;
    if (turn === "" || this.#busy || this.told) return;
    this.#set(true, null);
    const told = await this.#fetch();
    if (this.#turn !== turn) return;
    this.#set(false, told);
    if (!told) this.app.say(this.app.t("There is no hint at the moment."), "bad");
  }

  async #fetch() {
    try {
      const answer = await fetch(this.url, { headers: { Accept: "application/json" } });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  #update({ hand, legal }) {
    const turn = hand && legal ? `${hand.id}/${legal.turn}` : "";
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#set(false, null);
  }

  #set(isBusy, told) {
    this.#busy = isBusy;
    this.told = told;
    this.dispatchEvent(new Event("change"));
  }
}
