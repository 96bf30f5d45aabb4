// What the seat session came to so far. The server knows the rounds before this page was opened; those
// that end while it is open are added.

import { h, setAttribute, setText } from "../lib/dom.js";
import { TableElement } from "../table/element.js";
import { netOf } from "./verdict.js";

const NONE = { rounds: 0, staked: 0, net: 0, best: 0 };

export class Session extends TableElement {
  #sum = NONE;
  #asked = 0;
  #ended = 0;
  #isSeated = false;

  build() {
    const { t } = this.app;
    this.figures = {};
    const list = h("dl.session-figures");
    for (const [key, name] of [
      ["rounds", t("Rounds")],
      ["staked", t("Staked")],
      ["net", t("Won or lost")],
      ["best", t("Biggest win")],
    ]) {
      this.figures[key] = h("dd", { "data-figure": key });
      list.append(h("div", {}, h("dt", { text: name }), this.figures[key]));
    }
    this.append(h("h2.session-title", { text: t("This sitting") }), list);
  }

  update(state, change) {
    const isSeated = state.you.seat !== null;
    if (isSeated && (change.reset || !this.#isSeated)) this.#ask();
    else if (change.steps.some(({ event }) => event.e === "end")) this.#add(state.hand);
    this.#isSeated = isSeated;
    this.hidden = !isSeated;
    this.#show();
  }

  /** Count a round that ended before our eyes. */
  #add(hand) {
    const net = netOf(hand);
    if (net === null) return;
    this.#ended += 1;
    const { rounds, staked, net: sum, best } = this.#sum;
    this.#sum = {
      rounds: rounds + 1,
      staked: staked + hand.atStake,
      net: sum + net,
      best: Math.max(best, net),
    };
  }

  /** After a snapshot nothing is known of the rounds before it; a new sitting begins at none. */
  async #ask() {
    const asked = ++this.#asked;
    const ended = this.#ended;
    try {
      const answer = await fetch(this.url, { headers: { Accept: "application/json" } });
      if (!answer.ok || asked !== this.#asked) return;
      // Whether the answer knows of a round that ended meanwhile cannot be told: ask once more.
      if (ended !== this.#ended) return this.#ask();
      this.#sum = { ...NONE, ...(await answer.json()) };
      this.#show();
    } catch {
      // The line is down; a snapshot comes after it is up again.
    }
  }

  #show() {
    const { money } = this.app;
    const { rounds, staked, net, best } = this.#sum;
    setText(this.figures.rounds, money(rounds));
    setText(this.figures.staked, money(staked));
    setText(this.figures.net, net > 0 ? `+${money(net)}` : money(net));
    setText(this.figures.best, money(best));
    this.figures.net.dataset.tone = net > 0 ? "won" : net < 0 ? "lost" : "even";
    setAttribute(this.figures.net, "data-net", net);
  }
}

/** The seal of the next deck: it is closed before any bet is made. */
export class Seal extends TableElement {
  build() {
    this.root = h("code");
    this.append(this.app.t("Seal of the next deck"), " ", this.root);
  }

  update({ sealed }, _change) {
    this.hidden = sealed === null;
    setText(this.root, sealed ? `${sealed.root.slice(0, 16)}…` : "");
    this.title = sealed?.root ?? "";
  }
}

customElements.define("md-session", Session);
customElements.define("md-seal", Seal);
