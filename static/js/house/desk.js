// Coming and going at a house table: sit down, add chips, leave.

import { DeskElement, openDialog, sitDown, topUp } from "../table/desk.js";
import { SEAT, isRunning } from "./fold.js";

export class HouseDesk extends DeskElement {
  build() {
    super.build();
    const { app } = this;
    const { t } = app;
    this.buttons = {
      sit: this.button("sit", "plus", t("Take a seat"), () => sitDown(app, SEAT), ".button-main"),
      top_up: this.button("top_up", "plus", t("Add chips"), () => topUp(app)),
      leave: this.button("leave", "leave", t("Leave"), () => leave(app)),
    };
  }

  update(state, _change) {
    const { you, seats, table } = state;
    const status = seats[you.seat]?.status ?? null;
    const isMember = this.app.me.member_id !== null;
    this.show(this.main, isMember && table && you.seat === null ? ["sit"] : []);
    this.show(this.quiet, status && status !== "leaving" ? ["top_up", "leave"] : []);
    this.dataset.status = status ?? "away";
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
