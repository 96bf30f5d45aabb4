// The bar under the house table. Between rounds it holds the tray and the deal, in a round the
// decisions that the server offers, bound to their turn: a late tap is stale there and does nothing.

import { h, icon, setAmount, setAttribute, setText } from "../lib/dom.js";
import { openDialog } from "../table/desk.js";
import { TableElement } from "../table/element.js";
import { decision, inOrder, label } from "./decisions.js";
import { isRunning } from "./fold.js";
import { doubled } from "./placing.js";
import { situation } from "./situation.js";
import "./tray.js";

const GREY_MS = 300;
const GREY_AFTER_MS = 700; // after a round: a second tap on "Play" must not deal again

export class HouseBar extends TableElement {
  #key = "";
  #bound = null; // {hand, turn, options, ante}
  #greyUntil = 0;
  #busy = false;

  build() {
    const { t, house } = this.app;
    this.info = h("div.bar-info", { role: "status" });
    this.detail = h("div.bar-detail");
    this.hint = h(
      "button.bar-hint",
      { type: "button", "data-act": "hint", onclick: () => house.hints.ask() },
      icon("hint"),
      h("span", { text: t("Hint") }),
      h("kbd", { text: "H", "aria-hidden": "true" }),
    );
    this.tray = /** @type {any} */ (h("md-tray"));
    this.acts = h("div.bar-acts");
    const words = h("div.bar-words", {}, this.info, this.detail);
    this.append(h("div.bar-lead", {}, words, this.hint), this.tray, this.acts);
    this.tray.bind(this.app);
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", t("Your actions"));
    for (const told of [house.placing, house.exchange, house.hints]) {
      told.addEventListener("change", () => this.#show(this.app.store.state));
    }
    this.onKey = (event) => this.#press(event);
    document.addEventListener("keydown", this.onKey);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.onKey);
  }

  update(state, _change) {
    this.#show(state);
  }

  /** A tap on a bet's circle lays the chosen chip there. */
  lay(bet) {
    this.app.house.placing.add(bet, this.tray.chosen);
  }

  #show(state) {
    const { placing } = this.app.house;
    const { hand, legal, you } = state;
    const isSeated = you.seat !== null;
    const isPlacing = isSeated && !isRunning(state) && state.paused === null;
    const phase = legal && hand ? `${hand.id}/${legal.turn}` : isPlacing ? this.#dealKey() : "";
    if (phase !== this.#key) this.#bind(phase, state);
    this.tray.hidden = !isPlacing;
    this.hint.hidden = this.#bound === null;
    this.classList.toggle("is-mine", this.#bound !== null);
    this.classList.toggle("is-placing", isPlacing);
    setAttribute(this, "data-turn", this.#bound?.turn ?? null);
    this.#price(placing);
    const [info, detail] = situation(state, this.app);
    setText(this.info, info);
    setText(this.detail, detail);
  }

  /** Other buttons stand here before the first bet, after a round, and with chips laid out. */
  #dealKey() {
    const { placing } = this.app.house;
    if (!placing.isEmpty) return "deal";
    return placing.last ? `again/${this.app.store.state.hand?.id}` : "first";
  }

  #bind(key, state) {
    const former = this.#key;
    this.#key = key;
    this.#busy = false;
    this.#bound = null;
    if (key.includes("/") && !key.startsWith("again")) {
      const { hand, legal } = state;
      this.#bound = { hand: hand.id, turn: legal.turn, options: inOrder(legal.options), ante: hand.bets.ante };
      if (former !== "") this.app.sound.play("turn");
    }
    const buttons = this.#bound ? this.#decisions() : key === "" ? [] : this.#deals(key);
    this.acts.replaceChildren(...buttons);
    this.acts.dataset.count = String(buttons.length);
    const isSame = key === "deal" && former !== "";
    if (!isSame) this.#grey(key.startsWith("again") && former.includes("/") ? GREY_AFTER_MS : GREY_MS);
    else this.#enable();
  }

  #button({ act, name, key, tone, go }) {
    return h(
      "button.bar-act",
      { type: "button", "data-act": act, "data-tone": tone, "data-key": key || null, onclick: go },
      h("span.act-name", { text: name }),
      h("span.act-amount"),
      key ? h("kbd", { text: key, "aria-hidden": "true" }) : null,
    );
  }

  #decisions() {
    const { app } = this;
    const { options, ante } = this.#bound;
    const taken = new Set();
    return options.map((option) => {
      const known = decision(option.kind, app.shape.game);
      const key = taken.has(known.key) ? "O" : known.key;
      taken.add(key);
      const name = label(option, { game: app.shape.game, ante }, app.t);
      // Of two amounts of a kind the largest is the main one.
      const tone = key === "O" ? "plain" : known.tone;
      const go = () => this.#decide(option, known);
      const button = this.#button({ act: option.kind, name, key, tone, go });
      if (option.max > 0 && !known.range) {
        setAmount(button.querySelector(".act-amount"), app.money(option.max));
      }
      return button;
    });
  }

  #deals(key) {
    const { t } = this.app;
    const { placing } = this.app.house;
    if (!key.startsWith("again")) {
      const go = () => this.#deal(placing.bets);
      return [this.#button({ act: "deal", name: t("Deal"), key: "D", tone: "main", go })];
    }
    const again = () => this.#deal(placing.last);
    const twice = () => this.#deal(doubled(placing.last));
    return [
      this.#button({ act: "double", name: t("Double and deal"), key: "W", tone: "plain", go: twice }),
      this.#button({ act: "rebet", name: t("Rebet and deal"), key: "R", tone: "main", go: again }),
    ];
  }

  /** Amounts on the buttons that deal, and whether cards are marked for an exchange. */
  #price({ bets, last, isEmpty }) {
    const { money, t, house } = this.app;
    const { placing, exchange } = house;
    const amount = (act, first) => {
      const button = this.acts.querySelector(`[data-act=${act}]`);
      if (!button || !first) return;
      setAmount(button.querySelector(".act-amount"), money(placing.totalOf(first)));
    };
    if (!isEmpty) amount("deal", bets);
    amount("rebet", last);
    amount("double", last && doubled(last));
    const swap = this.acts.querySelector("[data-act=exchange]");
    if (swap) {
      const { length } = exchange.cards;
      setText(swap.querySelector(".act-name"), length ? t("Exchange {n}", { n: length }) : t("Exchange"));
      swap.classList.toggle("is-ready", length > 0);
    }
    this.#enable();
  }

  #grey(ms) {
    this.#greyUntil = performance.now() + ms;
    this.#enable();
    setTimeout(() => this.#enable(), ms + 10);
  }

  #enable() {
    const isGrey = this.#busy || performance.now() < this.#greyUntil;
    const { placing } = this.app.house;
    this.classList.toggle("is-grey", isGrey);
    for (const button of this.acts.querySelectorAll("[data-act]")) {
      const isBare = button.dataset.act === "deal" && placing.isEmpty;
      button.disabled = isGrey || isBare;
    }
  }

  async #deal(bets) {
    const { app } = this;
    const why = app.house.placing.refusal(bets);
    if (why !== "") return app.say(why, "bad");
    await this.#send({ t: "bet", rules: app.store.state.table.rules, bets });
  }

  #decide(option, known) {
    const { app } = this;
    if (known.cards) return this.#exchange(option);
    if (known.range) return this.#insure(option);
    return this.#act(option.kind, option.max);
  }

  #exchange(option) {
    const { app } = this;
    const { cards } = app.house.exchange;
    if (cards.length === 0) return app.say(app.t("Tap the cards that you give away, then Exchange."));
    return this.#act(option.kind, option.max, cards);
  }

  /** An insurance takes any amount between its bounds. */
  #insure(option) {
    const { app } = this;
    const { t, money } = app;
    openDialog(app, {
      title: t("Insurance"),
      words: t(
        "Pays 1 : 1 if the dealer does not qualify. Lost if he qualifies and you win; returned if he wins or ties. Your hand is then played.",
      ),
      act: "insure",
      yes: t("Insure for"),
      range: { min: option.min, max: option.max, step: option.min, value: option.min },
      notes: [
        [t("Least"), money(option.min)],
        [t("Most"), money(option.max)],
      ],
      go: (amount) => this.#act("insure", amount),
    });
  }

  #act(kind, amount, cards) {
    const { hand, turn } = this.#bound;
    const command = { t: "act", hand, turn, kind };
    if (amount) Object.assign(command, { amount });
    if (cards) Object.assign(command, { cards });
    return this.#send(command);
  }

  async #send(command) {
    const key = this.#key;
    this.#busy = true;
    this.#enable();
    const answer = await this.app.send(command);
    if (this.#key === key) {
      // Accepted: the frame will take the buttons away. Refused: they are still good.
      this.#busy = answer.ok;
      this.#enable();
    }
    return answer;
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open], details.menu[open]")) return;
    if (event.target.closest?.("input, textarea, select")) return;
    const key = event.key.toUpperCase();
    const { exchange, hints } = this.app.house;
    if (/^[1-9]$/.test(key)) {
      if (this.#bound) exchange.toggleAt(Number(key) - 1);
      else this.tray.take(Number(key) - 1);
      return;
    }
    if (this.#bound && key === "H") return hints.ask();
    if (this.#bound && key === "Z") return exchange.undo();
    const tools = { Z: "undo", X: "clear", T: "amounts", W: "double" };
    const tool = this.tray.hidden ? null : this.tray.tools[tools[key]];
    const circle = { A: "[data-circle=ante]", S: ".is-side" }[key];
    const button = this.acts.querySelector(`[data-key=${/^[A-Z]$/.test(key) ? key : "none"}]`);
    if (button) button.click();
    else if (tool) tool.click();
    else if (circle && !this.tray.hidden) {
      /** @type {any} */ (document.querySelector(`md-circle${circle} button`))?.click();
    }
  }
}

customElements.define("md-house-bar", HouseBar);
