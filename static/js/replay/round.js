// The page of a finished round against the house: plays it again on the felt of its table.

import * as rules from "../house/fold.js";
import { readData } from "../lib/dom.js";
import { replay } from "./room.js";
import "../house/felt.js";

const snapshot = readData("replay");
// Whoever looks at the round of somebody else is not told "you win".
if (document.querySelector(".replay[data-shared]")) snapshot.you.seat = null;
replay({
  rules,
  hold: rules.hold,
  snapshot,
  felt: "md-house",
  equip(app) {
    // Nothing is laid on these circles, and no card is picked.
    app.house = {
      settings: () => snapshot.table.settings,
      tap: null,
      placing: Object.assign(new EventTarget(), { isEmpty: true }),
      exchange: Object.assign(new EventTarget(), { isOpen: false }),
    };
  },
});
