// What every thing on the table shares: it is bound to the app once, builds itself, and is told of
// every change of the store until it leaves the page.

/**
 * @typedef {object} App what elements may use
 * @property {import("./store.js").Store} store
 * @property {import("../lib/clock.js").ServerClock} clock
 * @property {(key: string, gaps?: Record<string, string | number>) => string} t
 * @property {(amount: number) => string} money
 * @property {(amount: number, room?: number) => string} brief for small plates; exact if the letters
 *   fit into this room
 * @property {(command: Record<string, unknown>) => Promise<any>} send answers, and has said why not
 * @property {import("../lib/sound.js").Sound} sound
 * @property {import("../lib/prefs.js").Prefs} prefs
 * @property {{member_id: number | null, nick: string}} me
 * @property {(text: string, tone?: "plain" | "bad" | "good") => void} say
 * @property {string} sprite address of the deck
 * @property {{board: number, hole: number, up: boolean, blinds: boolean, betting: string,
 *   openers: Record<string, string>}} shape of the game, as the server declares it
 * @property {import("./choice.js").Choice} choice of cards
 */

export class TableElement extends HTMLElement {
  /** @type {App} */ app;
  #stop = () => {};

  /** @param {App} app */
  bind(app) {
    this.app = app;
    this.build();
    this.#stop = app.store.subscribe((state, change) => this.update(state, change));
    this.update(app.store.state, { live: false, steps: [], reset: false });
    return this;
  }

  disconnectedCallback() {
    this.#stop();
  }

  /** Make the inside, once. */
  build() {}

  /** Show the state. `change` says how it came about; see Store.subscribe. */
  update(_state, _change) {}

  /** The one event of a live change, if it is of this kind; else null. */
  live(change, kind) {
    const event = change.live ? change.steps[0].event : null;
    return event?.e === kind ? event : null;
  }
}
