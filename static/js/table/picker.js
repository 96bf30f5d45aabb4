// Choosing an amount: a slider, − and + steps, and a field to type in. Used for bets and buy-ins.

import { h, icon, setAttribute } from "../lib/dom.js";
import { parseAmount } from "../lib/amounts.js";

const TICKS = 1000;

export class Picker extends HTMLElement {
  #range = { min: 0, max: 0, step: 1 };
  #value = 0;

  /**
   * @param {import("./element.js").App} app
   * @param {string} label what is chosen, for those who hear it
   * @param {(value: number) => void} change called whenever another amount stands there
   */
  static make(app, label, change) {
    const picker = /** @type {Picker} */ (document.createElement("md-picker"));
    const step = (name, sign, text) =>
      h(
        "button.picker-step",
        { type: "button", "aria-label": text, onclick: () => picker.step(sign) },
        icon(name),
      );
    picker.app = app;
    picker.change = change;
    picker.slider = h("input.picker-slider", {
      type: "range",
      min: 0,
      max: TICKS,
      "aria-label": label,
      oninput: () => picker.#choose(picker.#fromTick(Number(picker.slider.value))),
    });
    picker.field = h("input.picker-field", {
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      "aria-label": label,
      maxlength: 24,
      onfocus: () => picker.field.select(),
      onchange: () => picker.commit(),
    });
    picker.append(step("minus", -1, app.t("Less")), picker.slider, step("plus", 1, app.t("More")));
    picker.append(picker.field);
    return picker;
  }

  get value() {
    return this.#value;
  }

  get range() {
    return this.#range;
  }

  /** @param {{min: number, max: number, step: number}} range in chips @param {number} value */
  set(range, value) {
    this.#range = { ...range, step: Math.max(1, range.step) };
    const fixed = range.min >= range.max;
    for (const control of this.querySelectorAll("button, input")) control.disabled = fixed;
    // Room for the longest amount from the start, so that nothing moves while one is chosen.
    this.style.setProperty("--letters", String(this.app.money(range.max).length));
    this.#choose(value);
  }

  /** One step down or up. */
  step(sign) {
    const { step } = this.#range;
    const grid = sign > 0 ? Math.floor(this.#value / step) + 1 : Math.ceil(this.#value / step) - 1;
    this.#choose(grid * step);
  }

  /** Take what is typed; a text that is no amount goes back to the amount before. */
  commit() {
    this.#choose(parseAmount(this.field.value) ?? this.#value);
  }

  choose(value) {
    this.#choose(value);
  }

  // Small amounts matter more than large ones: the slider is finer at its low end.
  #fromTick(tick) {
    const { min, max, step } = this.#range;
    if (tick <= 0) return min;
    if (tick >= TICKS) return max;
    const value = min + (max - min) * (tick / TICKS) ** 2;
    return Math.round(value / step) * step;
  }

  #toTick(value) {
    const { min, max } = this.#range;
    return max > min ? Math.round(TICKS * Math.sqrt((value - min) / (max - min))) : TICKS;
  }

  #choose(value) {
    const { min, max } = this.#range;
    this.#value = Math.min(max, Math.max(min, Math.round(value)));
    this.slider.value = String(this.#toTick(this.#value));
    this.slider.style.setProperty("--filled", `${(this.#toTick(this.#value) / TICKS) * 100}%`);
    const text = this.app.money(this.#value);
    setAttribute(this.slider, "aria-valuetext", text);
    this.field.value = text;
    this.change(this.#value);
  }
}

customElements.define("md-picker", Picker);
