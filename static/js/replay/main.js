// The page of a finished hand: plays it again on the felt of the live table.

import { amountFormat, briefFormat } from "../lib/amounts.js";
import { ServerClock } from "../lib/clock.js";
import { Prefs } from "../lib/prefs.js";
import { readWords, translator } from "../lib/words.js";
import { Choice } from "../table/choice.js";
import { Store } from "../table/store.js";
import { bindControls, bindStory } from "./controls.js";
import { Player } from "./player.js";
import { bindCopying } from "./copying.js";
import "../table/felt.js";

const room = /** @type {HTMLElement | null} */ (document.querySelector(".replay"));
if (room) begin(room);
bindCopying();

/** @param {HTMLElement} room */
function begin(room) {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const { lang, amounts } = read("reader");
  const prefs = new Prefs();
  const store = new Store();
  const silent = /** @type {any} */ ({ play() {} });
  /** @type {import("../table/element.js").App} */
  const app = {
    store,
    clock: new ServerClock(),
    t: translator(readWords(document.getElementById("words"))),
    money: amountFormat(lang, amounts),
    brief: briefFormat(lang, amounts),
    prefs,
    me: { member_id: null, nick: "" },
    say() {},
    sound: silent,
    sprite: room.dataset.sprite,
    shape: read("shape"),
    choice: null,
    send: async () => ({ ok: false }),
  };
  app.choice = new Choice(app);
  room.classList.toggle("four-colours", prefs.get("fourColours"));
  room.classList.toggle("big-index", prefs.get("bigIndex"));
  room.hidden = false;
  /** @type {any} */ (room.querySelector("md-felt")).bind(app);

  const player = new Player(store, read("replay"));
  bindControls(room, player);
  bindStory(document.querySelector(".hand-text"), room.querySelector(".replay-line"), player);
  player.seek(player.opening);
}
