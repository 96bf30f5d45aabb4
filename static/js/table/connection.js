// The line to the server: joins, resumes after the last frame, acknowledges, keeps alive, comes back.
// It hands on what it receives and decides nothing about the game.

const PING_MS = 15_000;
const SILENCE_MS = 40_000; // no byte for so long: the line is dead though nobody said so
const ACK_MS = 400;
const BACKOFF_MS = [300, 700, 1500, 3000, 6000, 10_000];
const STABLE_MS = 5000; // a line that held so long starts the backoff afresh
const GOES_BACK = (code) => !(code >= 4100 && code <= 4199);

export class Connection {
  #socket = null;
  #seq = null;
  #attempt = 0;
  #timers = {};
  #pending = new Map(); // id -> {command, resolve}
  #heard = 0;
  #pinged = 0;

  /**
   * @param {string} url ws:// or wss:// address of the table
   * @param {object} to
   * @param {import("../lib/clock.js").ServerClock} to.clock
   * @param {(snapshot: any) => void} to.snapshot
   * @param {(frame: any) => void} to.frame
   * @param {(you: any) => void} to.you
   * @param {(notice: {code: string, text: string}) => void} to.notice
   * @param {(count: number) => void} to.watching
   * @param {(news: any) => void} to.chat
   * @param {(error: {code: string, text: string}) => void} to.error
   * @param {(state: "connecting" | "live" | "reconnecting" | "closed", code: number | null) => void} to.state
   */
  constructor(url, to) {
    this.url = url;
    this.to = to;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    addEventListener("pagehide", () => this.#socket?.close(1000));
    addEventListener("pageshow", (event) => event.persisted && this.#hurry());
  }

  open() {
    this.to.state(this.#attempt === 0 && this.#seq === null ? "connecting" : "reconnecting", null);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#heard = Date.now();
      socket.send(JSON.stringify({ t: "join", seq: this.#seq }));
      this.#timers.ping = setInterval(() => this.#beat(), PING_MS);
      this.#timers.stable = setTimeout(() => (this.#attempt = 0), STABLE_MS);
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket === this.#socket) this.#lost(code);
    });
  }

  /**
   * Send a command under a fresh id. A command that the line lost is sent again under the same id
   * after coming back: the server does nothing twice.
   * @param {Record<string, unknown>} command with its type in `t`
   * @returns {Promise<any>} the server's answer
   */
  send(command) {
    const id = freshId();
    const whole = { ...command, id };
    return new Promise((resolve) => {
      this.#pending.set(id, { command: whole, resolve });
      if (this.#socket?.readyState === WebSocket.OPEN && this.#seq !== null) {
        this.#socket.send(JSON.stringify(whole));
      }
    });
  }

  #receive(message) {
    this.#heard = Date.now();
    if (typeof message.now === "number") {
      const isAnswer = message.t === "pong" && this.#pinged > 0;
      this.to.clock.sample(message.now, isAnswer ? this.#pinged : undefined);
      if (isAnswer) this.#pinged = 0;
    }
    switch (message.t) {
      case "snapshot":
        this.#seq = message.seq;
        this.to.snapshot(message);
        this.#isLive();
        break;
      case "frame":
        this.#follow(message);
        break;
      case "answer":
        this.#pending.get(message.id)?.resolve(message);
        this.#pending.delete(message.id);
        break;
      case "you":
        this.to.you(message);
        break;
      case "notice":
        this.to.notice(message);
        break;
      case "watching":
        this.to.watching(message.n);
        break;
      case "chat":
      case "said":
      case "unsaid":
        this.to.chat(message);
        break;
      case "error":
        this.to.error(message);
        break;
    }
    // A resume after which nothing happened brings no frame, but the server says that we are back.
    if (message.t === "pong" && this.#seq !== null) this.#isLive();
  }

  #follow(frame) {
    if (this.#seq !== null && frame.seq <= this.#seq) return;
    if (this.#seq !== null && frame.seq !== this.#seq + 1) {
      // A hole would be folded into a wrong table: come back for what is missing.
      this.#socket.close(4000);
      return;
    }
    this.#seq = frame.seq;
    this.to.frame(frame);
    this.#isLive();
    this.#timers.ack ??= setTimeout(() => {
      this.#timers.ack = undefined;
      this.#whenOpen({ t: "ack", seq: this.#seq });
    }, ACK_MS);
  }

  #isLive() {
    if (this.#socket.isLive) return;
    this.#socket.isLive = true;
    this.to.state("live", null);
    for (const { command } of this.#pending.values()) this.#whenOpen(command);
  }

  #beat() {
    if (Date.now() - this.#heard > SILENCE_MS) {
      this.#socket.close();
      this.#lost(1006); // a dead line may take minutes to say that it closed
      return;
    }
    this.#pinged = Date.now();
    this.#whenOpen({ t: "ping" });
  }

  #whenOpen(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #lost(code) {
    clearInterval(this.#timers.ping);
    clearTimeout(this.#timers.stable);
    clearTimeout(this.#timers.ack);
    this.#timers = {};
    this.#socket = null;
    this.#pinged = 0;
    if (!GOES_BACK(code)) {
      this.to.state("closed", code);
      return;
    }
    this.to.state("reconnecting", code);
    const wait = BACKOFF_MS[Math.min(this.#attempt, BACKOFF_MS.length - 1)];
    this.#attempt += 1;
    // Spread the return of many clients after a restart.
    this.#timers.retry = setTimeout(() => this.open(), wait * (0.7 + 0.6 * Math.random()));
  }

  /** Try now rather than at the end of the backoff. */
  #hurry() {
    if (this.#socket !== null || this.#timers.retry === undefined) return;
    clearTimeout(this.#timers.retry);
    this.#timers.retry = undefined;
    this.open();
  }
}

/** 32 hex digits. `crypto.randomUUID` is missing on plain http away from localhost. */
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
