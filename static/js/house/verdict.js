// How a round ended, in words: who won and why, and the chips.

import { h, setAttribute, setText } from "../lib/dom.js";
import { TableElement } from "../table/element.js";
import { rankName } from "../table/ranks.js";
import { SEAT } from "./fold.js";
import { categoryName } from "./paytable.js";

/** What stands printed on the felt while nothing is decided. */
const PRINTED = {
  uth: "Dealer qualifies with a pair or better",
  casino_holdem: "Dealer qualifies with a pair of fours or better",
  russian_poker: "Dealer qualifies with ace-king or better",
};

const UNQUALIFIED = {
  uth: "Dealer does not qualify: ante pushes.",
  casino_holdem: "Dealer does not qualify: the ante is paid, the call pushes.",
  russian_poker: "Dealer does not qualify: the ante is paid, the bet comes back.",
};

/** The two hands that were compared; empty without a comparison. */
export function compared({ verdict }, { t }) {
  const { player, dealer } = verdict;
  if (!player || !dealer) return "";
  return t("You: {hand}. Dealer: {dealer}.", { hand: rankName(player, t), dealer: rankName(dealer, t) });
}

/** Why a round ended as it did; empty if the hands say all. */
export function reason({ variant, verdict, bets, settled }, { t }) {
  const { result, qualifies } = verdict;
  if (result === "fold") return t("You fold.");
  const unqualified =
    variant === "russian_poker" && bets.buy
      ? t("The dealer still does not qualify: ante and bet come back.")
      : t(UNQUALIFIED[variant]);
  if (result === "no_qualify" || qualifies === false) return unqualified;
  if (result === "tie") return t("A tie: the bets push.");
  const [first, second] = settled.bet?.lines ?? [];
  if (!second) return "";
  const gaps = { first: categoryName(first, t), second: categoryName(second, t) };
  return t("Paid twice: {first} and {second}.", gaps);
}

/** The sum of a round: "You win 500". */
export function sum(net, { t, money }) {
  if (net > 0) return t("You win {amount}", { amount: money(net) });
  return net < 0 ? t("You lose {amount}", { amount: money(-net) }) : t("Nothing won, nothing lost");
}

/** The member's net chips of a round that has ended; null before. */
export function netOf(hand) {
  return hand?.net?.find(([seat]) => seat === SEAT)?.[1] ?? null;
}

export class Verdict extends TableElement {
  build() {
    this.headline = h("strong.verdict-sum");
    this.words = h("span.verdict-words");
    this.append(h("div.verdict-box", {}, this.headline, this.words));
    this.setAttribute("role", "status");
    this.app.house.placing.addEventListener("change", () => this.#show(this.app.store.state));
  }

  update(state, change) {
    this.#show(state);
    const end = this.live(change, "end");
    if (end && netOf(state.hand) > 0) this.app.sound.play("win");
  }

  #show(state) {
    const { app } = this;
    const { hand } = state;
    const isNext = Boolean(hand?.over) && !app.house.placing.isEmpty;
    // Whose round it is reads how it ended; the words say "you".
    const shown = isNext || state.you.seat === null ? null : hand;
    const net = netOf(shown);
    const voided = Boolean(shown?.voided);
    setText(this.headline, net === null ? "" : sum(net, app));
    this.headline.hidden = net === null;
    if (voided) setText(this.words, app.t("The round was cancelled. Every bet came back."));
    // The hands stand beside the cards too: they are said where there is nothing else to say.
    else if (shown?.verdict) setText(this.words, reason(shown, app) || compared(shown, app));
    else setText(this.words, app.t(PRINTED[app.shape.game]));
    this.classList.toggle("is-printed", !voided && !shown?.verdict);
    setAttribute(this, "data-result", voided ? "void" : net === null ? null : shown.verdict?.result);
    setAttribute(this, "data-net", net);
    this.dataset.tone = net > 0 ? "won" : net < 0 ? "lost" : "even";
  }
}

customElements.define("md-verdict", Verdict);
