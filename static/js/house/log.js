// The round in words, line by line.

import { Log } from "../table/log.js";
import { cardText, rankName } from "../table/ranks.js";
import { betName } from "./bets.js";
import { outcomeLine } from "./circle.js";
import { decision } from "./decisions.js";
import { DEALER } from "./fold.js";
import { categoryName } from "./paytable.js";
import { compared, reason, sum } from "./verdict.js";

export class HouseLog extends Log {
  line({ event, state }) {
    const tell = LINES[event.e];
    return tell ? tell(event, state, this.app) : "";
  }
}

const cards = (names) => names.map(cardText).join(" ");

const LINES = {
  round: ({ no }, _state, { t }) => t("Round {no}", { no }),

  post: ({ kind, amount }, _state, { t, money }) =>
    t("{bet}: {amount}", { bet: betName(kind, t), amount: money(amount) }),

  deal: ({ seat, cards: names }, _state, { t }) => {
    if (!names) return "";
    const gaps = { cards: cards(names) };
    return seat === DEALER ? t("Dealer's cards: {cards}", gaps) : t("Your cards: {cards}", gaps);
  },

  board: ({ cards: names }, _state, { t }) => t("Board: {cards}", { cards: cards(names) }),

  act: ({ kind, amount }, state, { t, money }) => {
    const name = t(decision(kind, state.hand?.variant).name);
    return amount > 0 ? t("{bet}: {amount}", { bet: name, amount: money(amount) }) : name;
  },

  discard: ({ cards: names }, _state, { t }) =>
    names ? t("You give away {cards}", { cards: cards(names) }) : "",

  show: ({ cards: names, rank }, _state, { t }) => {
    const shown = t("Dealer's cards: {cards}", { cards: cards(names) });
    return rank ? `${shown} · ${rankName(rank, t)}` : shown;
  },

  verdict: (_event, { hand }, app) =>
    hand ? `${reason(hand, app)} ${compared(hand, app)}`.trim() : "",

  sealed: ({ no }, _state, { t }) => t("The deck of round {no} is sealed", { no }),

  settle: (event, _state, app) => {
    const line = outcomeLine(event.bet, event, app);
    const hits = event.lines.map((category) => categoryName(category, app.t)).join(", ");
    return hits && event.net > 0 ? `${line} (${hits})` : line;
  },

  end: ({ net }, _state, app) => sum(net[0][1], app),

  void: (_event, _state, { t }) => t("The round was cancelled. Every bet came back."),
  pause: (_event, _state, { t }) => t("The table is paused"),
  resume: (_event, _state, { t }) => t("The table goes on"),
};

customElements.define("md-house-log", HouseLog);
