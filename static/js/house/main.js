// The page of a house table: wires store, line and elements, and starts.

import { arrive } from "../table/arrival.js";
import { readData } from "../lib/dom.js";
import { Pace } from "../table/pace.js";
import { enter } from "../table/room.js";
import { Store } from "../table/store.js";
import { Exchange } from "./exchange.js";
import * as rounds from "./fold.js";
import { Hints } from "./hints.js";
import { Placing } from "./placing.js";
import "./advice.js";
import "./bar.js";
import "./desk.js";
import "./felt.js";
import "./log.js";
import "./paytable.js";
import "./session.js";

const store = new Store(rounds);
const { app, find, open } = enter(store, new Pace(store, rounds.hold, rounds.parts));
const urls = readData("urls");
const printed = readData("settings");

/** What the elements of a house table share beside the app. */
const house = {
  settings: () => store.state.table?.settings ?? printed,
  stack: () => store.state.seats[store.state.you.seat]?.stack ?? 0,
  tap: (bet) => find("md-house-bar").lay(bet),
};
Object.assign(app, { house });
Object.assign(house, {
  placing: new Placing(/** @type {any} */ (app)),
  exchange: new Exchange(app),
  hints: new Hints(app, urls.hint),
});
find("md-session").url = urls.session;
const names = ["md-house", "md-house-bar", "md-house-desk", "md-house-log", "md-paytable"];
for (const name of [...names, "md-session", "md-seal", "md-advice"]) find(name).bind(app);

const pays = find("[data-pays]");
pays.addEventListener("click", () => {
  const isOpen = find(".house-side").classList.toggle("is-open");
  pays.setAttribute("aria-expanded", String(isOpen));
});
arrive(/** @type {any} */ (app), () => rounds.SEAT);
open();
