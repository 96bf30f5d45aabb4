// The table page: reads what the server rendered, wires store, line and elements, and starts.

import { amountFormat, briefFormat } from "../lib/amounts.js";
import { ServerClock } from "../lib/clock.js";
import { setAttribute, setText } from "../lib/dom.js";
import { Prefs } from "../lib/prefs.js";
import { Sound } from "../lib/sound.js";
import { readWords, translator } from "../lib/words.js";
import { Choice } from "./choice.js";
import { Connection } from "./connection.js";
import { sitDown } from "./desk.js";
import { Pace } from "./pace.js";
import { Store } from "./store.js";
import "./bar.js";
import "./felt.js";
import "./log.js";
import "./notes.js";

const room = /** @type {HTMLElement} */ (document.querySelector(".room"));
const find = (selector) => /** @type {any} */ (room.querySelector(selector));
const read = (id) => JSON.parse(document.getElementById(id).textContent);

const me = read("me");
const store = new Store();
const pace = new Pace(store);
let isDrawerOpen = false;
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
  shape: read("shape"),
  choice: null,
  send: async (command) => {
    const answer = await connection.send(command);
    if (!answer.ok) say(answer.text, "bad");
    return answer;
  },
};

app.choice = new Choice(app);
find("md-felt").pick = (seat) => sitDown(app, seat);
for (const name of ["md-felt", "md-bar", "md-desk", "md-log"]) find(name).bind(app);

store.subscribe((state) => {
  const balance = find("[data-balance]");
  if (!balance) return;
  setAttribute(balance, "data-balance", state.you.wallet);
  setText(balance, money(state.you.wallet));
});

const wide = matchMedia("(min-width: 1080px)");
wide.addEventListener("change", showLog);
find("[data-log]").addEventListener("click", () => {
  if (wide.matches) prefs.set("log", !prefs.get("log"));
  else isDrawerOpen = !isDrawerOpen;
  showLog();
});
showLog();

showPrefs();
prefs.addEventListener("change", showPrefs);
for (const button of room.querySelectorAll("[data-pref]")) {
  const name = /** @type {any} */ (button).dataset.pref;
  button.addEventListener("click", () => prefs.set(name, !prefs.get(name)));
}

connection.open();

function showPrefs() {
  room.classList.toggle("four-colours", prefs.get("fourColours"));
  room.classList.toggle("big-index", prefs.get("bigIndex"));
  for (const button of room.querySelectorAll("[data-pref]")) {
    const name = /** @type {any} */ (button).dataset.pref;
    setAttribute(button, "aria-pressed", String(prefs.get(name)));
  }
}

/** On a wide page the log stands beside the table by choice; else it is a drawer, shut at first. */
function showLog() {
  const isOpen = wide.matches ? prefs.get("log") : isDrawerOpen;
  room.classList.toggle("is-log-open", isOpen);
  setAttribute(find("[data-log]"), "aria-expanded", String(isOpen));
}

/** The socket's address on the host that the page came from. */
function socketAddress(path) {
  const url = new URL(path, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
