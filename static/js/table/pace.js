// The pace of the table: hands live events to the store one by one, at the speed at which they can be
// seen, and jumps to the present when the page falls behind, is hidden, or wants no motion.

const BEHIND_MS = 1600; // no frame waits longer to be seen while newer ones wait behind it

/** How long each event is looked at before the next, in ms; `next` is the event after it. */
export function holdMs(event, next) {
  switch (event.e) {
    case "post":
      return 40;
    case "deal":
      return next?.e === "deal" ? 55 : 200;
    case "act":
      return 140;
    case "collect":
      return 260;
    case "board":
      // With everybody all-in the streets come in one frame: give each its moment.
      return next && next.e !== "turn" ? 620 : 240;
    case "show":
      return 200;
    case "award":
      return next?.e === "award" && next.pot !== event.pot ? 900 : 60;
    default:
      return 0;
  }
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Pace {
  #queue = []; // {event, arrived} or {you, arrived}
  #running = false;

  /**
   * @param {import("./store.js").Store} store
   * @param {(event: any, next?: any) => number} [hold] how long each event is looked at, in ms
   * @param {(event: any) => any[]} [parts] what an event is shown as, one after the other; folded
   *   they come to the same
   */
  constructor(store, hold = holdMs, parts = (event) => [event]) {
    this.store = store;
    this.hold = hold;
    this.parts = parts;
    document.addEventListener("visibilitychange", () => document.hidden && this.flush());
  }

  /** The past is known at once and shown at once. */
  snapshot(snapshot) {
    this.#queue = [];
    this.store.load(snapshot);
  }

  frame(frame) {
    this.#push(frame.events.flatMap(this.parts).map((event) => ({ event })));
  }

  /** Where the viewer sits is told between frames, and holds from there on. */
  you(you) {
    this.#push([{ you }]);
  }

  #push(steps) {
    const arrived = performance.now();
    this.#queue.push(...steps.map((step) => ({ ...step, arrived })));
    if (document.hidden || calm.matches || this.#isBehind()) this.flush();
    else if (!this.#running) this.#run();
  }

  /** A frame may take its time (all streets of an all-in), but not that of the next ones. */
  #isBehind() {
    const [first, last] = [this.#queue[0], this.#queue.at(-1)];
    if (!first || first.arrived === last.arrived) return false;
    return performance.now() - first.arrived > BEHIND_MS;
  }

  /** Everything that waits, now and without motion. */
  flush() {
    const steps = this.#queue;
    this.#queue = [];
    let events = [];
    const apply = () => {
      if (events.length > 0) this.store.apply(events, false);
      events = [];
    };
    for (const { event, you } of steps) {
      if (event) events.push(event);
      else {
        apply();
        this.store.setYou(you);
      }
    }
    apply();
  }

  async #run() {
    this.#running = true;
    while (this.#queue.length > 0) {
      if (this.#isBehind()) {
        this.flush();
        break;
      }
      const { event, you } = this.#queue.shift();
      if (you) {
        this.store.setYou(you);
        continue;
      }
      this.store.apply([event], true);
      const hold = this.hold(event, this.#queue[0]?.event);
      if (hold > 0) await new Promise((resolve) => setTimeout(resolve, hold));
    }
    this.#running = false;
  }
}
