// One seat: cards behind a plate with avatar, nickname and stack; the last act on its edge; the timer
// round the avatar; a mark for whose cards open the street. An empty seat is a place to sit down. A seat fans as many cards as it is dealt,
// down cards first, so that games with up cards need no other seat.

import { h, setAttribute, setText } from "../lib/dom.js";
import { markBest, showCards } from "./card.js";
import { TableElement } from "./element.js";
import { deal, slideAway } from "./motion.js";
import { actLabel, cardText, rankName } from "./ranks.js";
import { isOpen } from "./vacancy.js";
import "./ring.js";

const HUES = 6; // avatar colours in seat.css
const WHOLE = 12; // letters of an amount that fit on a plate

function hue(nick) {
  let sum = 0;
  for (const letter of nick) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return sum % HUES;
}

export class Seat extends TableElement {
  build() {
    const { t } = this.app;
    this.cards = h("div.seat-cards");
    this.ring = /** @type {import("./ring.js").Ring} */ (h("md-ring", { hidden: true }));
    this.initial = h("span.seat-initial", { "aria-hidden": "true" });
    this.nick = h("span.seat-nick");
    this.bot = h("span.seat-bot", { text: t("bot") });
    this.stack = h("span.seat-stack");
    this.label = h("span.seat-label");
    this.lead = h("span.seat-lead", { hidden: true });
    this.plate = h(
      "div.seat-plate",
      {},
      h("div.seat-face", {}, this.initial, this.ring),
      h("div.seat-words", {}, h("div.seat-line", {}, this.nick, this.bot), this.stack),
    );
    this.sit = h(
      "button.seat-sit",
      { type: "button", "data-act": "sit", onclick: () => this.pick(this.seat) },
      h("span.seat-plus", { text: "+", "aria-hidden": "true" }),
      h("span", { text: t("Sit") }),
    );
    this.held = h("span.seat-held", { text: t("Reserved") });
    this.append(this.cards, this.plate, this.lead, this.label);
    this.dataset.seat = String(this.seat);
    this.app.prefs.addEventListener("change", () => {
      for (const card of this.cards.children) card.restyle();
      this.update(this.app.store.state, { live: false, steps: [], reset: false });
    });
    this.app.choice.addEventListener("change", () => this.#showChoice(this.app.store.state));
    this.cards.addEventListener("click", (event) => this.#pickCard(event));
    this.cards.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#pickCard(event);
    });
  }

  update(state, change) {
    const plate = state.seats[this.seat] ?? null;
    const found = state.hand?.players[this.seat] ?? null;
    const player = found?.gone ? null : found;
    this.classList.toggle("is-empty", plate === null);
    this.plate.hidden = plate === null;
    this.#offerSeat(state, plate);
    this.#showTurn(state, plate);
    this.#showCards(state, plate ? player : null, change);
    this.#showLabel(state, plate, plate ? player : null);
    this.#showLead(state, plate ? player : null);
    this.#showChoice(state);
    if (plate) this.#showPlate(state, plate, player);
    const award = this.live(change, "award");
    if (award?.seat === this.seat) slideAway(this.pot, this.plate);
    const act = this.live(change, "act");
    if (act?.seat === this.seat && act.kind === "check") this.app.sound.play("knock");
  }

  #offerSeat(state, plate) {
    const open = this.app.me.member_id !== null && isOpen(state, this.seat);
    if (open !== this.sit.isConnected) open ? this.append(this.sit) : this.sit.remove();
    this.classList.toggle("is-open", open);
    const isHeld = plate === null && !open && this.seat in state.held;
    if (isHeld !== this.held.isConnected) isHeld ? this.append(this.held) : this.held.remove();
    this.classList.toggle("is-held", isHeld);
  }

  #showTurn(state, plate) {
    const turn = plate ? (state.turns[this.seat] ?? null) : null;
    this.classList.toggle("is-turn", turn !== null);
    setAttribute(this, "data-turn", turn?.turn ?? null);
    this.ring.run(turn, this.app.clock);
  }

  #showPlate(state, plate, player) {
    const { money } = this.app;
    setText(this.initial, Array.from(plate.nick)[0] ?? "");
    setText(this.nick, plate.nick);
    this.nick.title = plate.nick;
    this.plate.dataset.hue = String(hue(plate.nick));
    this.bot.hidden = !plate.bot;
    const allIn = Boolean(player?.allIn) && plate.stack === 0 && !state.hand.over;
    setText(this.stack, this.#stackText(plate.stack, state.table.stakes));
    this.stack.title = money(plate.stack);
    setAttribute(this.stack, "data-stack", plate.stack);
    this.classList.toggle("is-away", !player && plate.status !== "playing");
    this.classList.toggle("is-folded", Boolean(player?.folded || player?.mucked));
    this.classList.toggle("is-all-in", allIn);
    this.classList.toggle("is-winner", (player?.won ?? 0) > 0);
  }

  #stackText(stack, stakes) {
    const { brief, prefs, t } = this.app;
    const unit = prefs.get("inBlinds") ? stakes.big_blind : 0;
    if (unit > 0) return t("{n} BB", { n: (stack / unit).toFixed(stack % unit > 0 ? 1 : 0) });
    const isOwnTall = this.classList.contains("is-me") && this.closest(".is-tall");
    return brief(stack, this.#isSmall() && !isOwnTall ? undefined : WHOLE);
  }

  #isSmall() {
    return this.closest(".is-small") !== null;
  }

  #showCards(state, player, change) {
    const own = this.seat === state.you.hand_seat && player !== null;
    // A hand given up is gone for everybody but its owner, who may still look at it.
    const isGivenUp = Boolean(player?.folded || player?.mucked);
    const kept = player && (!isGivenUp || own) && !state.hand.voided;
    const held = kept ? player.cards : [];
    // Down cards lie behind, up cards before them; both in the order of dealing.
    const cards = [...held.filter((card) => !card.up), ...held.filter((card) => card.up)];
    const before = this.cards.childElementCount;
    const added = showCards(this.cards, cards, this.app, change.live);
    if (change.live && added.length > 0) {
      added.forEach((card, i) => deal(card, this.board, i * 55));
      this.app.sound.play("card");
    }
    if (before !== cards.length) this.cards.dataset.count = String(cards.length);
    cards.forEach((card, i) => this.cards.children[i].classList.toggle("is-up", card.up));
    this.classList.toggle("is-shown", Boolean(player?.shown));
    markBest(this.cards, state.hand?.best);
  }

  #showLabel(state, plate, player) {
    const { t } = this.app;
    const away = { sitting_out: t("Sitting out"), leaving: t("Leaving"), waiting: t("Waiting") };
    let text = "";
    let kind = "";
    const isDone = !player || (state.hand.over && player.won === 0 && !player.shown);
    if (isDone && plate?.status in away) {
      text = away[plate.status];
      kind = "away";
    } else if (player && player.won > 0) {
      text = `+${this.app.brief(player.won, WHOLE)}`;
      kind = "won";
    } else if (player?.shown && player.rank) {
      text = rankName(player.rank, t);
      kind = "rank";
    } else if (player?.chosen) {
      text = t("Has chosen");
      kind = "chosen";
    } else if (player?.last && !state.hand.voided) {
      text = actLabel(player.last, player.allIn, this.app, this.#isSmall() ? undefined : WHOLE);
      kind = player.allIn && !player.folded ? "allin" : player.last.kind;
    }
    setText(this.label, text);
    this.label.hidden = text === "";
    this.label.dataset.kind = kind;
  }

  /** The mark of the bring-in, of who opens the street, or of the boss. */
  #showLead(state, player) {
    const { t, shape } = this.app;
    const { hand } = state;
    const isLead = player && hand.lead === this.seat && !player.folded && hand.awards.length === 0 && !hand.voided;
    const opener = isLead ? (shape.openers[hand.street] ?? "") : "";
    const names = { boss: t("Boss"), low_card: t("Bring-in"), high_card: t("Bring-in") };
    this.lead.hidden = opener === "";
    if (opener !== "") setText(this.lead, names[opener] ?? t("First"));
    setAttribute(this, "data-lead", opener || null);
  }

  /** In a choice the own cards are buttons: to throw away, then to show. */
  #showChoice(state) {
    const { choice, t } = this.app;
    const isMine = choice.isAsked && this.seat === state.you.hand_seat;
    if (!isMine && !this.classList.contains("is-choosing")) return;
    this.classList.toggle("is-choosing", isMine);
    const tags = { discard: t("Throw"), open: t("Show") };
    for (const card of this.cards.children) {
      const name = card.dataset.card;
      const picked = isMine ? choice.pickedFor(name) : null;
      const step = isMine && picked === null ? choice.step : null;
      setAttribute(card, "data-picked", picked);
      setAttribute(card, "data-tag", tags[picked] ?? null);
      setAttribute(card, "data-act", step);
      setAttribute(card, "role", step ? "button" : "img");
      setAttribute(card, "tabindex", step ? 0 : null);
      const text = { discard: t("Throw {card}", { card: cardText(name) }), open: t("Show {card}", { card: cardText(name) }) };
      setAttribute(card, "aria-label", text[picked ?? step] ?? card.spoken);
    }
  }

  #pickCard(event) {
    const card = event.target.closest("[data-act]");
    if (!card) return;
    event.preventDefault();
    this.app.choice.pick(card.dataset.card);
  }
}

customElements.define("md-seat", Seat);
