/** Short sounds, made by code, and vibration: never before the first tap, and none if they are switched off. */

import { settings } from "./settings.svelte";

/** The notes of each sound: hertz, when they begin, how long they last. */
const SOUNDS = {
  turn: [
    [659, 0, 0.16],
    [880, 0.12, 0.28],
  ],
  move: [[330, 0, 0.08]],
  talk: [[740, 0, 0.07]],
  over: [
    [523, 0, 0.18],
    [659, 0.14, 0.18],
    [784, 0.28, 0.4],
  ],
} satisfies Record<string, [number, number, number][]>;

export type Sound = keyof typeof SOUNDS;
const LOUDNESS = 0.12;
const BUZZ = 60;

let context: AudioContext | null = null;

/** From the first tap or key on there may be sounds: called once, by the app. */
export function awaitFirstTap(): void {
  const begin = (): void => {
    for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, begin, true);
    if (typeof AudioContext !== "undefined") context ??= new AudioContext();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, begin, true);
}

export function play(sound: Sound): void {
  if (!context) return;
  if (settings.vibration && sound === "turn" && "vibrate" in navigator) navigator.vibrate(BUZZ);
  if (!settings.sound) return;
  void context.resume();
  for (const [pitch, after, lasting] of SOUNDS[sound]) {
    const begin = context.currentTime + after;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + lasting);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + lasting);
  }
}
