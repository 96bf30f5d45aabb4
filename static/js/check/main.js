// The page that checks a finished hand: fetches the proofs and folds each of them up to the seal.

import { readData, setText } from "../lib/dom.js";
import { keptSeal } from "../lib/seals.js";
import { readWords, translator } from "../lib/words.js";
import { cardText } from "../table/ranks.js";
import { drawDeck } from "./deck.js";
import { canHash, fold } from "./merkle.js";
import { placesOf } from "./places.js";
import { Row } from "./row.js";

const page = /** @type {HTMLElement} */ (document.querySelector(".check"));
const find = (selector) => /** @type {HTMLElement} */ (page.querySelector(selector));
const t = translator(readWords(document.getElementById("words")));
const names = readData("names");
const { hand, root, proofs: address, sprite } = page.dataset;

/** The name of whoever got the card at a place, or what else became of it. */
function owner(place) {
  if (!place) return "";
  if (place.kind === "seat") return names[place.seat] ?? t("Seat {n}", { n: place.seat + 1 });
  return t(place.kind === "board" ? "Board" : "Burned");
}

function say(tone, text, lines = []) {
  const verdict = find(".check-verdict");
  verdict.dataset.verdict = tone;
  setText(verdict.querySelector("strong"), text);
  const list = verdict.querySelector("ul");
  list.replaceChildren(
    ...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })),
  );
  list.hidden = lines.length === 0;
}

async function begin() {
  if (!canHash) {
    say("unknown", t("Browsers calculate only on pages that come over HTTPS. Use the script instead."));
    return;
  }
  let file;
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    file = await answer.json();
    if (!answer.ok) throw new Error(file.error);
  } catch (error) {
    say("unknown", t("The proofs did not come, so nothing was checked."), [String(error.message)]);
    return;
  }
  const check = new Check(file);
  await check.judge();
}

class Check {
  constructor(file) {
    this.file = file;
    const { places, faults } = placesOf(file.dealt, page.dataset.round === "yes");
    this.places = places;
    this.faults = [...sealFaults(file.root), ...faults.map(placeFault), ...this.#unproven()];
    drawDeck(find(".check-deck"), places, { sprite, t, owner });
    const changed = () => this.judge();
    const proofs = [...file.proofs].sort((one, other) => one.position - other.position);
    this.rows = proofs.map((proof) => {
      const place = places.get(proof.position);
      return new Row(proof, { who: owner(place), sprite, t, changed });
    });
    find(".check-rows").replaceChildren(...this.rows.map(({ element }) => element));
    find("[data-restore]").addEventListener("click", () => {
      for (const row of this.rows) row.restore();
      this.judge();
    });
    showKept();
  }

  /** Fold every proof as it stands in its row, then say what came out. */
  async judge() {
    const started = (this.started = Symbol("run"));
    const found = await Promise.all(this.rows.map((row) => fold(row.proof)));
    if (started !== this.started) return; // changed again meanwhile
    const good = this.rows.filter((row, i) => row.show(found[i], root));
    const isChanged = this.rows.some(({ isChanged }) => isChanged);
    find("[data-restore]").hidden = !isChanged;
    const bad = this.rows.length - good.length;
    const lines = [...this.faults];
    if (isChanged) {
      lines.push(t("You have changed a proof on this page. Put it back to check the hand itself."));
    }
    const gaps = { n: bad, all: this.rows.length };
    if (bad > 0) {
      say("bad", t("{n} of {all} cards do not fit the seal.", gaps), lines);
    } else if (this.faults.length > 0) {
      say("bad", t("Something is wrong with this hand."), lines);
    } else if (this.rows.length === 0) {
      say("unknown", t("No card of this hand is yours to see, so there is nothing to check."));
    } else {
      say("good", t("{n} cards checked: none was changed after the deal.", { n: good.length }), lines);
    }
  }

  /** Cards that the hand shows without a proof, or with a proof of another card. */
  #unproven() {
    const proven = new Map(this.file.proofs.map(({ position, card }) => [position, card]));
    const lines = [];
    for (const [position, { card }] of this.places) {
      const gaps = { place: position, seen: card && cardText(card) };
      if (card !== null && !proven.has(position)) {
        lines.push(t("For {seen} at place {place} there is no proof.", gaps));
      } else if (card !== null && proven.get(position) !== card) {
        lines.push(t("At place {place} the hand showed {seen}, the proof says something else.", gaps));
      }
    }
    return lines;
  }
}

function placeFault({ kind, position }) {
  const text = {
    order: "Place {place} of the deck is out of order.",
    conflict: "Place {place} was told in two ways.",
    twice: "The card at place {place} is in the deck twice.",
  }[kind];
  return t(text, { place: position });
}

function sealFaults(told) {
  const faults = [];
  const kept = keptSeal(hand);
  if (told !== root) faults.push(t("The proofs belong to another seal."));
  if (kept !== null && kept !== root) {
    faults.push(t("This browser noted another seal when the hand began."));
  }
  return faults;
}

function showKept() {
  const note = find(".check-kept");
  note.hidden = keptSeal(hand) !== root;
  setText(note, t("This browser noted the same seal before the first card."));
}

begin();
