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
    const { sprite, prefs, t } = this.app;
    const symbol = name === null ? "back" : (prefs.get("bigIndex") ? "big-" : "") + name;
    this.use.setAttribute("href", `${sprite}#${symbol}`);
    if (this.dataset.card === (name ?? "back")) return;
    this.dataset.card = name ?? "back";
    this.setAttribute("aria-label", name === null ? t("Hidden card") : cardText(name));
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
 * Bring a row of cards to show these names: cards that stay are turned, new ones are dealt.
 * @param {Element} row
 * @param {(string | null)[]} names
 * @param {import("./element.js").App} app
 * @param {boolean} isLive may cards turn
 * @returns {Card[]} the cards that are new
 */
export function showCards(row, names, app, isLive) {
  const cards = /** @type {Card[]} */ (Array.from(row.children));
  while (cards.length > names.length) cards.pop().remove();
  cards.forEach((card, i) => card.turn(names[i], isLive));
  const added = names.slice(cards.length).map((name) => Card.make(app, name));
  row.append(...added);
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
