// The sounds of the table, made by WebAudio: no files. Quiet, dry and short, like wood and clay.

const VOLUME = 0.5;

export class Sound {
  #context = null;
  #noise = null;

  /** @param {() => boolean} isOn asked before every sound */
  constructor(isOn) {
    this.isOn = isOn;
    // Browsers let a page sound only after the member has touched it.
    const wake = () => this.isOn() && this.#ready();
    addEventListener("pointerdown", wake, { passive: true });
    addEventListener("keydown", wake, { passive: true });
  }

  #ready() {
    if (!this.#context) {
      if (!navigator.userActivation?.hasBeenActive) return null;
      this.#context = new AudioContext();
      const length = this.#context.sampleRate * 0.25;
      this.#noise = this.#context.createBuffer(1, length, this.#context.sampleRate);
      const samples = this.#noise.getChannelData(0);
      for (let i = 0; i < length; i += 1) samples[i] = Math.random() * 2 - 1;
    }
    if (this.#context.state === "suspended") this.#context.resume();
    return this.#context;
  }

  /** A burst of filtered noise: paper, clay, wood. */
  #brush(context, at, { frequency, q, length, gain }) {
    const source = context.createBufferSource();
    source.buffer = this.#noise;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = frequency;
    filter.Q.value = q;
    const level = context.createGain();
    level.gain.setValueAtTime(gain * VOLUME, at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(filter).connect(level).connect(context.destination);
    source.start(at, 0, length + 0.02);
  }

  /** A struck tone, as of a small gayageum string. */
  #pluck(context, at, { frequency, length, gain, type = "triangle" }) {
    const tone = context.createOscillator();
    tone.type = type;
    tone.frequency.setValueAtTime(frequency * 1.01, at);
    tone.frequency.exponentialRampToValueAtTime(frequency, at + 0.05);
    const level = context.createGain();
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(gain * VOLUME, at + 0.008);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }

  /** @param {"card" | "chip" | "knock" | "turn" | "win"} name */
  play(name) {
    if (!this.isOn() || document.hidden) return;
    const context = this.#ready();
    if (!context) return;
    const at = context.currentTime + 0.005;
    SCORES[name](
      (delay, notes) => this.#brush(context, at + delay, notes),
      (delay, notes) => this.#pluck(context, at + delay, notes),
    );
  }
}

const SCORES = {
  card: (brush) => brush(0, { frequency: 2600, q: 0.8, length: 0.07, gain: 0.25 }),
  chip: (brush) => {
    brush(0, { frequency: 4200, q: 9, length: 0.05, gain: 0.7 });
    brush(0.045, { frequency: 3600, q: 9, length: 0.06, gain: 0.5 });
  },
  knock: (brush) => {
    brush(0, { frequency: 320, q: 4, length: 0.07, gain: 0.9 });
    brush(0.11, { frequency: 300, q: 4, length: 0.07, gain: 0.7 });
  },
  turn: (brush, pluck) => {
    pluck(0, { frequency: 587, length: 0.5, gain: 0.22 });
    pluck(0.12, { frequency: 880, length: 0.6, gain: 0.18 });
  },
  win: (brush, pluck) => {
    [392, 494, 587, 784].forEach((frequency, i) =>
      pluck(i * 0.09, { frequency, length: 0.7, gain: 0.18 }),
    );
  },
};
