// What every table page has: what the server rendered, the line to it, the wallet, the member's
// preferences, and the log that opens and shuts.

import { amountFormat, briefFormat } from "../lib/amounts.js";
import { ServerClock } from "../lib/clock.js";
import { readData, setAttribute, setText } from "../lib/dom.js";
import { Prefs } from "../lib/prefs.js";
import { keepSeal } from "../lib/seals.js";
import { Sound } from "../lib/sound.js";
import { readWords, translator } from "../lib/words.js";
import { Connection } from "./connection.js";
import "./notes.js";

/**
 * Wire a page to its store; the line opens with the function that comes back.
 * @param {import("./store.js").Store} store
 * @param {import("./pace.js").Pace} pace
 * @returns {{app: import("./element.js").App, find: (selector: string) => any, open: () => void}}
 */
export function enter(store, pace) {
  const room = /** @type {HTMLElement} */ (document.querySelector(".room"));
  const find = (selector) => /** @type {any} */ (room.querySelector(selector));
  const me = readData("me");
  const clock = new ServerClock();
  const prefs = new Prefs();
  const t = translator(readWords(document.getElementById("words")));
  const money = amountFormat(me.lang, me.amounts);
  const say = (text, tone) => find("md-toasts").say(text, tone);
  find("md-line").words = t;

  const connection = new Connection(socketAddress(room.dataset.ws), {
    clock,
    snapshot: (snapshot) => pace.snapshot(snapshot),
    frame: (frame) => pace.frame(frame),
    you: ({ t: _, ...you }) => pace.you(you),
    notice: ({ text }) => say(text),
    chat: (news) => find("md-chat")?.hear(news),
    watching: (count) => showWatching(find("[data-watching]"), count, t),
    error: ({ text }) => say(text, "bad"),
    state: (state, code) => find("md-line").show(state, code),
  });

  /** @type {import("./element.js").App} */
  const app = {
    store,
    clock,
    t,
    money,
    brief: briefFormat(me.lang, me.amounts),
    prefs,
    me,
    say,
    sound: new Sound(() => prefs.get("sound")),
    sprite: room.dataset.sprite,
    shape: readData("shape"),
    choice: null,
    send: async (command) => {
      const answer = await connection.send(command);
      if (!answer.ok) say(answer.text, "bad");
      return answer;
    },
  };
  showWallet(store, find("[data-balance]"), money);
  keepPrefs(room, prefs);
  keepSide(room, prefs);
  keepSeals(store);
  return { app, find, open: () => connection.open() };
}

/** How many look on without a seat; a page without a place for it leaves it out. */
function showWatching(place, count, t) {
  if (!place) return;
  setAttribute(place, "data-watching", count);
  setText(place, count > 0 ? t("{n} watching", { n: count }) : "");
}

function showWallet(store, balance, money) {
  if (!balance) return;
  store.subscribe((state) => {
    setAttribute(balance, "data-balance", state.you.wallet);
    setText(balance, money(state.you.wallet));
  });
}

/** Note the seal of every hand that is seen before its end. */
function keepSeals(store) {
  store.subscribe((_, { steps }) => {
    const over = steps.filter(({ event }) => event.e === "over").map(({ event }) => event.hand);
    for (const { event } of steps) {
      if (event.root && !over.includes(event.hand)) keepSeal(event.hand, event.root);
    }
  });
}

function keepPrefs(room, prefs) {
  const buttons = Array.from(room.querySelectorAll("[data-pref]"));
  const show = () => {
    room.classList.toggle("four-colours", prefs.get("fourColours"));
    room.classList.toggle("big-index", prefs.get("bigIndex"));
    for (const button of buttons) {
      setAttribute(button, "aria-pressed", String(prefs.get(button.dataset.pref)));
    }
  };
  for (const button of buttons) {
    const name = button.dataset.pref;
    button.addEventListener("click", () => prefs.set(name, !prefs.get(name)));
  }
  prefs.addEventListener("change", show);
  show();
}

/**
 * On a wide page log and chat stand beside the table by choice, one above the other; else either is a
 * drawer, shut at first.
 */
function keepSide(room, prefs) {
  const wide = matchMedia("(min-width: 1080px)");
  const parts = ["log", "chat"].filter((part) => room.querySelector(`[data-${part}]`));
  let drawer = "";
  const isOpen = (part) => (wide.matches ? prefs.get(part) : drawer === part);
  const show = () => {
    for (const part of parts) {
      room.classList.toggle(`is-${part}-open`, isOpen(part));
      setAttribute(room.querySelector(`[data-${part}]`), "aria-expanded", String(isOpen(part)));
    }
    room.classList.toggle("is-side-open", parts.some(isOpen));
    room.dispatchEvent(new Event("side"));
  };
  const toggle = (part) => {
    if (wide.matches) prefs.set(part, !prefs.get(part));
    else drawer = drawer === part ? "" : part;
    show();
  };
  for (const part of parts) {
    room.querySelector(`[data-${part}]`).addEventListener("click", () => toggle(part));
  }
  room.addEventListener("keydown", ({ key }) => key === "Escape" && drawer !== "" && toggle(drawer));
  wide.addEventListener("change", show);
  show();
}

/** The socket's address on the host that the page came from. */
function socketAddress(path) {
  const url = new URL(path, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
