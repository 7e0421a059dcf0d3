/** Small sounds, made on the spot: no files. Silent unless the person wished for sounds. */

import { prefs } from "../store/prefs";

export type Sound = "card" | "box" | "turn" | "win";

let air: AudioContext | null = null;

/** A short burst of noise, filtered: a card slides, a box is set down. */
function rustle(at: AudioContext, frequency: number, seconds: number, loud: number): void {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * seconds), at.sampleRate);
  const grains = buffer.getChannelData(0);
  for (let n = 0; n < grains.length; n++) grains[n] = (Math.random() * 2 - 1) * (1 - n / grains.length) ** 2;
  const source = at.createBufferSource();
  source.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  const gain = at.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(at.destination);
  source.start();
}

/** A soft note, like a wooden bar that is struck. */
function note(at: AudioContext, frequency: number, after: number, seconds: number, loud: number): void {
  const start = at.currentTime + after;
  const gain = at.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  gain.connect(at.destination);
  const tone = at.createOscillator();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  tone.connect(gain);
  tone.start(start);
  tone.stop(start + seconds);
}

export function play(sound: Sound): void {
  if (!prefs.value.sound || typeof AudioContext === "undefined") return;
  air ??= new AudioContext();
  if (air.state === "suspended") void air.resume(); // browsers wait for a first press
  switch (sound) {
    case "card":
      rustle(air, 2600, 0.09, 0.25);
      break;
    case "box":
      rustle(air, 220, 0.16, 0.9);
      note(air, 110, 0, 0.18, 0.15);
      break;
    case "turn":
      note(air, 587, 0, 0.35, 0.12);
      note(air, 880, 0.12, 0.5, 0.1);
      break;
    case "win":
      [523, 659, 784, 1047].forEach((pitch, step) => note(air!, pitch, step * 0.13, 0.7, 0.11));
      break;
  }
}
