// Which seats the viewer may take: free ones that are not kept for somebody who was here before.

/** The free seats that are kept for nobody, or for the viewer. */
function unkept(state) {
  const { table, seats, held, you } = state;
  const free = Array.from({ length: table?.seats ?? 0 }, (_, seat) => seat).filter((seat) => !(seat in seats));
  return free.filter((seat) => !(seat in held) || you.offer?.seat === seat);
}

/** The seats that the viewer may sit down on now. */
export function vacancies(state) {
  const { you, waiting, held } = state;
  if (you.seat !== null) return [];
  if (you.offer) return [you.offer.seat];
  const free = unkept(state);
  // Who waits and has not been offered a seat yet goes first.
  const ahead = (you.line ? you.line.place - 1 : waiting) - Object.keys(held).length;
  return free.length > Math.max(0, ahead) ? free : [];
}

/** Whether the viewer may sit down on this seat. */
export function isOpen(state, seat) {
  return vacancies(state).includes(seat);
}
