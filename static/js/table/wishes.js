// What the table shall do for one's seat by itself: leave, sit out, buy chips, muck. A sheet of switches
// that always shows what the server knows.

import { h, setAttribute, setText } from "../lib/dom.js";
import { TableElement } from "./element.js";
import { comfortable } from "./stakes.js";

/** A switch: its words, what it says beside them, and what a tap asks for. */
class Switch {
  constructor(act, text, detail, go) {
    this.words = h("span.wish-words", {}, h("strong", { text }), h("span.wish-detail", { text: detail }));
    this.button = h(
      "button.wish",
      { type: "button", role: "switch", "data-wish": act, onclick: go },
      this.words,
      h("span.wish-mark", { "aria-hidden": "true" }),
    );
  }

  show(isOn) {
    setAttribute(this.button, "aria-checked", String(isOn));
  }
}

export class Wishes extends TableElement {
  build() {
    const { t, shape, store } = this.app;
    const wishes = () => store.state.you.wishes ?? {};
    const send = (change) => this.app.send({ t: "wish", ...change });
    const leave = (when) => () => send({ leave: wishes().leave === when ? "" : when });
    this.hand = new Switch(
      "leave_hand",
      t("Leave after this hand"),
      t("You play it to its end; between hands you leave at once."),
      leave("hand"),
    );
    this.blind = new Switch(
      "leave_blind",
      t("Leave at the next big blind"),
      t("You leave before you would post it."),
      leave("blind"),
    );
    this.out = new Switch(
      "sit_out_blind",
      t("Sit out at the next big blind"),
      t("You play until then and keep your seat."),
      () => send({ sit_out: !wishes().sit_out }),
    );
    this.muck = new Switch(
      "auto_muck",
      t("Auto-muck"),
      t("Hands that you need not show go away unasked."),
      () => send({ muck: !wishes().muck }),
    );
    this.refills = h("div.wish-amounts", { role: "group", "aria-label": t("Automatic top-up") });
    this.refill = h(
      "div.wish-refill",
      {},
      h(
        "span.wish-words",
        {},
        h("strong", { text: t("Automatic top-up") }),
        h("span.wish-detail", { text: t("Between hands, from your wallet, up to this stack.") }),
      ),
      this.refills,
    );
    const isShown = (row) => row !== null;
    const rows = [
      this.hand.button,
      shape.blinds ? this.blind.button : null,
      shape.blinds ? this.out.button : null,
      this.refill,
      store.state.table?.may_show ? this.muck.button : null,
    ];
    this.append(...rows.filter(isShown));
    for (const amount of this.#amounts(store.state.table)) {
      const button = h("button.wish-amount", { type: "button", onclick: () => send({ refill: amount }) });
      button.dataset.refill = String(amount);
      setText(button, amount === 0 ? t("Off") : this.app.brief(amount, 12));
      this.refills.append(button);
    }
  }

  update(state) {
    const { wishes } = state.you;
    if (!wishes) return;
    this.hand.show(wishes.leave === "hand");
    this.blind.show(wishes.leave === "blind");
    this.out.show(wishes.sit_out);
    this.out.button.hidden = state.seats[state.you.seat]?.status === "sitting_out";
    this.muck.show(wishes.muck);
    for (const button of this.refills.children) {
      setAttribute(button, "aria-pressed", String(Number(button.dataset.refill) === wishes.refill));
    }
  }

  /** Off, and the stacks that people play with here. */
  #amounts(table) {
    const { min_buy_in: least, max_buy_in: most } = table;
    return [...new Set([0, least, comfortable(table, this.app.shape), most])];
  }
}

customElements.define("md-wishes", Wishes);

/** Open the sheet over the table; a tap beside it or Escape closes it. */
export function openWishes(app) {
  const { t, store } = app;
  const wishes = /** @type {any} */ (h("md-wishes"));
  const dialog = h(
    "dialog.desk-dialog.wish-dialog",
    {
      "aria-label": t("Your seat"),
      onclose: () => {
        stop();
        dialog.remove();
      },
      onclick: (event) => event.target === dialog && dialog.close(),
    },
    h("h2", { text: t("Your seat") }),
    wishes,
    h("p.wish-policy", { text: store.state.table.policy }),
    h(
      "div.desk-buttons",
      {},
      h("button.button.button-large", { type: "button", text: t("Close"), onclick: () => dialog.close() }),
    ),
  );
  // The seat may go while the sheet is open.
  const stop = store.subscribe((state) => state.you.seat === null && dialog.close());
  document.querySelector(".room").append(dialog);
  wishes.bind(app);
  dialog.showModal();
}
