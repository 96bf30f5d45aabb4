// The page of a poker table: wires store, line and elements, and starts.

import { arrive } from "./arrival.js";
import { Choice } from "./choice.js";
import { sitDown } from "./desk.js";
import { Pace } from "./pace.js";
import { enter } from "./room.js";
import { Store } from "./store.js";
import { listen } from "./told.js";
import { vacancies } from "./vacancy.js";
import "./bar.js";
import "./chat.js";
import "./felt.js";
import "./log.js";

const store = new Store();
const { app, find, open } = enter(store, new Pace(store));

app.choice = new Choice(app);
find("md-felt").pick = (seat) => sitDown(app, seat);
for (const name of ["md-felt", "md-bar", "md-desk", "md-log", "md-chat"]) find(name).bind(app);
listen(app);
arrive(app, () => vacancies(store.state)[0]);
open();
