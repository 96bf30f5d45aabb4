// The tray: chips whose values fit the table, and what may be done with the bets laid out so far.

import { h, icon, setAttribute } from "../lib/dom.js";
import { TableElement } from "../table/element.js";
import { chipValues } from "./bets.js";
import { openAmounts } from "./amounts.js";

export class Tray extends TableElement {
  #values = "";
  chosen = 0;

  build() {
    const { t, house } = this.app;
    const { placing } = house;
    this.row = h("div.tray-chips", { role: "radiogroup", "aria-label": t("Chip") });
    const tool = (name, key, text, go, ...inside) =>
      h(
        `button.tray-tool.tray-${name}`,
        { type: "button", "data-tool": name, title: text, "aria-label": text, onclick: go },
        ...inside,
        h("kbd", { text: key, "aria-hidden": "true" }),
      );
    this.tools = {
      undo: tool("undo", "Z", t("Undo"), () => placing.undo(), icon("undo")),
      clear: tool("clear", "X", t("Clear"), () => placing.clear(), icon("close")),
      double: tool("double", "W", t("Double"), () => placing.double(), h("span", { text: "×2" })),
      amounts: tool("amounts", "T", t("Type amounts"), () => openAmounts(this.app), icon("pen")),
    };
    this.tools.undo.dataset.act = "undo";
    this.tools.clear.dataset.act = "clear";
    this.append(this.row, h("div.tray-tools", {}, ...Object.values(this.tools)));
    this.row.addEventListener("keydown", (event) => this.#arrow(event));
    placing.addEventListener("change", () => this.#enable());
  }

  update(_state, _change) {
    this.#stock();
    this.#enable();
  }

  /** Take the chip at a place of the tray. */
  take(place) {
    const chip = /** @type {HTMLElement | undefined} */ (this.row.children[place]);
    if (chip) this.#choose(Number(chip.dataset.chip));
  }

  #stock() {
    const { house, brief, money } = this.app;
    const values = chipValues(house.settings().limits);
    if (values.join() === this.#values) return;
    this.#values = values.join();
    const chips = values.map((value, i) =>
      h(
        `button.tray-chip.chip-tone-${i}`,
        {
          type: "button",
          role: "radio",
          "data-chip": value,
          "aria-label": money(value),
          onclick: () => this.#choose(value),
        },
        h("span", { text: brief(value) }),
      ),
    );
    this.row.replaceChildren(...chips);
    this.#choose(values.includes(this.chosen) ? this.chosen : values[0]);
  }

  #choose(value) {
    this.chosen = value;
    for (const chip of /** @type {any} */ (this.row.children)) {
      const isIt = Number(chip.dataset.chip) === value;
      setAttribute(chip, "aria-checked", String(isIt));
      setAttribute(chip, "tabindex", isIt ? 0 : -1);
    }
  }

  #arrow(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const chips = /** @type {HTMLElement[]} */ (Array.from(this.row.children));
    const at = chips.findIndex((chip) => Number(chip.dataset.chip) === this.chosen);
    const next = chips[(at + step + chips.length) % chips.length];
    this.#choose(Number(next.dataset.chip));
    next.focus();
  }

  #enable() {
    const { placing } = this.app.house;
    this.tools.undo.disabled = !placing.canUndo;
    this.tools.clear.disabled = placing.isEmpty;
    this.tools.double.disabled = placing.isEmpty;
    setAttribute(this.tools.double, "data-act", placing.isEmpty ? null : "double");
  }
}

customElements.define("md-tray", Tray);
