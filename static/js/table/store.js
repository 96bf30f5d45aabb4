// The one store of the page: the present state, and who wants to know when it changes.

import * as poker from "./fold.js";

export class Store {
  #listeners = new Set();

  /** @param {{EMPTY: any, base: Function, fold: Function}} [rules] how events change the state */
  constructor(rules = poker) {
    this.rules = rules;
    this.state = rules.EMPTY;
  }

  /**
   * @param {(state: any, change: {live: boolean, steps: {event: any, state: any, before: any}[],
   *   reset: boolean}) => void} listener `live` changes are one event long and may be animated;
   *   others are the past being caught up with
   * @returns {() => void} stops listening
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Start again from a snapshot. */
  load(snapshot) {
    this.state = this.rules.base(snapshot);
    this.#advance(snapshot.events, false, true);
  }

  /** Fold events that follow the present state. */
  apply(events, live) {
    this.#advance(events, live, false);
  }

  /** What the server says of the viewer: his seat and wallet. */
  setYou(you) {
    this.state = { ...this.state, you: { ...this.state.you, ...you } };
    this.#tell({ live: false, steps: [], reset: false });
  }

  #advance(events, live, reset) {
    const steps = [];
    for (const event of events) {
      const before = this.state;
      this.state = this.rules.fold(before, event);
      steps.push({ event, before, state: this.state });
    }
    this.#tell({ live, steps, reset });
  }

  #tell(change) {
    for (const listener of this.#listeners) listener(this.state, change);
  }
}
