// The server's time in the browser. Every message that carries `now` is a sample; deadlines are
// epoch milliseconds of the server and never of this machine.

const JUMP_MS = 2000; // a larger step is the server's clock being set, not the line being slow

export class ServerClock {
  #offset = null;

  /**
   * Learn from one message.
   * @param {number} now the server's epoch ms in the message
   * @param {number} [sent] local epoch ms at which the question was sent, if this is an answer
   */
  sample(now, sent) {
    const received = Date.now();
    // Half the round trip is the best guess; without it, the message is late by an unknown time, so
    // the largest offset seen is the nearest.
    const offset = now - received + (sent === undefined ? 0 : (received - sent) / 2);
    const known = this.#offset;
    const jumped = known !== null && Math.abs(offset - known) > JUMP_MS;
    if (known === null || jumped || sent !== undefined || offset > known) this.#offset = offset;
  }

  /** @returns {number} the server's epoch ms now, as well as we know it */
  now() {
    return Date.now() + (this.#offset ?? 0);
  }

  /** @param {number} deadline epoch ms @returns {number} ms left, not below 0 */
  left(deadline) {
    return Math.max(0, deadline - this.now());
  }
}
