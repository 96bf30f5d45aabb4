// The values of all choices, where they are known exactly: a sheet over the felt while a hint is open.

import { h } from "../lib/dom.js";
import { TableElement } from "../table/element.js";

export class Advice extends TableElement {
  build() {
    this.hidden = true;
    this.dataset.game = this.app.shape.game;
    this.setAttribute("role", "status");
    this.app.house.hints.addEventListener("change", () => this.#show());
  }

  #show() {
    const { told } = this.app.house.hints;
    const isKnown = Boolean(told) && told.value !== null && told.others.length > 0;
    this.hidden = !isKnown;
    if (!isKnown) return this.replaceChildren();
    const { t, house } = this.app;
    const rows = [told, ...told.others].map((choice, i) =>
      h(
        `tr${i === 0 ? ".is-best" : ""}`,
        {},
        h("th", { scope: "row", text: house.hints.name(choice) }),
        h("td", { text: signed(choice.value) }),
      ),
    );
    const head = h(
      "tr",
      {},
      h("th", { scope: "col", text: t("Choice") }),
      h("th", { scope: "col", text: t("Worth in antes") }),
    );
    this.replaceChildren(h("table.advice", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
  }
}

function signed(value) {
  const text = Math.abs(value).toFixed(2);
  return value < 0 ? `−${text}` : `+${text}`;
}

customElements.define("md-advice", Advice);
