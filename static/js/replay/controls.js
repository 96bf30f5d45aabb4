// The buttons, keys, slider and sentences of the replay, bound to its player.

import { setAttribute, setText } from "../lib/dom.js";

/**
 * @param {HTMLElement} room
 * @param {import("./player.js").Player} player
 */
export function bindControls(room, player) {
  const acts = {
    first: () => player.seek(0),
    back: () => player.back(),
    play: () => (player.isPlaying ? player.pause() : player.play()),
    step: () => player.step(),
    last: () => player.seek(player.last),
  };
  const buttons = new Map();
  for (const button of room.querySelectorAll("[data-replay]")) {
    const act = /** @type {HTMLElement} */ (button).dataset.replay;
    buttons.set(act, button);
    button.addEventListener("click", acts[act]);
  }
  const slider = /** @type {HTMLInputElement} */ (room.querySelector(".replay-place"));
  slider.max = String(player.last);
  slider.addEventListener("input", () => player.seek(Number(slider.value)));
  const speed = /** @type {HTMLSelectElement} */ (room.querySelector(".replay-speed select"));
  const keepSpeed = () => {
    player.speed = Number(speed.value);
  };
  speed.addEventListener("change", keepSpeed);
  keepSpeed();
  const jumps = Array.from(room.querySelectorAll("[data-street]"), (button) => {
    const { street } = /** @type {HTMLElement} */ (button).dataset;
    const position = street === "end" ? player.last : player.positionOf(Number(street));
    button.addEventListener("click", () => player.seek(position));
    return { button, position };
  });
  bindKeys(room, acts);

  player.addEventListener("change", () => {
    slider.value = String(player.position);
    setAttribute(slider, "aria-valuetext", `${player.position} / ${player.last}`);
    setAttribute(room, "data-position", player.position);
    setAttribute(room, "aria-busy", player.isMoving && "true");
    room.classList.toggle("is-playing", player.isPlaying);
    setAttribute(buttons.get("play"), "aria-pressed", String(player.isPlaying));
    const now = jumps.findLast(({ position }) => position <= player.position);
    for (const jump of jumps) setAttribute(jump.button, "aria-current", jump === now && "step");
    // A button that has the focus keeps it, so that keys go on working.
    for (const name of ["first", "back"]) dim(buttons.get(name), player.position === 0);
    for (const name of ["step", "last"]) dim(buttons.get(name), player.position === player.last);
  });
}

function dim(button, isIdle) {
  setAttribute(button, "aria-disabled", isIdle && "true");
}

function bindKeys(room, acts) {
  const anywhere = { ArrowRight: acts.step, ArrowLeft: acts.back, k: acts.play, K: acts.play };
  const inside = { Home: acts.first, End: acts.last };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("input, select, textarea, .hand-text, details[open]")) return;
    const isInside = room.contains(target);
    const act = anywhere[event.key] ?? (isInside ? inside[event.key] : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/**
 * The sentences beside the felt: those that have happened, the one now, and a tap to go there.
 * @param {HTMLElement} list
 * @param {Element} caption says the sentence of now under the felt
 * @param {import("./player.js").Player} player
 */
export function bindStory(list, caption, player) {
  const lines = /** @type {HTMLElement[]} */ (Array.from(list.querySelectorAll("[data-at]")));
  list.classList.add("is-replayed");
  list.addEventListener("click", (event) => {
    const line = /** @type {HTMLElement} */ (event.target).closest("[data-at]");
    if (line) player.seek(player.positionOf(Number(/** @type {HTMLElement} */ (line).dataset.at)));
  });
  player.addEventListener("change", () => {
    const now = lines.findLast((line) => Number(line.dataset.at) < player.shown) ?? null;
    for (const line of lines) {
      line.classList.toggle("is-ahead", Number(line.dataset.at) >= player.shown);
      setAttribute(line, "aria-current", line === now && "step");
    }
    setText(caption, now?.textContent ?? "");
    if (now) scrollTo(list, now);
  });
}

/** Bring a line into its list's view; the page itself stays where it is. */
function scrollTo(list, line) {
  if (line.offsetTop < list.scrollTop) list.scrollTop = line.offsetTop;
  const bottom = line.offsetTop + line.offsetHeight - list.clientHeight;
  if (bottom > list.scrollTop) list.scrollTop = bottom;
}
