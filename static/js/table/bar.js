// The action bar. Its buttons are the options that the server offers for (hand, turn) and are bound to
// exactly these: a late click sends the old turn, which the server refuses. When the price changes the
// bar greys before it takes a tap.

import { h, setAttribute, setText } from "../lib/dom.js";
import { Ahead } from "./ahead.js";
import { TableElement } from "./element.js";
import { Picker } from "./picker.js";
import "./ring.js";

const GREY_MS = 300;
const ASK_MS = 3000; // how long "fold although checking is free" waits for its second tap

// How each option is shown: its place in the row, its word, its key. `sized` ones take an amount
// between the option's bounds. A game with other acts adds them here.
const KINDS = {
  fold: { place: 1, name: "Fold", key: "F" },
  check: { place: 2, name: "Check", key: "C" },
  call: { place: 2, name: "Call", key: "C" },
  bring_in: { place: 2, name: "Bring-in", key: "C" },
  bet: { place: 3, name: "Bet", key: "R", sized: true },
  raise: { place: 3, name: "Raise to", key: "R", sized: true },
  complete: { place: 3, name: "Complete to", key: "R", sized: true },
};

const PRESETS = [
  { name: "½", share: 0.5 },
  { name: "¾", share: 0.75 },
  { name: "Pot", share: 1 },
  { name: "All-in", share: Infinity },
];

const compact = matchMedia("(max-width: 760px)"); // as in bar.css

export class Bar extends TableElement {
  #bound = null; // {key, hand, turn, options, pot, toCall, bet, stack}
  #greyUntil = 0;
  #asked = -Infinity;
  #busy = false;

  build() {
    const { t } = this.app;
    this.info = h("div.bar-info", { role: "status" });
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
    this.append(this.fuse, h("div.bar-words", {}, this.info, this.detail), this.sizing, this.acts);
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
    const turn = legal && hand ? legal.turn : null;
    const key = turn === null ? "" : `${hand.id}/${turn}`;
    if (key !== (this.#bound?.key ?? "")) {
      const chosen = key ? this.ahead.take(legal.options, hand.id) : null;
      this.#bind(state, key);
      if (chosen) this.#send(chosen.kind, null);
      else if (key && change.live) this.app.sound.play("turn");
    }
    if (key === "") this.ahead.show(state, this.acts);
    this.classList.toggle("is-mine", key !== "");
    this.fuse.run(key ? (state.turns[you.hand_seat] ?? null) : null, this.app.clock);
    setAttribute(this, "data-turn", turn);
    this.#say(state, you.seat === null ? null : (state.seats[you.seat] ?? null));
  }

  /** The words left of the buttons: whose turn, what it costs, what to do next. */
  #say(state, plate) {
    const { t, money } = this.app;
    let [info, detail] = ["", ""];
    const isIn = Boolean(state.hand?.players[state.you.seat]) && !state.hand.over;
    const actor = Object.keys(state.turns).find((seat) => Number(seat) !== state.you.hand_seat);
    if (state.paused !== null) info = t("The table is paused");
    else if (this.#bound) {
      const { toCall } = this.#bound;
      info = t("Your turn");
      detail = toCall > 0 ? t("{amount} to call", { amount: money(toCall) }) : t("Nothing to call");
    } else if (plate?.status === "leaving") info = t("You leave after this hand");
    else if (plate && plate.stack === 0 && !isIn) {
      info = t("You have no chips left at this table");
      detail = t("Add chips to go on, or leave.");
    } else if (plate?.status === "sitting_out") {
      info = t("You are sitting out");
      detail = t("Come back when you like: your chips stay here.");
    } else if (state.hand?.passedYou) {
      info = t("You wait for the big blind");
      detail = t("Or post it now and play at once.");
    } else if (plate && !isIn) {
      const alone = Object.keys(state.seats).length < 2;
      info = alone ? t("Waiting for another player") : t("You are in from the next hand");
    } else if (actor !== undefined) {
      info = t("{nick} is thinking", { nick: state.seats[actor]?.nick ?? "" });
    } else if (state.hand?.awards.length > 0 || state.hand?.over) info = t("Next hand soon");
    else if (state.hand) info = t("Hand {no}", { no: state.hand.no });
    if (!plate && !this.#bound) {
      detail = info;
      info = this.app.me.member_id === null ? t("You are watching") : t("Pick a free seat to play");
    }
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
    for (const option of legal.options) this.acts.append(this.#button(option));
    this.#size(state);
    this.#grey();
  }

  #button(option) {
    const kind = KINDS[option.kind] ?? { place: "auto", name: option.kind, key: "" };
    const button = h(
      "button.bar-act",
      { type: "button", "data-act": option.kind, onclick: () => this.#tap(option, button) },
      h("span.act-name", { text: this.app.t(kind.name) }),
      h("span.act-amount"),
    );
    if (kind.key) button.append(h("kbd", { text: kind.key, "aria-hidden": "true" }));
    button.dataset.kind = option.kind;
    button.dataset.place = String(kind.place);
    button.option = option;
    if (!kind.sized && option.min > 0) this.#price(button, option.kind, option.min);
    return button;
  }

  /** Write the amount on a button; all the chips there are is called by its name. */
  #price(button, kind, amount) {
    const { t, money } = this.app;
    const { bet, stack } = this.#bound;
    const isAll = kind === "call" ? amount >= stack : amount >= bet + stack;
    const sized = Boolean(KINDS[kind]?.sized);
    if (sized) button.dataset.act = isAll ? "allin" : kind;
    setText(
      button.querySelector(".act-name"),
      t(isAll && sized ? "All-in" : (KINDS[kind]?.name ?? kind)),
    );
    setText(button.querySelector(".act-amount"), money(amount));
    button.classList.toggle("is-all", isAll);
  }

  #sized() {
    return this.#bound?.options.find(({ kind }) => KINDS[kind]?.sized) ?? null;
  }

  #size(state) {
    const option = this.#sized();
    if (!option) return;
    const step = state.table.stakes?.small_blind || 1;
    this.picker.set({ min: option.min, max: option.max, step }, option.min);
    this.sizing.hidden = option.min === option.max;
    const amounts = PRESETS.map(({ share }) => this.#presetAmount(share));
    Array.from(this.presets.children).forEach((preset, i) => {
      // A preset below the minimum or above the stack would be a second name for another one.
      preset.disabled = i < 3 && (amounts[i] <= option.min || amounts[i] >= option.max);
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
    this.#price(button, option.kind, this.picker.value);
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
    const isGrey = this.#busy || performance.now() < this.#greyUntil;
    this.classList.toggle("is-grey", isGrey);
    for (const button of this.acts.querySelectorAll("[data-act]")) button.disabled = isGrey;
  }

  #tap(option, button) {
    const { sized } = KINDS[option.kind] ?? {};
    if (sized && compact.matches && !this.sizing.hidden && !this.classList.contains("is-open")) {
      this.classList.add("is-open");
      this.#grey();
      return;
    }
    if (option.kind === "fold" && this.#asksFirst()) {
      setText(button.querySelector(".act-name"), this.app.t("Fold? Checking is free"));
      return;
    }
    if (sized) this.picker.commit();
    this.#send(option.kind, sized ? this.picker.value : null);
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
    else if (letter === "R") this.#toField(event);
    else if (letter === "A" && this.#sized()) this.#toField(event, this.picker.range.max);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.picker.step(event.key === "ArrowUp" ? 1 : -1);
    }
  }

  /** A letter that names an amount leads to the field, where Enter sends: no raise by one key. */
  #toField(event, amount = null) {
    event.preventDefault();
    if (this.sizing.hidden) return;
    this.classList.add("is-open");
    if (amount !== null) this.picker.choose(amount);
    this.picker.field.focus();
  }

  #press(letter) {
    for (const button of this.acts.children) {
      if (KINDS[button.dataset.kind]?.key === letter) button.click();
    }
  }
}

customElements.define("md-bar", Bar);
