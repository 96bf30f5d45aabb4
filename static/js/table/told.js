// What is told to this member alone, as it comes: why he is dealt out, and that a seat is free for him.

import { sitDown } from "./desk.js";
import { vacancies } from "./vacancy.js";

/** Say it as it happens. A page that was opened for a seat (`?seat`) asks for the buy-in at once. */
export function listen(app) {
  const { store, t, say, sound, me } = app;
  let told = store.state.you;
  let wantsSeat = me.member_id !== null && new URLSearchParams(location.search).has("seat");
  store.subscribe((state, { reset }) => {
    const before = told;
    told = state.you;
    if (told.away && told.away.code !== before.away?.code) say(told.away.text, "bad");
    if (told.offer && !before.offer) {
      say(t("A seat is kept for you: take it now"), "good");
      sound.play("turn");
    }
    if (!reset || !wantsSeat) return;
    wantsSeat = false;
    history.replaceState(null, "", location.pathname);
    const [free] = vacancies(state);
    if (free !== undefined) sitDown(app, free);
  });
}
