// Arriving for a seat: a page that was opened with `?seat` asks for the buy-in by itself, once.

import { sitDown } from "./desk.js";

/**
 * Wait for the table as the server knows it, then open the dialog of a free seat. The mark leaves the
 * address with that, so that neither a reload nor the way back asks again.
 * @param {import("./element.js").App} app
 * @param {() => number | undefined} free the seat to sit down on, as things stand
 */
export function arrive(app, free) {
  const { store, me, t, say } = app;
  if (me.member_id === null || !new URLSearchParams(location.search).has("seat")) return;
  const stop = store.subscribe((state, { reset }) => {
    if (!reset) return;
    stop();
    history.replaceState(null, "", location.pathname);
    if (state.you.seat !== null) return;
    const seat = free();
    if (seat === undefined) say(t("No seat is free here just now."), "bad");
    else sitDown(app, seat, free);
  });
}
