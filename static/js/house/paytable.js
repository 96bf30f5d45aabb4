// What the bets pay: one table, a column a bet that has a pay table, a row a hand. The lines that a
// round hits are lit.

import { h, setAttribute } from "../lib/dom.js";
import { TableElement } from "../table/element.js";
import { betName } from "./bets.js";

// From the best hand down, as in rules/house/paytables.py.
const LADDER = [
  ["royal_flush", "Royal flush"],
  ["straight_flush", "Straight flush"],
  ["four_of_a_kind", "Four of a kind"],
  ["full_house", "Full house"],
  ["flush", "Flush"],
  ["straight", "Straight"],
  ["three_of_a_kind", "Three of a kind"],
  ["two_pair", "Two pair"],
  ["pair_of_aces", "Pair of aces"],
  ["one_pair", "Pair"],
  ["ace_king", "Ace-king"],
  ["high_card", "High card"],
];
const NAMES = new Map(/** @type {[string, string][]} */ (LADDER));
const ORDER = ["ante", "blind", "bet", "trips", "aa", "bonus"];

/** A category of a hand in words. */
export function categoryName(category, t) {
  return t(NAMES.get(category) ?? category);
}

/**
 * The rows of the pay tables of these settings: neighbours that pay the same are one row.
 * @returns {{bets: string[], rows: {categories: string[], pays: (string | null)[]}[]}}
 */
export function payRows(settings) {
  const bets = ORDER.filter((bet) => settings[bet]?.lines);
  const rows = [];
  for (const [category] of LADDER) {
    const pays = bets.map((bet) => paid(settings[bet].lines, category));
    const isNamed = bets.some((bet) => settings[bet].lines.some((one) => one.category === category));
    if (!isNamed) continue;
    const former = rows.at(-1);
    // Ace-king is no pair: it stands alone.
    const isSame = former && category !== "ace_king" && String(former.pays) === String(pays);
    if (isSame) former.categories.push(category);
    else rows.push({ categories: [category], pays });
  }
  return { bets, rows };
}

/** "3 : 2" for a category; null if the table does not pay it. Aces are a pair like any other. */
function paid(lines, category) {
  const named = (wanted) => lines.find((one) => one.category === wanted);
  const line = named(category) ?? (category === "pair_of_aces" ? named("one_pair") : undefined);
  return line ? `${line.pays} : ${line.per ?? 1}` : null;
}

export class PayTable extends TableElement {
  #key = "";

  build() {
    this.dataset.game = this.app.shape.game;
  }

  update(state, _change) {
    const isRunning = state.hand && !state.hand.voided;
    const settings = (isRunning && state.hand.settings) || this.app.house.settings();
    const key = JSON.stringify(settings);
    if (key !== this.#key) this.#print(settings, key);
    this.#light(state.hand);
  }

  #print(settings, key) {
    const { t } = this.app;
    this.#key = key;
    const { bets, rows } = payRows(settings);
    const head = h("tr", {}, h("th", { scope: "col", text: t("Pays") }));
    head.append(...bets.map((bet) => h("th.pays-bet", { scope: "col", text: betName(bet, t) })));
    const body = rows.map(({ categories, pays }) => {
      const row = h("tr", { "data-lines": categories.join(" ") });
      row.append(h("th", { scope: "row", text: this.#rowName(categories) }));
      row.append(...pays.map((pay, i) => h("td", { text: pay ?? "–", "data-of": bets[i] })));
      return row;
    });
    const table = h("table.pays", { "data-bets": bets.length });
    table.style.setProperty("--rows", String(Math.ceil(rows.length / 2)));
    table.append(h("caption.sr-only", { text: t("Pay table") }), h("thead", {}, head), h("tbody", {}, ...body));
    this.replaceChildren(table);
  }

  #rowName(categories) {
    const { t } = this.app;
    const [first, last] = [categories[0], categories.at(-1)];
    if (categories.length === 1) return categoryName(first, t);
    if (last === "high_card") return t("{hand} or less", { hand: categoryName(first, t) });
    return t("{low} to {high}", { low: categoryName(last, t), high: categoryName(first, t) });
  }

  /** Lit: the lines that settled bets hit. */
  #light(hand) {
    for (const row of this.querySelectorAll("tbody tr")) {
      const lines = /** @type {any} */ (row).dataset.lines.split(" ");
      let isLit = false;
      for (const cell of row.querySelectorAll("td")) {
        const hits = hand?.settled?.[cell.dataset.of]?.lines ?? [];
        const isHit = hits.some((line) => lines.includes(line));
        cell.classList.toggle("is-hit", isHit);
        isLit ||= isHit;
      }
      row.classList.toggle("is-lit", isLit);
      setAttribute(row, "data-hit", isLit);
    }
  }
}

customElements.define("md-paytable", PayTable);
