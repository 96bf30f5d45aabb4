// What a member chose on this device: sound, deck, size of the index, stacks in blinds. Kept in localStorage where the
// browser allows it, else for the life of the page.

const KEY = "madang.table";
const DEFAULTS = { sound: true, fourColours: false, bigIndex: false, inBlinds: false, log: true, chat: true };

export class Prefs extends EventTarget {
  #values = { ...DEFAULTS };

  constructor() {
    super();
    try {
      const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      for (const name of Object.keys(DEFAULTS)) {
        if (typeof stored[name] === "boolean") this.#values[name] = stored[name];
      }
    } catch {
      // Storage is closed to us or holds something else: the defaults serve.
    }
  }

  /** @param {keyof typeof DEFAULTS} name @returns {boolean} */
  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    this.#values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // Not remembered, still in force on this page.
    }
    this.dispatchEvent(new Event("change"));
  }
}
