// Movements. Each lasts what the tokens say (--deal, --flip, --chips); with reduced motion those are 0
// and things stand where they belong at once.

const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

function duration(name) {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 0;
}

function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function between(from, to) {
  const [a, b] = [centre(from), centre(to)];
  return `translate(${a.x - b.x}px, ${a.y - b.y}px)`;
}

/** A card comes from the dealer's hand to where it lies. */
export function deal(card, from, delay = 0) {
  const ms = duration("--deal");
  if (ms === 0) return;
  card.animate(
    [
      { transform: `${between(from, card)} rotate(-24deg) scale(0.55)`, opacity: 0.2, offset: 0 },
      { opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1, offset: 1 },
    ],
    { duration: ms, delay, easing: EASE, fill: "backwards" },
  );
}

/** A card turns on its face; `change` swaps the picture at the half. */
export async function flip(card, change) {
  const ms = duration("--flip");
  if (ms === 0) return change();
  const half = { duration: ms / 2, easing: "linear" };
  const still = "perspective(600px) rotateY(0deg)";
  const edge = "perspective(600px) rotateY(90deg)";
  await card.animate([{ transform: still }, { transform: edge }], half).finished.catch(() => {});
  change();
  card.animate([{ transform: edge }, { transform: still }], half);
}

/** A thing slides to its place from where another thing is. */
export function slideFrom(element, from, ms = duration("--chips")) {
  if (ms === 0) return;
  element.animate(
    [{ transform: between(from, element), opacity: 0.4 }, { transform: "none", opacity: 1 }],
    { duration: ms, easing: EASE },
  );
}

/** A copy of a thing slides to another and is gone. */
export function slideAway(element, to) {
  const ms = duration("--chips");
  const box = element.getBoundingClientRect();
  if (ms === 0 || box.width === 0) return;
  const ghost = element.cloneNode(true);
  for (const hook of ["data-bet", "data-pot"]) ghost.removeAttribute(hook);
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("is-ghost");
  Object.assign(ghost.style, { left: 0, top: 0, width: `${box.width}px`, height: `${box.height}px` });
  // Beside the thing itself: there it has the same size and look.
  element.parentElement.append(ghost);
  const [start, end] = [between(element, ghost), between(to, ghost)];
  ghost
    .animate(
      [
        { transform: start, opacity: 1 },
        { transform: end, opacity: 0.5 },
      ],
      { duration: ms, easing: "cubic-bezier(0.5, 0, 0.4, 1)" },
    )
    .finished.finally(() => ghost.remove());
}
