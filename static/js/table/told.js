// What is told to this member alone, as it comes: why he is dealt out, and that a seat is free for him.

/** Say it as it happens. */
export function listen(app) {
  const { store, t, say, sound } = app;
  let told = store.state.you;
  store.subscribe((state) => {
    const before = told;
    told = state.you;
    if (told.away && told.away.code !== before.away?.code) say(told.away.text, "bad");
    if (told.offer && !before.offer) {
      say(t("A seat is kept for you: take it now"), "good");
      sound.play("turn");
    }
  });
}
