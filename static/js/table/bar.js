// The action bar. Its buttons are the options that the server offers for (hand, turn) and are bound to
// exactly these: a late click sends the old turn, which the server refuses. When the price changes the
// bar greys before it takes a tap.

import { h, icon, setAmount, setAttribute, setText } from "../lib/dom.js";
import { kindOf, layOut } from "./acts.js";
import { Ahead } from "./ahead.js";
import { TableElement } from "./element.js";
import { Picker } from "./picker.js";
import { situation } from "./situation.js";
import "./ring.js";

const GREY_MS = 300;
const ASK_MS = 3000; // how long "fold although checking is free" waits for its second tap

const PRESETS = [
  { name: "½", share: 0.5 },
  { name: "¾", share: 0.75 },
  { name: "Pot", share: 1 },
  { name: "All-in", share: Infinity },
];

const compact = matchMedia("(max-width: 599px), (max-width: 760px) and (min-height: 501px)"); // as in bar.css

export class Bar extends TableElement {
  #bound = null; // {key, hand, turn, options, pot, toCall, bet, stack}
  #greyUntil = 0;
  #asked = -Infinity;
  #busy = false;
  #isPaused = false;
  #isBank = false;
  #pageTitle = document.title;

  build() {
    const { t } = this.app;
    this.info = h("div.bar-info");
    this.detail = h("div.bar-detail");
    this.picker = Picker.make(this.app, t("Amount"), () => this.#showPrice());
    this.presets = h("div.bar-presets");
    for (const { name, share } of PRESETS) {
      const pick = () => this.picker.choose(this.#presetAmount(share));
      const text = name === "½" || name === "¾" ? t("{part} pot", { part: name }) : t(name);
      this.presets.append(h("button.bar-preset", { type: "button", text, onclick: pick }));
    }
    this.sizing = h("div.bar-sizing", { hidden: true }, this.presets, this.picker);
    this.acts = h("div.bar-acts");
    this.ahead = new Ahead(this.app);
    this.fuse = /** @type {import("./ring.js").Fuse} */ (h("md-fuse", { hidden: true }));
    this.append(this.fuse, h("div.bar-words", { role: "status" }, this.info, this.detail), this.sizing, this.acts);
    const undo = () => this.app.choice.undo();
    this.undo = h(
      "button.bar-act.bar-undo",
      { type: "button", "data-act": "undo", onclick: undo },
      icon("undo"),
      h("span.act-name", { text: t("Undo") }),
    );
    this.app.choice.addEventListener("change", () => this.#showChoice(this.app.store.state));
    this.dataset.betting = this.app.shape.betting;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", t("Your actions"));
    this.onKey = (event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.onKey);
  }

  update(state, change) {
    const { hand, legal, you } = state;
    const { t } = this.app;
    const turn = legal && hand ? legal.turn : null;
    const key = turn === null ? "" : `${hand.id}/${turn}`;
    if (key !== (this.#bound?.key ?? "")) {
      const chosen = key ? this.ahead.take(legal.options, hand.id) : null;
      this.#bind(state, key);
      if (chosen) this.#send(chosen.kind, chosen.min || null);
      else if (key && !change.reset) this.app.sound.play("turn"); // in a hidden tab, too
      document.title = key ? `● ${t("Your turn")} · ${this.#pageTitle}` : this.#pageTitle;
    }
    const turnTime = key ? (state.turns[you.hand_seat] ?? null) : null;
    if (turnTime?.bank && !this.#isBank && !change.reset) this.app.sound.play("turn");
    this.#isBank = Boolean(turnTime?.bank);
    if (key === "") this.ahead.show(state, this.acts);
    this.classList.toggle("is-mine", key !== "");
    if (this.#isPaused !== (state.paused !== null)) {
      this.#isPaused = state.paused !== null;
      this.#enable();
    }
    this.fuse.run(turnTime ?? offered(state), this.app.clock);
    setAttribute(this, "data-turn", turn);
    this.#showChoice(state);
    this.#say(state);
  }

  #say(state) {
    const [info, detail] = situation(state, this.app);
    setText(this.info, info);
    setText(this.detail, detail);
  }

  #bind(state, key) {
    const { hand, legal, you } = state;
    this.#bound = null;
    this.#busy = false;
    this.#asked = -Infinity;
    this.classList.remove("is-open");
    this.acts.replaceChildren();
    this.sizing.hidden = true;
    if (key === "") return;
    this.#bound = {
      key,
      hand: hand.id,
      turn: legal.turn,
      options: legal.options,
      pot: legal.pot,
      toCall: legal.to_call,
      bet: hand.players[you.hand_seat]?.bet ?? 0,
      stack: state.seats[you.hand_seat]?.stack ?? 0,
    };
    if (this.#isChoice()) this.acts.append(this.undo);
    else {
      const { stack } = this.#bound;
      const buttons = layOut(legal.options, this.app.shape.betting, stack);
      for (const { kind, option } of buttons) this.acts.append(this.#button(kind, option));
    }
    // On an open pair a limit game offers two bets.
    this.acts.dataset.count = String(this.acts.childElementCount);
    this.#size(state);
    this.#grey();
  }

  #button(name, option) {
    const kind = this.#kind(name);
    const button = h(
      "button.bar-act",
      { type: "button", onclick: () => this.#tap(option, button) },
      h("span.act-name", { text: this.app.t(kind.name) }),
      h("span.act-amount"),
    );
    button.dataset.kind = name;
    button.dataset.place = String(kind.place ?? "auto");
    if (this.acts.querySelector(`[data-place="${kind.place}"]`)) button.dataset.place = "4";
    button.option = option;
    if (!option) {
      Object.assign(button, { disabled: true });
      button.classList.add("is-empty");
      button.setAttribute("aria-hidden", "true");
      return button;
    }
    button.dataset.act = kind.act ?? name;
    if (kind.key) button.append(h("kbd", { text: kind.key, "aria-hidden": "true" }));
    if (option.min > 0 && !isRange(kind, option)) this.#price(button, option.min);
    return button;
  }

  #kind(name) {
    return kindOf(name, this.app.shape.betting);
  }

  /** Write the amount on a button; all the chips there are is called by its name. */
  #price(button, amount) {
    const { t, money } = this.app;
    const { bet, stack } = this.#bound;
    const { kind: name } = button.dataset;
    const kind = this.#kind(name);
    const isAll = amount >= (kind.put ? stack : bet + stack);
    if (kind.sized) button.dataset.act = isAll ? "allin" : name;
    setText(button.querySelector(".act-name"), t(isAll && kind.sized ? "All-in" : kind.name));
    setAmount(button.querySelector(".act-amount"), money(amount));
    button.classList.toggle("is-all", isAll);
  }

  /** The option that takes an amount of the member's choice, if there is one. */
  #sized() {
    return this.#bound?.options.find((option) => isRange(this.#kind(option.kind), option)) ?? null;
  }

  #isChoice() {
    return Boolean(this.#bound?.options.some(({ kind }) => kind === "choose"));
  }

  /** Where the choice of cards stands: its words, and whether the last tap can be taken back. */
  #showChoice(state) {
    if (!this.#isChoice()) return;
    this.undo.disabled = !this.app.choice.canUndo;
    this.classList.toggle("is-sending", this.app.choice.step === null);
    this.#say(state);
  }

  #size(state) {
    const option = this.#sized();
    if (!option) return;
    const step = state.table.stakes?.small_blind || 1;
    this.picker.set({ min: option.min, max: option.max, step }, option.min);
    this.sizing.hidden = false;
    const { min, max } = option;
    const isAll = max >= this.#bound.bet + this.#bound.stack;
    Array.from(this.presets.children).forEach((preset, i) => {
      const { share } = PRESETS[i];
      const amount = this.#presetAmount(share);
      // A preset at the minimum or of the stack would be a second name for another one; where the
      // pot is the limit, the stack may be out of reach.
      const isOther = amount <= min || amount > max || (isAll && amount === max);
      preset.disabled = share === Infinity ? !isAll : isOther;
    });
  }

  /** A share of the pot as the total of this street: what a call makes the pot, times the share. */
  #presetAmount(share) {
    const { pot, toCall, bet } = this.#bound;
    const { max } = this.picker.range;
    return share === Infinity ? max : bet + toCall + Math.round((pot + toCall) * share);
  }

  #showPrice() {
    const option = this.#sized();
    const button = option && this.acts.querySelector(`[data-kind="${option.kind}"]`);
    if (!button) return;
    this.#price(button, this.picker.value);
    Array.from(this.presets.children).forEach((preset, i) => {
      const isChosen = this.#presetAmount(PRESETS[i].share) === this.picker.value;
      setAttribute(preset, "aria-pressed", String(isChosen));
    });
  }

  /** Take no tap for a moment: a finger on its way was meant for what stood here before. */
  #grey() {
    this.#greyUntil = performance.now() + GREY_MS;
    this.#enable();
    setTimeout(() => this.#enable(), GREY_MS + 10);
  }

  #enable() {
    const isGrey = this.#busy || this.#isPaused || performance.now() < this.#greyUntil;
    this.classList.toggle("is-grey", isGrey);
    if (this.#isChoice()) return;
    for (const button of this.acts.querySelectorAll("[data-act]")) button.disabled = isGrey;
  }

  #tap(option, button) {
    const sized = isRange(this.#kind(option.kind), option);
    if (sized && compact.matches && !this.sizing.hidden && !this.classList.contains("is-open")) {
      this.classList.add("is-open");
      this.#grey();
      return;
    }
    if (option.kind === "fold" && this.#asksFirst()) {
      const isKorean = this.app.shape.betting === "korean";
      const text = isKorean ? this.app.t("Die? Free") : this.app.t("Fold? Checking is free");
      setText(button.querySelector(".act-name"), text);
      return;
    }
    if (sized) this.picker.commit();
    this.#send(option.kind, sized ? this.picker.value : option.min || null);
  }

  /** Folding what could be checked is asked once more. */
  #asksFirst() {
    if (!this.#bound.options.some(({ kind }) => kind === "check")) return false;
    const now = performance.now();
    const isSecond = now - this.#asked < ASK_MS;
    this.#asked = isSecond ? -Infinity : now;
    return !isSecond;
  }

  async #send(kind, amount) {
    const { key, hand, turn } = this.#bound;
    const command = { t: "act", hand, turn, kind };
    this.#busy = true;
    this.#enable();
    const answer = await this.app.send(amount === null ? command : { ...command, amount });
    if (this.#bound?.key !== key) return;
    // Accepted: the frame will take the buttons away. Refused: they are still good.
    this.#busy = answer.ok;
    this.#enable();
  }

  #key(event) {
    if (!this.#bound || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open], details.menu[open]")) return;
    if (event.target === this.picker.field) {
      if (event.key === "Enter") this.#press("R");
      if (event.key === "Escape") this.picker.field.blur();
      return;
    }
    if (event.target.closest?.("input, textarea, select")) return;
    const letter = event.key.toUpperCase();
    if (letter === "F" || letter === "C") this.#press(letter);
    else if (letter === "R" && this.#sized()) this.#toField(event);
    else if (letter === "A" && this.#sized()) this.#toField(event, this.picker.range.max);
    else if (/^[A-Z]$/.test(letter)) this.#find(letter)?.focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.picker.step(event.key === "ArrowUp" ? 1 : -1);
    }
  }

  /** A letter that names an amount leads to the field or button, where Enter sends: no raise by one key. */
  #toField(event, amount = null) {
    event.preventDefault();
    if (this.sizing.hidden) return;
    this.classList.add("is-open");
    if (amount !== null) this.picker.choose(amount);
    this.picker.field.focus();
  }

  #press(letter) {
    this.#find(letter)?.click();
  }

  #find(letter) {
    const buttons = /** @type {HTMLElement[]} */ (Array.from(this.acts.children));
    const isIt = ({ option, dataset }) => option && this.#kind(dataset.kind).key === letter;
    return buttons.find(isIt) ?? null;
  }
}

/** The time in which a seat is kept for the viewer, as the fuse takes it. */
function offered({ you, table }) {
  const total = (table?.offer_s ?? 0) * 1000;
  return you.offer ? { deadline: you.offer.until, total_ms: Math.max(1, total), bank: false } : null;
}

/** Does the option take any amount between two bounds? */
function isRange(kind, option) {
  return Boolean(kind.sized) && option.min < option.max;
}

customElements.define("md-bar", Bar);
