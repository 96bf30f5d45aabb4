// One card and its proof. Everything in it can be changed, to see that the check then fails.

import { cardPicture, h, setText } from "../lib/dom.js";
import { cardText } from "../table/ranks.js";

const CARD = /^[2-9TJQKA][cdhs]$/;
const FAULTS = {
  card: "This is no card. Write As, Td or 7c.",
  salt: "A salt is 32 hexadecimal digits.",
  path: "The path has not the shape of this place.",
  position: "This is no place of a deck.",
};

export class Row {
  /**
   * @param {{position: number, card: string, salt: string, path: string[]}} given as it was sent
   * @param {{who: string, sprite: string, t: Function, changed: () => void}} parts
   */
  constructor(given, { who, sprite, t, changed }) {
    this.given = given;
    this.sprite = sprite;
    this.t = t;
    const { position } = given;
    const field = (kind, name, label, attributes) => {
      const id = `${name}-${position}`;
      const input = h(`${kind}.check-${name}`, {
        id,
        name,
        spellcheck: "false",
        autocomplete: "off",
        autocapitalize: "off",
        oninput: changed,
        ...attributes,
      });
      return [h("div.field", {}, h("label", { for: id, text: label }), input), input];
    };
    const [cardField, card] = field("input", "card", t("Card"), { maxlength: 2 });
    const [saltField, salt] = field("input", "salt", t("Salt"), {});
    const [pathField, path] = field("textarea", "path", t("Path, from the leaf up"), { rows: 6 });
    this.fields = { card, salt, path };
    this.picture = h("span.check-face");
    this.verdict = h("p.check-result");
    this.leaf = h("code");
    this.found = h("code");
    const hashes = h(
      "dl.check-hashes",
      {},
      h("dt", { text: t("Leaf") }),
      h("dd", {}, this.leaf),
      h("dt", { text: t("Leads to") }),
      h("dd", {}, this.found),
    );
    const more = h("details", {}, h("summary", { text: t("Salt and path") }), saltField, pathField, hashes);
    const head = h(
      "p.check-where",
      {},
      h("strong", { text: t("Place {place}", { place: position }) }),
      ` · ${who}`,
    );
    this.element = h(
      "li.check-row",
      { "data-place": position },
      this.picture,
      h("div.check-told", {}, head, this.verdict),
      cardField,
      more,
    );
    this.restore();
  }

  /** The proof as it stands in the fields now. */
  get proof() {
    const { card, salt, path } = this.fields;
    return {
      position: this.given.position,
      card: card.value.trim(),
      salt: salt.value.trim().toLowerCase(),
      path: path.value.toLowerCase().split(/\s+/).filter(Boolean),
    };
  }

  get isChanged() {
    const { card, salt, path } = this.proof;
    const { given } = this;
    return card !== given.card || salt !== given.salt || path.join() !== given.path.join();
  }

  /** Write into the fields what was sent. */
  restore() {
    const { card, salt, path } = this.fields;
    card.value = this.given.card;
    salt.value = this.given.salt;
    path.value = this.given.path.join("\n");
  }

  /** Show what the proof leads to; whether that is the seal. */
  show({ leaf, root: found, fault }, root) {
    const isGood = fault === null && found === root;
    const { card } = this.proof;
    const shown = CARD.test(card) ? card : "back";
    if (this.picture.dataset.card !== shown) {
      this.picture.dataset.card = shown;
      this.picture.replaceChildren(cardPicture(shown, this.sprite));
    }
    this.element.dataset.result = isGood ? "good" : "bad";
    const name = shown === "back" ? card : cardText(card);
    const text = fault ? FAULTS[fault] : isGood ? "{card}: unchanged" : "{card}: does not lead to the seal";
    setText(this.verdict, this.t(text, { card: name }));
    setText(this.leaf, leaf || "–");
    setText(this.found, found || "–");
    return isGood;
  }
}
