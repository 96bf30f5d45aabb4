// The time left to act: a ring round the avatar that runs down and turns cinnabar in its last quarter,
// where the seconds also stand as a number; and the same as a line over the action bar.

import { h, setText } from "../lib/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** What runs down: shows the rest of a turn, in its last quarter as late. */
class Countdown extends HTMLElement {
  #shown = "";
  #timer = 0;

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /**
   * @param {{deadline: number, total_ms: number, bank: boolean} | null} turn null stops it
   * @param {import("../lib/clock.js").ServerClock} clock
   */
  run(turn, clock) {
    const key = turn ? `${turn.deadline}/${turn.total_ms}` : "";
    if (key === this.#shown) return;
    this.#shown = key;
    clearInterval(this.#timer);
    this.hidden = turn === null;
    this.classList.toggle("is-bank", Boolean(turn?.bank));
    if (turn === null) return;
    const tick = () => {
      const leftMs = clock.left(turn.deadline);
      const part = Math.min(1, leftMs / turn.total_ms);
      const isLate = part <= 0.25;
      this.classList.toggle("is-late", isLate);
      this.show(part, isLate || turn.bank ? String(Math.ceil(leftMs / 1000)) : "");
    };
    tick();
    this.#timer = setInterval(tick, calm.matches ? 1000 : 100);
  }

  /** @param {number} part of the time that is left, 0 to 1 @param {string} seconds to be read */
  show(_part, _seconds) {}
}

export class Ring extends Countdown {
  constructor() {
    super();
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 60 60");
    for (const name of ["track", "rest"]) {
      const circle = document.createElementNS(SVG, "circle");
      for (const [key, value] of Object.entries({ cx: 30, cy: 30, r: 27, pathLength: 100 })) {
        circle.setAttribute(key, String(value));
      }
      circle.setAttribute("class", `ring-${name}`);
      svg.append(circle);
      this[name] = circle;
    }
    this.seconds = h("span.ring-seconds");
    this.svg = svg;
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.setAttribute("aria-hidden", "true");
    this.append(this.svg, this.seconds);
  }

  show(part, seconds) {
    this.rest.style.strokeDashoffset = String(100 * (1 - part));
    setText(this.seconds, seconds);
  }
}

export class Fuse extends Countdown {
  connectedCallback() {
    this.setAttribute("aria-hidden", "true");
  }

  show(part, _seconds) {
    this.style.scale = `${part} 1`;
  }
}

customElements.define("md-ring", Ring);
customElements.define("md-fuse", Fuse);
