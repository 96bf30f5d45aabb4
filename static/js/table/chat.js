// What the people at the table say. Every word of theirs is written as text, never as HTML.

import { h, icon, readData, setAttribute, setText } from "../lib/dom.js";
import { TableElement } from "./element.js";

const LINES = 200;
const LONGEST = 200;

const REASONS = [
  ["abuse", "Insults or threats"],
  ["spam", "Spam or advertising"],
  ["cheating", "Playing together or telling cards"],
  ["other", "Something else"],
];

export class Chat extends TableElement {
  #told = { muted: false, blocked: [] };
  #unread = 0;
  #room = /** @type {HTMLElement} */ (this.closest(".room"));
  #tool = this.#room.querySelector("[data-chat]");

  build() {
    const { t, me } = this.app;
    this.lines = h("ol.chat-lines", { role: "log", "aria-live": "polite", "aria-label": t("Chat"), tabindex: 0 });
    this.note = h("p.chat-note");
    this.blocked = h("p.chat-blocked");
    this.field = h("input.chat-field", {
      maxlength: LONGEST,
      autocomplete: "off",
      enterkeyhint: "send",
      "aria-label": t("Write to the table"),
      placeholder: t("Write to the table"),
    });
    const send = h("button.chat-send", { "aria-label": t("Send") }, icon("send"));
    this.form = h("form.chat-form", {}, this.field, send);
    this.form.addEventListener("submit", (event) => this.#say(event));
    this.phrases = h("div.chat-phrases", { role: "group", "aria-label": t("Quick phrases") });
    for (const [phrase, text] of readData("phrases")) {
      const go = () => this.app.send({ t: "say", phrase });
      this.phrases.append(h("button.chat-phrase", { type: "button", text, onclick: go }));
    }
    this.mute = h("button.chat-mute", {
      type: "button",
      onclick: () => this.app.send({ t: "mute", on: !this.#told.muted }),
    });
    const head = h("div.chat-head", {}, h("h2.log-title", { text: t("Chat") }), me.member_id === null ? null : this.mute);
    this.append(head, this.lines, this.note, this.blocked, this.phrases, this.form);
    this.#room.addEventListener("side", () => this.#count(0));
  }

  /** Take what the line brings: `chat`, `said` or `unsaid`. */
  hear(news) {
    if (news.t === "chat") {
      this.#told = news;
      this.lines.replaceChildren(...news.lines.map((line) => this.#line(line)));
      this.#showTold();
      this.#toEnd();
    } else if (news.t === "said") {
      const isAtEnd = this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < 40;
      this.lines.append(this.#line(news));
      while (this.lines.childElementCount > LINES) this.lines.firstElementChild.remove();
      if (isAtEnd || news.nick === this.app.me.nick) this.#toEnd();
      if (news.nick !== this.app.me.nick) this.#count(1);
    } else {
      this.lines.querySelector(`[data-line="${news.id}"]`)?.remove();
    }
    this.#showNote();
  }

  update() {
    this.#showNote();
  }

  async #say(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (text === "") return;
    this.field.value = "";
    const answer = await this.app.send({ t: "say", text });
    // What was refused is not lost, unless the member has begun another line.
    if (!answer.ok && this.field.value === "") this.field.value = text;
  }

  #line(line) {
    const { me } = this.app;
    const isMine = line.nick === me.nick;
    const item = h("li", { "data-line": line.id });
    const nick =
      me.member_id === null || isMine
        ? h("span.chat-nick", { text: line.nick })
        : h("button.chat-nick", {
            type: "button",
            text: line.nick,
            "aria-expanded": "false",
            onclick: () => this.#toggleMenu(item, line),
          });
    if (isMine) item.classList.add("is-me");
    item.append(nick, " ", h("bdi.chat-text", { text: line.text }));
    return item;
  }

  /** What one may do about a line stands under it, until its name is clicked again. */
  #toggleMenu(item, line) {
    const { t, send, say } = this.app;
    const nick = item.querySelector(".chat-nick");
    const open = item.querySelector(".chat-menu");
    setAttribute(nick, "aria-expanded", String(!open));
    if (open) {
      open.remove();
      return;
    }
    const choice = (text, go) => h("button.chat-choice", { type: "button", text, onclick: go });
    const report = async (reason) => {
      this.#toggleMenu(item, line);
      const answer = await send({ t: "report", line: line.id, reason });
      if (answer.ok) say(t("Reported. Staff will look at it."), "good");
    };
    const ask = () =>
      menu.replaceChildren(...REASONS.map(([reason, text]) => choice(t(text), () => report(reason))));
    const menu = h(
      "div.chat-menu",
      {},
      choice(t("Block {nick}", { nick: line.nick }), () => send({ t: "block", nick: line.nick, on: true })),
      choice(t("Report this line"), ask),
    );
    item.append(menu);
    menu.scrollIntoView({ block: "nearest" });
  }

  #showTold() {
    const { t, send } = this.app;
    setText(this.mute, this.#told.muted ? t("Read the chat again") : t("Hide the chat"));
    const again = (nick) => () => send({ t: "block", nick, on: false });
    this.blocked.replaceChildren(
      ...this.#told.blocked.map((nick) =>
        h("button.chat-choice", { type: "button", text: t("Read {nick} again", { nick }), onclick: again(nick) }),
      ),
    );
  }

  /** Who may not write reads why; an empty chat says that it is. */
  #showNote() {
    const { t, me, store } = this.app;
    const { table, you } = store.state;
    const who = table?.chat ?? "seated";
    let why = "";
    if (who === "off") why = t("There is no chat here.");
    else if (me.member_id === null) why = t("Log in to write.");
    else if (this.#told.muted) why = t("You read no chat at any table.");
    else if (who === "seated" && you.seat === null) why = t("Take a seat to write.");
    const mayWrite = why === "";
    const isEmpty = this.lines.childElementCount === 0;
    setText(this.note, why || (isEmpty ? t("Nobody has said anything yet.") : ""));
    this.form.hidden = this.phrases.hidden = !mayWrite;
  }

  /** Lines that came while the chat is shut are counted on its button. */
  #count(more) {
    const isOpen = this.#room.classList.contains("is-chat-open");
    this.#unread = isOpen ? 0 : this.#unread + more;
    setAttribute(this.#tool, "data-unread", this.#unread || null);
    const n = this.#unread;
    setAttribute(this.#tool, "aria-label", n ? this.app.t("Chat, {n} new lines", { n }) : this.app.t("Chat"));
    if (isOpen && more === 0) this.#toEnd();
  }

  #toEnd() {
    this.lines.scrollTop = this.lines.scrollHeight;
  }
}

customElements.define("md-chat", Chat);
