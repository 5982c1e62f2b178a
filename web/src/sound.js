// @ts-check
// Sounds and vibration in this browser, off by default: a tick for a touch, and a note when it is
// the reader's turn. The sounds are synthesised, so the page loads no files.

import { remember, remembered } from "./ui.js";

const KEY = "turnpike.sounds";

/** Milliseconds in which two touches make one tick. */
const TWICE = 80;

/** Milliseconds of vibration. */
const VIBRATION = 20;

/** A tone: its frequency in hertz, the seconds until it begins and those that it lasts, and its
 * volume. @typedef {[frequency: number, after: number, length: number, volume: number]} Tone */

/** @type {Tone[]} */
const TICK = [[1100, 0, 0.035, 0.05]];

/** A fourth upwards. @type {Tone[]} */
const NOTE = [
  [587, 0, 0.22, 0.09],
  [784, 0.13, 0.4, 0.09],
];

/** @type {AudioContext | null} */
let context = null;
let tickedAt = 0;

/** Whether the reader wants sounds. */
export const hasSounds = () => remembered(KEY) === "on";

/** Keeps the choice. A reader who turns sounds on hears one.
 * @param {boolean} yes */
export function chooseSounds(yes) {
  remember(KEY, yes ? "on" : null);
  if (yes) note();
}

/** The page has taken a touch. */
export function tick() {
  if (Date.now() - tickedAt < TWICE) return;
  tickedAt = Date.now();
  play(TICK);
}

/** It is the reader's turn. */
export const note = () => play(NOTE);

/** Plays tones, and vibrates. Browsers allow neither before the reader has touched the page.
 * @param {Tone[]} tones */
async function play(tones) {
  if (!hasSounds() || navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate?.(VIBRATION);
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") await context.resume();
    for (const [frequency, after, length, volume] of tones) sound(context, frequency, context.currentTime + after, length, volume);
  } catch {
    // There is no device for sound.
  }
}

/** A tone that begins at once and fades.
 * @param {AudioContext} to
 * @param {number} frequency
 * @param {number} at
 * @param {number} length
 * @param {number} volume */
function sound(to, frequency, at, length, volume) {
  const [tone, gain] = [new OscillatorNode(to, { type: "triangle", frequency }), new GainNode(to, { gain: 0 })];
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(gain).connect(to.destination);
  tone.start(at);
  tone.stop(at + length);
}
