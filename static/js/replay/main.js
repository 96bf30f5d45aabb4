// The page of a finished hand: plays it again on the felt of the live table.

import { Choice } from "../table/choice.js";
import { replay } from "./room.js";
import "../table/felt.js";

replay({
  felt: "md-felt",
  equip(app) {
    app.choice = new Choice(app);
  },
});
