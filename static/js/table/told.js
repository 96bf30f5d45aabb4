// What is told to this member alone, as it comes: that and why he is dealt out, that a seat is free for
// him, and that he let it pass.

/** Say it as it happens. */
export function listen(app) {
  const { store, t, say, sound, clock } = app;
  let told = store.state.you;
  let wasOut = true; // how the seat is found needs no words
  store.subscribe((state) => {
    const before = told;
    told = state.you;
    const status = state.seats[told.seat]?.status ?? "";
    const plays = state.hand?.over === false && told.seat in state.hand.players && told.hand_seat === told.seat;
    if (status === "sitting_out" && !wasOut && plays) say(t("You sit out from the next hand on."));
    wasOut = status === "sitting_out" || status === "";
    const isLost = before.offer && !told.offer && told.seat === null && !told.line;
    if (isLost && clock.left(before.offer.until) <= 0) {
      say(t("The seat was kept for you in vain, and went to the next."), "bad");
    }
    if (told.away && told.away.code !== before.away?.code) say(told.away.text, "bad");
    if (told.offer && !before.offer) {
      say(t("A seat is kept for you: take it now"), "good");
      sound.play("turn");
    }
  });
}
