// The timer: a ring round the avatar that runs down and turns cinnabar in its last quarter, where the
// seconds also stand as a number.

import { h } from "../lib/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Ring extends HTMLElement {
  #shown = "";
  #timer = 0;

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

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /**
   * @param {{deadline: number, total_ms: number, bank: boolean} | null} turn null stops the ring
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
      const left = Math.min(1, clock.left(turn.deadline) / turn.total_ms);
      this.rest.style.strokeDashoffset = String(100 * (1 - left));
      const isLate = left <= 0.25;
      this.classList.toggle("is-late", isLate);
      this.seconds.textContent =
        isLate || turn.bank ? String(Math.ceil(clock.left(turn.deadline) / 1000)) : "";
    };
    tick();
    this.#timer = setInterval(tick, calm.matches ? 1000 : 100);
  }
}

customElements.define("md-ring", Ring);
