// What the replays of all games share: the app without a line, the player, the buttons, the sentences.

import { amountFormat, briefFormat } from "../lib/amounts.js";
import { ServerClock } from "../lib/clock.js";
import { readData } from "../lib/dom.js";
import { Prefs } from "../lib/prefs.js";
import { readWords, translator } from "../lib/words.js";
import { Store } from "../table/store.js";
import { bindControls, bindStory } from "./controls.js";
import { bindCopying } from "./copying.js";
import { Player } from "./player.js";

/**
 * Play a finished hand again.
 * @param {object} kit
 * @param {{EMPTY: any, base: Function, fold: Function}} [kit.rules] how events change the state
 * @param {(event: any, next?: any) => number} [kit.hold] how long each event is looked at, in ms
 * @param {any} [kit.snapshot] the table before the hand, with all its events
 * @param {string} kit.felt the element that shows it
 * @param {(app: any) => void} kit.equip gives the app what that element needs beside
 */
export function replay({ rules, hold, snapshot = readData("replay"), felt, equip }) {
  const room = /** @type {HTMLElement} */ (document.querySelector(".replay"));
  const { lang, amounts } = readData("reader");
  const prefs = new Prefs();
  const store = new Store(rules);
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
    shape: readData("shape"),
    choice: null,
    send: async () => ({ ok: false }),
  };
  equip(app);
  room.classList.toggle("four-colours", prefs.get("fourColours"));
  room.classList.toggle("big-index", prefs.get("bigIndex"));
  room.hidden = false;
  /** @type {any} */ (room.querySelector(felt)).bind(app);

  const player = new Player(store, snapshot, hold);
  bindControls(room, player);
  bindStory(document.querySelector(".hand-text"), room.querySelector(".replay-line"), player);
  bindCopying();
  player.seek(player.opening);
}
