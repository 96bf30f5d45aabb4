// One card. `data-card` is its name ("As") or "back"; the picture is a symbol of the deck's sprite.

import { cardText } from "./ranks.js";
import { flip } from "./motion.js";

const SVG = "http://www.w3.org/2000/svg";

export class Card extends HTMLElement {
  /**
   * @param {import("./element.js").App} app
   * @param {string | null} name null for a hidden card
   */
  static make(app, name) {
    const card = /** @type {Card} */ (document.createElement("md-card"));
    card.app = app;
    card.use = document.createElementNS(SVG, "use");
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 250 350");
    svg.setAttribute("aria-hidden", "true");
    svg.append(card.use);
    card.append(svg);
    card.setAttribute("role", "img");
    card.draw(name);
    return card;
  }

  /** Put a picture on the card at once. */
  draw(name) {
    const { sprite, prefs } = this.app;
    const symbol = name === null ? "back" : (prefs.get("bigIndex") ? "big-" : "") + name;
    this.use.setAttribute("href", `${sprite}#${symbol}`);
    if (this.dataset.card === (name ?? "back")) return;
    this.dataset.card = name ?? "back";
    this.setAttribute("aria-label", this.spoken);
  }

  /** The card for those who hear it. */
  get spoken() {
    const { card } = this.dataset;
    return card === "back" ? this.app.t("Hidden card") : cardText(card);
  }

  /** Show another picture, turning the card if it may move. */
  turn(name, isLive) {
    if (this.dataset.card === (name ?? "back")) return;
    if (isLive) flip(this, () => this.draw(name));
    else this.draw(name);
  }

  /** Draw again after the style of the deck has changed. */
  restyle() {
    this.draw(this.dataset.card === "back" ? null : this.dataset.card);
  }
}

/**
 * Bring a row to show these cards, in this order: cards that stay are turned, new ones are dealt.
 * A card is known by its position in the deck.
 * @param {Element} row
 * @param {{position: number, card: string | null}[]} cards
 * @param {import("./element.js").App} app
 * @param {boolean} isLive may cards turn
 * @returns {Card[]} the cards that are new
 */
export function showCards(row, cards, app, isLive) {
  const known = new Map();
  for (const card of Array.from(row.children)) {
    const isKept = cards.some(({ position }) => String(position) === card.dataset.position);
    if (isKept) known.set(card.dataset.position, card);
    else card.remove();
  }
  const added = [];
  cards.forEach(({ position, card: name }, i) => {
    const key = String(position);
    const card = known.get(key) ?? Card.make(app, name);
    if (known.has(key)) card.turn(name, isLive);
    else {
      card.dataset.position = key;
      added.push(card);
    }
    if (row.children[i] !== card) row.insertBefore(card, row.children[i] ?? null);
  });
  return added;
}

/** Lift the five cards that win, let the others step back; without `best` all stand alike. */
export function markBest(row, best) {
  for (const card of row.children) {
    const known = card.dataset.card !== "back";
    card.classList.toggle("is-best", Boolean(best?.length) && best.includes(card.dataset.card));
    card.classList.toggle(
      "is-faded",
      Boolean(best?.length) && known && !best.includes(card.dataset.card),
    );
  }
}

customElements.define("md-card", Card);
