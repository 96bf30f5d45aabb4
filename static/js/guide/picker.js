// <card-picker>: cards are tapped on a grid of all 52 instead of typed. Each field stays an ordinary
// text input, which is what the form sends; the picker only writes into it and shows what it holds.

import { cardPicture, readData } from "../lib/dom.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const LETTERS = { "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s" };

/** "As 10h" → ["As", "Th"]; what is no card is left out, the server says so when it is sent. */
export function readCards(text) {
  const found = [];
  for (const [, rank, suit] of text.matchAll(/(10|[2-9tjqka])\s?([cdhs♣♧♦♢♥♡♠♤])/gi)) {
    const card = (rank === "10" ? "T" : rank.toUpperCase()) + (LETTERS[suit] ?? suit.toLowerCase());
    if (!found.includes(card)) found.push(card);
  }
  return found;
}

const face = (card) => card[0].replace("T", "10") + SIGNS[card[1]];

class Field {
  constructor(box) {
    this.box = box;
    this.input = box.querySelector("input[data-cards]");
    this.slots = box.querySelector(".slots");
    this.slots.hidden = false;
  }

  get cards() {
    return readCards(this.input.value);
  }

  set cards(cards) {
    this.input.value = cards.join(" ");
  }

  get most() {
    return Number(this.input.dataset.cards);
  }

  get isOpen() {
    return !this.box.classList.contains("is-spare");
  }

  get isFull() {
    return this.cards.length >= this.most;
  }
}

class CardPicker extends HTMLElement {
  connectedCallback() {
    if (this.fields) return;
    this.fields = [...this.querySelectorAll(".cards-field")].map((box) => new Field(box));
    this.grid = this.querySelector(".grid");
    this.makeGrid();
    this.hideSpares();
    this.active = this.fields.find((field) => field.isOpen && !field.isFull) ?? this.fields[0];
    this.fitGame();
    this.addEventListener("input", () => this.show());
    this.addEventListener("focusin", (event) => this.onFocus(event));
    this.addEventListener("click", (event) => this.onClick(event));
    this.show();
  }

  makeGrid() {
    for (const suit of SUITS) {
      for (const rank of RANKS) {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.card = rank + suit;
        button.dataset.suit = suit;
        button.textContent = face(rank + suit);
        button.tabIndex = -1;
        this.grid.append(button);
      }
    }
    this.grid.firstChild.tabIndex = 0;
    this.grid.hidden = false;
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** A game decides how many cards a hand and the board take. */
  fitGame() {
    if (!this.dataset.sizes) return;
    const sizes = readData(this.dataset.sizes);
    const select = this.closest("form").querySelector("select[name=game]");
    const fit = () => {
      const size = sizes[select.value];
      for (const field of this.fields) {
        const name = field.input.name;
        if (/^h\d/.test(name)) field.input.dataset.cards = size.hand;
        if (name === "board") {
          field.input.dataset.cards = size.board;
          field.box.hidden = !size.board;
          if (!size.board) field.cards = [];
        }
      }
      this.show();
    };
    select.addEventListener("change", fit);
    fit();
  }

  /** Empty hands past the second wait behind a button. */
  hideSpares() {
    const more = this.querySelector(".more-hands");
    if (!more) return;
    const hands = this.fields.filter((field) => /^h\d/.test(field.input.name));
    const spares = () => hands.filter((field) => !field.isOpen);
    hands.forEach((field, at) => {
      const after = hands.slice(at).every((each) => !each.input.value);
      if (at > 1 && after) field.box.classList.add("is-spare");
    });
    more.hidden = !spares().length;
    more.querySelector("[data-more]").addEventListener("click", (event) => {
      event.stopPropagation();
      const [next] = spares();
      next.box.classList.remove("is-spare");
      more.hidden = !spares().length;
      this.activate(next);
      next.input.focus();
    });
  }

  onFocus(event) {
    const box = event.target.closest(".cards-field");
    const field = this.fields.find((each) => each.box === box);
    if (field) this.activate(field);
  }

  onClick(event) {
    const button = event.target.closest("[data-card]");
    const box = event.target.closest(".cards-field");
    if (button && this.grid.contains(button)) {
      this.toggle(button.dataset.card);
    } else if (box) {
      const field = this.fields.find((each) => each.box === box);
      if (button) field.cards = field.cards.filter((card) => card !== button.dataset.card);
      this.activate(field);
    }
  }

  onKey(event) {
    const buttons = [...this.grid.children];
    const at = buttons.indexOf(event.target);
    const wide = 13;
    const next = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + wide,
      ArrowUp: at - wide,
      Home: at - (at % wide),
      End: at - (at % wide) + wide - 1,
    }[event.key];
    if (event.key === "Backspace") {
      this.active.cards = this.active.cards.slice(0, -1);
      this.show();
    }
    if (next === undefined || !buttons[next]) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    buttons[next].tabIndex = 0;
    buttons[next].focus();
  }

  activate(field) {
    this.active = field;
    this.show();
  }

  toggle(card) {
    const holder = this.fields.find((field) => field.cards.includes(card));
    const shared = this.hasAttribute("data-shared");
    if (this.active.cards.includes(card)) {
      this.active.cards = this.active.cards.filter((each) => each !== card);
    } else if (shared || !holder) {
      if (this.active.isFull) this.moveOn();
      if (this.active.isFull || this.active.cards.includes(card)) return;
      this.active.cards = [...this.active.cards, card];
      if (this.active.isFull && !shared) this.moveOn();
    }
    this.show();
  }

  /** To the next field with room, if there is one. */
  moveOn() {
    const open = this.fields.filter((field) => field.isOpen && !field.box.hidden);
    const next = open.slice(open.indexOf(this.active) + 1).find((field) => !field.isFull);
    if (next && !(next.input.name === "dead")) this.active = next;
  }

  show() {
    const shared = this.hasAttribute("data-shared");
    const elsewhere = new Set(
      shared ? [] : this.fields.filter((field) => field !== this.active).flatMap((f) => f.cards),
    );
    for (const field of this.fields) {
      field.box.classList.toggle("is-active", field === this.active);
      this.showSlots(field);
    }
    const mine = this.active.cards;
    for (const button of this.grid.children) {
      const card = button.dataset.card;
      button.setAttribute("aria-pressed", String(mine.includes(card)));
      button.setAttribute("aria-disabled", String(elsewhere.has(card)));
    }
  }

  showSlots(field) {
    const cards = field.cards;
    const key = `${cards.join("")}/${field.most}`;
    if (field.shown === key) return;
    field.shown = key;
    const faces = cards.map((card) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.card = card;
      button.setAttribute("aria-label", this.grid.dataset.remove.replace("{card}", face(card)));
      button.append(cardPicture(card, this.dataset.sprite));
      return button;
    });
    const room = field.most > 7 ? 0 : Math.max(0, field.most - cards.length);
    const empty = Array.from({ length: room }, () => {
      const slot = document.createElement("span");
      slot.className = "slot";
      return slot;
    });
    field.slots.replaceChildren(...faces, ...empty);
  }
}

customElements.define("card-picker", CardPicker);
