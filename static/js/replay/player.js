// Goes through a finished hand: forward by steps that move, back and anywhere by jumps.

import { holdMs } from "../table/pace.js";
import { nextOnTurn, stepsOf } from "./steps.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const FAR_OFF = Number.MAX_SAFE_INTEGER; // whoever is on turn here has all the time there is

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends `change` whenever what is shown changes. */
export class Player extends EventTarget {
  speed = 1;
  position = 0; // steps that are shown, or being shown
  isPlaying = false;
  #applied = 0; // events that are shown
  #run = 0; // what began before another run began stops

  /**
   * @param {import("../table/store.js").Store} store
   * @param {any} snapshot with all events of the hand
   * @param {(event: any, next?: any) => number} [hold] how long each event is looked at, in ms
   */
  constructor(store, snapshot, hold = holdMs) {
    super();
    this.store = store;
    this.hold = hold;
    this.snapshot = snapshot;
    this.events = snapshot.events;
    this.steps = stepsOf(this.events);
  }

  get last() {
    return this.steps.length;
  }

  /** How many events are shown. */
  get shown() {
    return this.#applied;
  }

  /** Whether a step is on its way: the position counts it already. */
  get isMoving() {
    return this.#applied < this.#end(this.position);
  }

  /** The position at which an event has just happened. */
  positionOf(event) {
    return this.steps.findIndex(({ end }) => end > event) + 1;
  }

  /** The position before the first decision. */
  get opening() {
    const at = this.events.findIndex(({ e }) => e === "act" || e === "chose");
    return at < 0 ? this.last : Math.max(0, this.positionOf(at) - 1);
  }

  /** Show the hand as it stood after so many steps, at once. */
  seek(position) {
    this.pause();
    this.#jump(Math.min(this.last, Math.max(0, position)));
  }

  back() {
    this.seek(this.position - 1);
  }

  /** One step on, by hand. */
  step() {
    this.pause();
    return this.#advance();
  }

  async play() {
    if (this.isPlaying) return;
    if (this.position === this.last) this.#jump(0);
    this.isPlaying = true;
    const run = ++this.#run;
    this.#tell();
    while (this.position < this.last) {
      await this.#advance(run);
      if (run !== this.#run) return;
      await wait(this.steps[this.position - 1].rest / this.speed);
      if (run !== this.#run) return;
    }
    this.pause();
  }

  pause() {
    this.#run += 1;
    this.#finishStep();
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.#tell();
  }

  #end(position) {
    return position === 0 ? 0 : this.steps[position - 1].end;
  }

  #jump(position) {
    this.position = position;
    this.#applied = this.#end(position);
    this.store.load({ ...this.snapshot, events: this.events.slice(0, this.#applied) });
    this.#giveTurn();
    this.#tell();
  }

  /** What is left of a step that was interrupted. */
  #finishStep() {
    const end = this.#end(this.position);
    if (this.#applied >= end) return;
    this.store.apply(this.events.slice(this.#applied, end), false);
    this.#applied = end;
    this.#giveTurn();
    this.#tell();
  }

  async #advance(run = this.#run) {
    if (this.position === this.last) return;
    this.position += 1;
    if (calm.matches || document.hidden) return this.#finishStep();
    const end = this.#end(this.position);
    while (this.#applied < end) {
      const event = this.events[this.#applied];
      this.#applied += 1;
      this.store.apply([event], true);
      this.#tell();
      const next = this.#applied < end ? this.events[this.#applied] : undefined;
      const hold = next ? this.hold(event, next) / this.speed : 0;
      if (hold > 0) await wait(hold);
      if (run !== this.#run) return;
    }
    this.#giveTurn();
  }

  /** Mark whose decision follows, as the live table does. */
  #giveTurn() {
    const seats = nextOnTurn(this.events, this.#applied);
    if (seats.length === 0) return;
    const turns = seats.map((seat) => ({ seat, turn: 0, deadline: FAR_OFF, bank_ms: 0 }));
    this.store.apply([{ e: "turn", hand: "", seats: turns, legal: null }], false);
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
