// The hand in words, line by line: to read back, and for those who hear the table rather than see it.

import { h } from "../lib/dom.js";
import { TableElement } from "./element.js";
import { KINDS } from "./acts.js";
import { actLine, cardText, rankName } from "./ranks.js";

const LINES = 240;
const SPOKEN = 8; // lines that wait at most to be read out

const STREETS = {
  flop: "Flop",
  turn: "Turn",
  river: "River",
  choice: "Choice of cards",
  third: "Third street",
  fourth: "Fourth street",
  fifth: "Fifth street",
  sixth: "Sixth street",
  seventh: "Seventh street",
};

/** The text of an event; empty if it has nothing to tell. `before` and `state` stand around it. */
function line({ event, before, state }, app) {
  const { t, money, shape } = app;
  const nick = (seat) =>
    (state.seats[seat] ?? before.seats[seat])?.nick ?? t("Seat {n}", { n: seat });
  const cards = (names) => names.map(cardText).join(" ");
  switch (event.e) {
    case "hand":
      return t("Hand {no}", { no: event.no });
    case "post":
    case "act":
      return actLine(event.kind, nick(event.seat), amountOf(event), app);
    case "street":
      // A board tells its street by itself.
      return shape.board > 0 ? "" : t(STREETS[event.name] ?? event.name);
    case "lead":
      return leadLine(shape.openers[state.hand?.street], nick(event.seat), app);
    case "open":
      return t("{nick} opens {cards}", { nick: nick(event.seat), cards: cards(event.cards) });
    case "discard":
      return event.cards ? t("You throw away {cards}", { cards: cards(event.cards) }) : "";
    case "deal":
      if (!event.cards?.every(Boolean)) return "";
      return event.seat === state.you.hand_seat
        ? t("Your cards: {cards}", { cards: cards(event.cards) })
        : t("{nick} is dealt {cards}", { nick: nick(event.seat), cards: cards(event.cards) });
    case "board":
      return t("{street}: {cards}", {
        street: t(STREETS[state.hand?.street] ?? "Board"),
        cards: cards(event.cards),
      });
    case "refund":
      return t("{amount} back to {nick}", { amount: money(event.amount), nick: nick(event.seat) });
    case "show":
      // All-in, cards are shown before the board is complete, and named after it.
      if (before.hand?.players[event.seat]?.shown) {
        const hand = rankName(event.rank, t);
        return hand === "" ? "" : t("{nick} has {hand}", { nick: nick(event.seat), hand });
      }
      return t("{nick} shows {cards}: {hand}", {
        nick: nick(event.seat),
        cards: cards(event.cards),
        hand: rankName(event.rank, t),
      }).replace(/: $/, "");
    case "muck":
      return t("{nick} shows nothing", { nick: nick(event.seat) });
    case "award":
      return awardLine(event, nick(event.seat), app);
    case "seat":
      return before.seats[event.seat]?.nick === event.nick
        ? ""
        : t("{nick} sits down with {amount}", { nick: event.nick, amount: money(event.stack) });
    case "gone":
      return t("{nick} has left", { nick: nick(event.seat) });
    case "void":
      return t("The hand was cancelled. Every bet went back.");
    case "pause":
      return t("The table is paused");
    case "resume":
      return t("The table goes on");
    default:
      return "";
  }
}

/** What an act or post is told with: the total of the street for what bets to one. */
function amountOf(event) {
  return KINDS[event.kind]?.sized ? event.bet : event.amount;
}

function awardLine({ half, amount }, nick, { t, money }) {
  const gaps = { nick, amount: money(amount) };
  if (half === "high") return t("{nick} wins the high half, {amount}", gaps);
  if (half === "low") return t("{nick} wins the low half, {amount}", gaps);
  return t("{nick} wins {amount}", gaps);
}

function leadLine(opener, nick, { t }) {
  if (opener === "boss") return t("{nick} is the boss", { nick });
  const bringsIn = opener === "low_card" || opener === "high_card";
  return bringsIn ? t("{nick} has the bring-in", { nick }) : t("{nick} is first to act", { nick });
}

/** Suits in the colours of the deck; the rest as it is. */
function coloured(text) {
  return text.split(/([♣♦♥♠])/).map((part) =>
    "♣♦♥♠".includes(part) && part !== ""
      ? h("span.suit", { text: part, "data-suit": "cdhs"["♣♦♥♠".indexOf(part)] })
      : part,
  );
}

export class Log extends TableElement {
  build() {
    const { t } = this.app;
    const hooks = { role: "log", "aria-live": "off", "aria-label": t("Course of the hand"), tabindex: 0 };
    this.lines = h("ol.log-lines", hooks);
    this.append(h("h2.log-title", { text: t("Course of the hand") }), this.lines);
    // What happens is read out whether the log is open or not.
    this.voice = h("div.sr-only", { "aria-live": "polite", "data-voice": true });
    document.querySelector(".room")?.append(this.voice);
  }

  /** The text of an event; empty if it has nothing to tell. */
  line(step) {
    return line(step, this.app);
  }

  /** After the hand: the way to its check. */
  checkLine({ hand }) {
    const href = `/hands/${hand}/check/`;
    const text = this.app.t("Check this hand");
    return h("li", { "data-event": "over" }, h("a", { href, target: "_blank", text }));
  }

  update(_state, change) {
    if (change.reset) this.lines.replaceChildren();
    const isAtEnd =
      this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < 40 || change.reset;
    for (const step of change.steps) {
      if (step.event.e === "over") this.lines.append(this.checkLine(step.event));
      const text = this.line(step);
      if (text === "") continue;
      if (!change.reset) this.voice.append(h("p", { text }));
      const { e, seat } = step.event;
      const item = h("li", { "data-event": e }, ...coloured(text));
      if (seat !== undefined && seat === step.state.you.hand_seat) item.classList.add("is-me");
      if (e === "hand") item.title = step.event.root;
      this.lines.append(item);
    }
    while (this.voice.childElementCount > SPOKEN) this.voice.firstElementChild.remove();
    while (this.lines.childElementCount > LINES) this.lines.firstElementChild.remove();
    if (isAtEnd && change.steps.length > 0) this.lines.scrollTop = this.lines.scrollHeight;
  }
}

customElements.define("md-log", Log);
