// Coming and going at a house table: sit down, add chips, leave.

import { h, icon, setAttribute } from "../lib/dom.js";
import { openDialog, sitDown, topUp } from "../table/desk.js";
import { TableElement } from "../table/element.js";
import { SEAT, isRunning } from "./fold.js";

export class HouseDesk extends TableElement {
  build() {
    const { app } = this;
    const { t } = app;
    const button = (act, name, text, go, tone = "") =>
      h(
        `button.button.desk-button.desk-${act}${tone}`,
        { type: "button", "data-act": act, title: text, onclick: go },
        icon(name),
        h("span.desk-word", { text }),
      );
    this.buttons = {
      sit: button("sit", "plus", t("Take a seat"), () => sitDown(app, SEAT), ".button-main"),
      top_up: button("top_up", "plus", t("Add chips"), () => topUp(app)),
      leave: button("leave", "leave", t("Leave"), () => leave(app)),
    };
    this.main = h("div.desk-main");
    this.quiet = h("div.desk-quiet");
    this.append(this.main, this.quiet);
    // The dialog's own button is the one that acts while it is open.
    this.watch = new MutationObserver(() => this.#hooks());
    this.watch.observe(document.querySelector(".room"), { childList: true });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watch.disconnect();
  }

  update(state, _change) {
    const { you, seats, table } = state;
    const status = seats[you.seat]?.status ?? null;
    const isMember = this.app.me.member_id !== null;
    this.#show(this.main, isMember && table && you.seat === null ? ["sit"] : []);
    this.#show(this.quiet, status && status !== "leaving" ? ["top_up", "leave"] : []);
    this.dataset.status = status ?? "away";
  }

  /** Only buttons that can be used are on the page. */
  #show(row, acts) {
    const wanted = acts.map((act) => this.buttons[act]);
    const isSame = wanted.length === row.childElementCount && wanted.every((b) => b.isConnected);
    if (!isSame) row.replaceChildren(...wanted);
  }

  #hooks() {
    const open = document.querySelector("dialog[open] [data-act]")?.getAttribute("data-act");
    for (const [act, button] of Object.entries(this.buttons)) {
      setAttribute(button, "data-act", act === open ? null : act);
    }
  }
}

/** Leave at once, or ask first when a round waits for a decision. */
function leave(app) {
  const { t, store } = app;
  if (!isRunning(store.state)) return app.send({ t: "leave" });
  openDialog(app, {
    title: t("Leave the table?"),
    words: t(
      "Your round is ended for you: checked where that is free, else folded. What is left goes back to your wallet.",
    ),
    act: "leave",
    yes: t("Leave"),
    tone: "button-danger",
    go: () => app.send({ t: "leave" }),
  });
}

customElements.define("md-house-desk", HouseDesk);
