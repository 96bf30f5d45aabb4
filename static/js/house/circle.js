// A bet's circle, printed on the felt: chips are tapped onto it before the deal, and it tells what
// became of them afterwards.

import { h, setAttribute, setText } from "../lib/dom.js";
import { stackChips } from "../table/bet.js";
import { TableElement } from "../table/element.js";
import { slideAway, slideFrom } from "../table/motion.js";
import { betName } from "./bets.js";
import { isRunning } from "./fold.js";

export class Circle extends TableElement {
  build() {
    const { bet, later } = this.circle;
    const { tap } = this.app.house;
    this.chips = h("span.chips", { "aria-hidden": "true", hidden: true });
    this.won = h("span.chips.circle-won", { "aria-hidden": "true", hidden: true });
    this.amount = h("span.circle-amount");
    this.outcome = h("span.circle-outcome", { hidden: true });
    const name = h("span.circle-name", { text: betName(bet, this.app.t) });
    const inside = [name, this.chips, this.won, this.amount];
    this.isPrinted = later || !tap;
    this.ring = this.isPrinted
      ? h("div.circle-ring", { role: "img" }, ...inside)
      : h("button.circle-ring", { type: "button", onclick: () => tap(bet) }, ...inside);
    this.append(this.ring, this.outcome);
    this.dataset.circle = bet;
    this.app.house.placing.addEventListener("change", () =>
      this.update(this.app.store.state, { live: false, steps: [], reset: false }, true),
    );
  }

  update(state, change, isTapped = false) {
    const { placing } = this.app.house;
    const isOpen = this.#isOpen(state);
    const isPlacing = !isRunning(state) && !placing.isEmpty;
    const bets = isPlacing ? placing.shown : (state.hand?.bets ?? {});
    const settled = isPlacing ? null : (state.hand?.settled[this.circle.bet] ?? null);
    const before = Number(this.dataset.bet ?? 0);
    const bet = bets[this.circle.bet] ?? 0;
    setAttribute(this, "data-bet", bet);
    this.#showChips(bet, settled, change, (change.live || isTapped) && bet > before && before >= 0);
    this.#showOutcome(settled);
    if (this.isPrinted) setAttribute(this.ring, "aria-label", this.#spoken(bet, settled));
    else this.#offer(isOpen, bet, settled);
    this.classList.toggle("is-made", bet > 0);
    this.classList.toggle("is-past", settled !== null);
  }

  /** May chips be put here now? */
  #isOpen(state) {
    return !isRunning(state) && state.you.seat !== null && state.paused === null;
  }

  #offer(isOpen, bet, settled) {
    setAttribute(this.ring, "data-act", isOpen ? "bet" : null);
    setAttribute(this.ring, "aria-label", this.#spoken(bet, settled));
    this.ring.disabled = !isOpen;
  }

  #spoken(bet, settled) {
    const { t, money } = this.app;
    const name = betName(this.circle.bet, t);
    if (settled) return outcomeLine(this.circle.bet, settled, this.app);
    return bet > 0 ? t("{bet}: {amount}", { bet: name, amount: money(bet) }) : name;
  }

  #showChips(bet, settled, change, isNew) {
    const { house, brief } = this.app;
    const unit = house.settings().limits.least;
    const event = this.live(change, "settle");
    const isLost = settled !== null && settled.net < 0;
    const isMine = event?.bet === this.circle.bet;
    if (isMine && isLost) slideAway(this.chips, this.dealer);
    this.chips.hidden = bet === 0 || isLost;
    if (!this.chips.hidden) stackChips(this.chips, bet, unit);
    const won = settled !== null && settled.net > 0 ? settled.net : 0;
    this.won.hidden = won === 0;
    if (won > 0) stackChips(this.won, won, unit);
    setText(this.amount, bet > 0 ? brief(bet, 9) : "");
    if (isNew) {
      slideFrom(this.chips, this.hand);
      this.app.sound.play("chip");
    }
    if (isMine && won > 0) {
      slideFrom(this.won, this.dealer);
      this.app.sound.play("chip");
    }
  }

  #showOutcome(settled) {
    const { t, money } = this.app;
    this.outcome.hidden = settled === null;
    if (settled === null) return;
    const { net } = settled;
    setText(this.outcome, net === 0 ? t("push") : `${net > 0 ? "+" : "−"}${money(Math.abs(net))}`);
    this.outcome.dataset.tone = net > 0 ? "won" : net < 0 ? "lost" : "push";
    setAttribute(this.outcome, "data-net", net);
  }
}

/** What became of a bet, as a sentence. */
export function outcomeLine(bet, { net }, { t, money }) {
  const gaps = { bet: betName(bet, t), amount: money(Math.abs(net)) };
  if (net > 0) return t("{bet} wins {amount}", gaps);
  return net < 0 ? t("{bet} loses {amount}", gaps) : t("{bet} pushes", gaps);
}

customElements.define("md-circle", Circle);
