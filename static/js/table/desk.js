// Coming and going: the dialogs to sit down, add chips and leave, and the buttons for them.

import { h, icon, setAttribute, setText } from "../lib/dom.js";
import { TableElement } from "./element.js";
import { Picker } from "./picker.js";
import { waitsForBlind } from "./situation.js";
import { comfortable, stakeUnit } from "./stakes.js";
import { vacancies } from "./vacancy.js";
import { openWishes } from "./wishes.js";

/**
 * A dialog with one decision. While it is open its button alone carries the hook `data-act`.
 * @param {import("./element.js").App} app
 * @param {{title: string, words: string, more?: string, act: string, yes: string, tone?: string,
 *   range?: {min: number, max: number, step: number, value: number}, notes?: [string, string][],
 *   go: (amount: number) => Promise<any>}} ask
 */
export function openDialog(app, ask) {
  const { t, money } = app;
  let yes;
  const picker =
    ask.range &&
    Picker.make(app, ask.title, (value) => {
      if (yes) setText(yes.querySelector(".act-amount"), money(value));
    });
  yes = h(
    `button.button.button-large.${ask.tone ?? "button-main"}`,
    { type: "submit", "data-act": ask.act },
    h("span", { text: ask.yes }),
    h("span.act-amount"),
  );
  const no = h("button.button.button-large.button-quiet", {
    type: "button",
    text: t("Not now"),
    onclick: () => dialog.close(),
  });
  const notes = h("dl.desk-notes");
  for (const [name, value] of ask.notes ?? []) {
    notes.append(h("div", {}, h("dt", { text: name }), h("dd", { text: value })));
  }
  // A modal dialog covers the page's messages: why not is said inside.
  const refusal = h("p.desk-refusal", { role: "alert" });
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { text: ask.title }),
    h("p", { text: ask.words }),
    ask.more ? h("p.small", { text: ask.more }) : null,
    picker ?? null,
    notes,
    refusal,
    h("div.desk-buttons", {}, no, yes),
  );
  const dialog = h("dialog.desk-dialog", { "aria-label": ask.title, onclose: () => dialog.remove() }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    picker?.commit();
    yes.disabled = true;
    const answer = await ask.go(picker?.value ?? 0);
    if (answer.ok) dialog.close();
    else {
      refusal.textContent = answer.text;
      yes.disabled = false;
    }
  });
  document.querySelector(".room").append(dialog);
  picker?.set(ask.range, ask.range.value);
  dialog.showModal();
  yes.focus();
}

/**
 * Ask for a buy-in and sit down.
 * @param {import("./element.js").App} app
 * @param {number} seat
 * @param {() => number | undefined} [another] a free seat, if this one is taken meanwhile and any does
 */
export function sitDown(app, seat, another = () => undefined) {
  const { t, money, store } = app;
  const { table, you } = store.state;
  // Who has left with chips a short while ago comes back with no fewer.
  const back = you.back && app.clock.left(you.back.until) > 0 ? you.back : null;
  const min = back ? back.least : table.min_buy_in;
  if (you.wallet < min) {
    const gaps = { amount: money(min), wallet: money(you.wallet) };
    app.say(t("A seat here takes {amount}; you have {wallet}.", gaps), "bad");
    return;
  }
  const max = Math.min(table.max_buy_in, you.wallet);
  const minutes = back ? Math.ceil(app.clock.left(back.until) / 60_000) : 0;
  openDialog(app, {
    title: t("Sit down"),
    words: back
      ? t("You left here with chips a short while ago: for {n} more minutes a seat takes at least {amount}.", {
          n: minutes,
          amount: money(min),
        })
      : t("These chips come to the table with you and go back to your wallet when you leave."),
    // At a house table what becomes of a round that nobody ends is said before it is played.
    more: table.house ? table.policy : "",
    act: "sit",
    yes: t("Sit down with"),
    range: {
      min,
      max,
      step: stakeUnit(table),
      value: back ? min : Math.min(max, comfortable(table, app.shape)),
    },
    notes: [
      [t("Least"), money(min)],
      [t("Most"), money(table.max_buy_in)],
      [t("In your wallet"), money(you.wallet)],
    ],
    go: (amount) => {
      const isTaken = seat in app.store.state.seats;
      return app.send({ t: "sit", seat: (isTaken ? another() : null) ?? seat, buy_in: amount });
    },
  });
}

/** Add chips between hands. */
export function topUp(app) {
  const { t, money, store } = app;
  const { table, you, seats } = store.state;
  const stack = seats[you.seat]?.stack ?? 0;
  // In a hand chips in the pot may come back, so the stack that it began with counts.
  const hand = store.state.hand?.over === false ? store.state.hand : null;
  const [, began] = (you.hand_seat === you.seat && hand?.started.find(([seat]) => seat === you.seat)) || [0, 0];
  const held = Math.max(stack, began);
  const max = Math.min(table.max_buy_in - held, you.wallet);
  if (max < 1) {
    const isFull = table.max_buy_in <= held;
    app.say(isFull ? t("You have the most that this table takes.") : t("Your wallet is empty."), "bad");
    return;
  }
  openDialog(app, {
    title: t("Add chips"),
    words: t("They are yours to play from the next hand on."),
    act: "top_up",
    yes: t("Add"),
    range: { min: 1, max, step: stakeUnit(table), value: max },
    notes: [
      [t("On the table"), money(stack)],
      [t("In your wallet"), money(you.wallet)],
    ],
    go: (amount) => app.send({ t: "top_up", amount }),
  });
}

/** Leave at once, or ask first when a live hand would be given up. */
function leave(app) {
  const { t, store } = app;
  const { hand, you } = store.state;
  const player = hand?.players[you.seat];
  const isLive = player && !player.folded && !player.allIn && !hand.over && !player.gone;
  if (!isLive) return app.send({ t: "leave" });
  openDialog(app, {
    title: t("Leave the table?"),
    words: t("Your hand is checked or folded when its turn comes. Your stack goes back to your wallet."),
    act: "leave",
    yes: t("Leave"),
    tone: "button-danger",
    go: () => app.send({ t: "leave" }),
  });
}

/** Two rows of buttons, by what they do: those that lead into the game, and the quiet rest. */
export class DeskElement extends TableElement {
  /** @type {Record<string, HTMLElement>} */ buttons = {};

  build() {
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

  button(act, name, text, go, tone = "") {
    return h(
      `button.button.desk-button.desk-${act}${tone}`,
      { type: "button", "data-act": act, title: text, onclick: go },
      icon(name),
      h("span.desk-word", { text }),
    );
  }

  /** Only buttons that can be used are on the page. */
  show(row, acts) {
    const wanted = acts.map((act) => this.buttons[act]);
    const isSame = wanted.length === row.childElementCount && wanted.every((b) => b.isConnected);
    if (!isSame) row.replaceChildren(...wanted);
  }

  #hooks() {
    const open = document.querySelector("dialog[open] [data-act]")?.getAttribute("data-act");
    for (const [act, button] of Object.entries(this.buttons)) {
      setAttribute(button, "data-act", act === open ? null : act);
    }
    for (const sit of document.querySelectorAll(".seat-sit")) {
      setAttribute(sit, "data-act", open === "sit" ? null : "sit");
    }
  }
}

/** The buttons of a seated member, and the fastest way to a seat for the others. */
export class Desk extends DeskElement {
  build() {
    super.build();
    const { app } = this;
    const { t } = app;
    const button = this.button;
    this.buttons = {
      join: button("join", "plus", t("Take a seat"), () => this.#join(), ".button-main"),
      wait: button("wait", "log", t("Join the waiting list"), () => app.send({ t: "wait" }), ".button-main"),
      unwait: button("unwait", "close", t("Leave the waiting list"), () => app.send({ t: "unwait" })),
      show: button("show", "cards", t("Show my hand"), () => this.#reveal("show"), ".button-main"),
      muck: button("muck", "close", t("Do not show"), () => this.#reveal("muck")),
      sit_in: button("sit_in", "play", t("I'm back"), () => app.send({ t: "sit_in" }), ".button-main"),
      post: button("post", "play", t("Post and play now"), () => this.#post()),
      sit_out: button("sit_out", "pause", t("Sit out"), () => app.send({ t: "sit_out" })),
      // In the hand that is still played it takes the place of the button that asked to sit out.
      stay: button("stay", "play", t("Play on"), () => app.send({ t: "sit_in" })),
      top_up: button("top_up", "plus", t("Add chips"), () => topUp(app)),
      leave: button("leave", "leave", t("Leave"), () => leave(app)),
      wishes: button("wishes", "more", t("Your seat"), () => openWishes(app)),
    };
  }

  update(state, _change) {
    const { you, seats, table } = state;
    const status = seats[you.seat]?.status ?? null;
    const isMember = this.app.me.member_id !== null;
    const isFree = table && vacancies(state).length > 0;
    const mayShow = state.hand?.mayShow.seats.includes(you.seat) && you.hand_seat === you.seat;
    const hasChips = (seats[you.seat]?.stack ?? 0) > 0;
    // In a live hand the place of the main buttons belongs to the action bar.
    const player = state.hand?.players[you.hand_seat];
    const isBusy = Boolean(player) && !player.folded && !player.gone && !state.hand.over;
    const mayReturn = status === "sitting_out" && hasChips && !isBusy;
    const isPassed = waitsForBlind(state) && hasChips;
    const shown = {
      join: isMember && you.seat === null && isFree,
      wait: isMember && you.seat === null && table && !isFree && !you.line,
      unwait: Boolean(you.line),
      show: mayShow,
      muck: mayShow && !you.wishes?.muck,
      sit_in: mayReturn,
      stay: status === "sitting_out" && isBusy && hasChips,
      post: this.app.shape.blinds && (mayReturn || isPassed),
      sit_out: status === "playing",
      top_up: status !== null && status !== "leaving",
      leave: status !== null && status !== "leaving",
      wishes: status !== null && status !== "leaving",
    };
    const usable = (...acts) => acts.filter((act) => shown[act]);
    this.show(this.main, usable("muck", "show", "post", "sit_in", "unwait", "join", "wait"));
    this.show(this.quiet, usable("sit_out", "stay", "top_up", "wishes", "leave"));
    const hasWish = Boolean(you.wishes?.leave || you.wishes?.sit_out || you.wishes?.refill);
    this.buttons.wishes.classList.toggle("has-wish", hasWish);
    this.dataset.status = status ?? "away";
  }

  #join() {
    const free = () => vacancies(this.app.store.state)[0];
    if (free() !== undefined) sitDown(this.app, free(), free);
  }

  async #post() {
    const { send, store } = this.app;
    const { hand } = store.state;
    const answer = await send({ t: "sit_in", post: true });
    if (answer.ok) store.setYou({ postsAfter: hand?.id ?? null });
  }

  #reveal(choice) {
    const { hand } = this.app.store.state;
    if (hand) this.app.send({ t: choice, hand: hand.id });
  }
}

customElements.define("md-desk", Desk);
