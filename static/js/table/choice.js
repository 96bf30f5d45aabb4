// A choice of cards: which of the own down cards to throw away, which to show. One tap a card; the last
// tap sends after a moment in which it can still be taken back. Marks are this page's alone until then.

const UNDO_MS = 1600; // how long the last tap can be taken back
const SPARE_MS = 900; // before the deadline the choice goes out whatever that leaves

export class Choice extends EventTarget {
  #asked = null; // {key, hand, turn, discard, open}
  #picked = []; // names of cards, those to throw away first
  #timer = 0;
  #sent = false;

  /** @param {import("./element.js").App} app */
  constructor(app) {
    super();
    this.app = app;
    app.store.subscribe((state) => this.#update(state));
  }

  /** What a tap on a card does now: "discard", "open", or null. */
  get step() {
    if (!this.#asked || this.#sent) return null;
    if (this.#picked.length < this.#asked.discard) return "discard";
    return this.#picked.length < this.#wanted ? "open" : null;
  }

  get isAsked() {
    return this.#asked !== null;
  }

  get isSent() {
    return this.#sent;
  }

  get canUndo() {
    return this.#picked.length > 0 && !this.#sent;
  }

  /** What a card was picked for: "discard", "open", or null. */
  pickedFor(name) {
    const at = this.#picked.indexOf(name);
    if (at < 0) return null;
    return at < this.#asked.discard ? "discard" : "open";
  }

  pick(name) {
    if (!this.step || this.#picked.includes(name)) return;
    this.#picked = [...this.#picked, name];
    if (this.#picked.length === this.#wanted) {
      const leftMs = this.app.clock.left(this.#asked.deadline) - SPARE_MS;
      this.#timer = setTimeout(() => this.#send(), Math.max(0, Math.min(UNDO_MS, leftMs)));
    }
    this.#tell();
  }

  undo() {
    if (!this.canUndo) return;
    clearTimeout(this.#timer);
    this.#picked = this.#picked.slice(0, -1);
    this.#tell();
  }

  get #wanted() {
    return this.#asked.discard + this.#asked.open;
  }

  #update({ hand, legal, turns, you, paused }) {
    const isChoice = legal?.options.some(({ kind }) => kind === "choose") && paused === null;
    const key = isChoice ? `${hand.id}/${legal.turn}` : "";
    if (key === (this.#asked?.key ?? "")) return;
    clearTimeout(this.#timer);
    // What was sent stays marked until the cards themselves are laid open.
    if (key === "" && this.#sent && hand?.players[you.hand_seat]?.chosen) return;
    this.#picked = [];
    this.#sent = false;
    this.#asked = isChoice
      ? {
          key,
          hand: hand.id,
          turn: legal.turn,
          discard: legal.discard ?? 0,
          open: legal.open ?? 0,
          deadline: turns[you.hand_seat]?.deadline ?? 0,
        }
      : null;
    this.#tell();
  }

  async #send() {
    const { key, hand, turn } = this.#asked;
    this.#sent = true;
    this.#tell();
    const answer = await this.app.send({ t: "act", hand, turn, kind: "choose", cards: this.#picked });
    if (answer.ok || this.#asked?.key !== key) return;
    this.#sent = false;
    this.#picked = [];
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
