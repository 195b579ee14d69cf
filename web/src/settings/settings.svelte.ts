/** What one person prefers, on this device: kept in the browser, never sent. */

import type { Language } from "../texts/plural";

export type Theme = "system" | "light" | "dark";
export type Speed = "off" | "slow" | "normal" | "fast";

export interface Preferences {
  lang: Language;
  theme: Theme;
  /** Whether a turn's last move is sent without asking. */
  autoConfirm: boolean;
  /** How fast pieces travel and scorings are told. The system's reduced motion wins. */
  speed: Speed;
  /** Whether colours are hard to tell apart. */
  colourBlind: boolean;
  /** Whether tiles carry the letter of their colour; null for as `colourBlind` has it. */
  tileLetters: boolean | null;
  /** Whether tables open in the text view. */
  textView: boolean;
  /** Whether the engine looks at a move before it is sent, in practice games. */
  warnBlunders: boolean;
  /** Whether there are sounds, and whether the device shakes when it is one's move. */
  sound: boolean;
  vibration: boolean;
  /** The name to sit down with. */
  name: string;
  /** Games whose lesson was finished or put aside. */
  lessons: string[];
  /** Whether a game was ever played to its end. */
  finished: boolean;
  /** The level of the bot that was last chosen; empty if none was. */
  level: string;
}

const PLACE = "azulejo.settings";

function browserLanguage(): Language {
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  return wanted.find((tag) => /^(ru|en)\b/.test(tag))?.startsWith("ru") ? "ru" : "en";
}

function stored(): Preferences {
  const usual: Preferences = {
    lang: browserLanguage(),
    theme: "system",
    autoConfirm: false,
    speed: "normal",
    colourBlind: false,
    tileLetters: null,
    textView: false,
    warnBlunders: false,
    sound: true,
    vibration: true,
    name: "",
    lessons: [],
    finished: false,
    level: "",
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Preferences>) };
  } catch {
    return usual;
  }
}

export const settings: Preferences = $state(stored());

/** Whether tiles carry the letter of their colour. */
export function lettered(): boolean {
  return settings.tileLetters ?? settings.colourBlind;
}

/** Keep the preferences whenever one changes, and show the theme: called once, by the app. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(PLACE, text);
    } catch {
      // A browser that keeps nothing: the preferences last as long as the page.
    }
  });
  $effect(() => {
    document.documentElement.dataset["theme"] = settings.theme;
  });
}

const quiet = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");
const FACTOR: Record<Speed, number> = { off: 0, slow: 1.8, normal: 1, fast: 0.5 };

/** Milliseconds of a movement that usually takes so many: 0 with reduced motion. */
export function duration(usual: number): number {
  return quiet?.matches ? 0 : usual * FACTOR[settings.speed];
}
