// What a seat has put in on this street: a small stack of chips and its amount, on the felt between
// seat and pot. It slides out from the seat, and away to the pot when bets are collected.

import { h, setAttribute, setText } from "../lib/dom.js";
import { TableElement } from "./element.js";
import { slideAway, slideFrom } from "./motion.js";
import { stakeUnit } from "./stakes.js";

const BET_ROOM = 11; // letters: more would reach over the bets of others

/** Draw chips: the more big blinds, the higher and the richer the stack. */
export function stackChips(holder, amount, unit) {
  const size = Math.max(1, amount / Math.max(1, unit));
  const height = Math.min(5, 1 + Math.floor(Math.log2(size)));
  const colour = Math.min(4, Math.floor(Math.log10(size) * 1.6));
  const key = `${height}/${colour}`;
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  holder.replaceChildren(
    ...Array.from({ length: height }, (_, i) => h(`i.chip.chip-${(colour + (i % 2 ? 0 : 1)) % 5}`)),
  );
}

export class Bet extends TableElement {
  build() {
    this.chips = h("span.chips", { "aria-hidden": "true" });
    this.amount = h("span.bet-amount");
    this.append(this.chips, this.amount);
  }

  update(state, change) {
    const { seat } = this;
    const bet = state.hand?.players[seat]?.bet ?? 0;
    const event = change.live ? change.steps[0].event : null;
    const before = change.live ? (change.steps[0].before.hand?.players[seat]?.bet ?? 0) : bet;
    if (event?.e === "collect" && before > 0) slideAway(this, this.pot);
    if (event?.e === "refund" && event.seat === seat && before > bet) slideAway(this, this.plate);
    setAttribute(this, "data-bet", bet);
    this.hidden = bet === 0;
    if (bet === 0) return;
    setText(this.amount, this.app.brief(bet, BET_ROOM));
    setAttribute(this.amount, "title", this.app.money(bet));
    stackChips(this.chips, bet, stakeUnit(state.table));
    if (event && bet > before) {
      slideFrom(this, this.plate);
      this.app.sound.play("chip");
    }
  }
}

customElements.define("md-bet", Bet);
