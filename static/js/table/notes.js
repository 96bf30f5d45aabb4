// Short messages over the table, and the state of the line to the server.

import { h, setText } from "../lib/dom.js";

const SHOWN_MS = 5000;
const MOST = 3;

export class Toasts extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "status");
  }

  /** @param {string} text @param {"plain" | "bad" | "good"} [tone] */
  say(text, tone = "plain") {
    const last = this.lastElementChild;
    if (last?.textContent === text) last.remove();
    const toast = h(`div.toast.toast-${tone}`, { text });
    this.append(toast);
    while (this.childElementCount > MOST) this.firstElementChild.remove();
    setTimeout(() => toast.remove(), SHOWN_MS);
  }
}

// Why the server closed for good, and what the member can do about it.
const CLOSED = {
  4100: "You are logged out. Log in again to play.",
  4101: "This account may not play at the moment. Your chips are safe.",
  4102: "Too many messages came from this page. Load it again.",
  4103: "This page came from another address. Open the table from the lobby.",
  4104: "This table is closed. Your chips are in your wallet.",
  4105: "This page sent something too large. Load it again.",
};

export class Line extends HTMLElement {
  /** @param {(key: string) => string} t */
  set words(t) {
    this.t = t;
    this.dot = h("span.line-dot", { "aria-hidden": "true" });
    this.text = h("span.line-text", { role: "status" });
    this.append(this.dot, this.text);
  }

  /** @param {"connecting" | "live" | "reconnecting" | "closed"} state @param {number | null} code */
  show(state, code) {
    this.dataset.state = state;
    const texts = {
      connecting: this.t("Connecting…"),
      live: "",
      reconnecting: this.t("Reconnecting…"),
      closed: this.t("Disconnected"),
    };
    setText(this.text, texts[state]);
    this.title = texts[state] || this.t("Connected");
    document.querySelector(".room")?.setAttribute("data-line", state);
    if (state === "closed") this.#end(code);
  }

  #end(code) {
    const box = h(
      "dialog.desk-dialog",
      {},
      h("h2", { text: this.t("Disconnected") }),
      h("p", { text: this.t(CLOSED[code] ?? "The table closed the line. Load the page again.") }),
      h(
        "div.desk-buttons",
        {},
        h("button.button.button-large.button-main", {
          type: "button",
          text: this.t("Load again"),
          onclick: () => location.reload(),
        }),
      ),
    );
    document.querySelector(".room").append(box);
    box.showModal();
  }
}

customElements.define("md-toasts", Toasts);
customElements.define("md-line", Line);
