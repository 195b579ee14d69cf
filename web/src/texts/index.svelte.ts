/** What the pages say: `say(key, values)`, or `say(said)` with what the server sent; said anew in another language. */

import { api } from "../api/calls";
import type { Sentence } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { load } from "./catalogue";
import { decimal, format, type Catalogue, type Values } from "./format";
import type { Language } from "./plural";

export { latinKeys } from "./keys";
export { LANGUAGES, type Language } from "./plural";

const loaded = $state<{ lang: Language; texts: Catalogue }>({ lang: "en", texts: {} });
const catalogues = new Map<Language, Catalogue>();
/** The games whose texts are not built in: the server has them. */
const others = new Set<string>();

/** Fetch a language and speak it from now on. */
export async function speak(lang: Language): Promise<void> {
  if (!catalogues.has(lang)) catalogues.set(lang, await load(lang));
  // A game whose words do not come is shown by their keys.
  for (const game of others) await fetchTexts(game, lang).catch(() => undefined);
  settings.lang = lang;
  loaded.lang = lang;
  loaded.texts = catalogues.get(lang) ?? {};
  document.documentElement.lang = lang;
}

/** Learn the words of a game, if they are not known already. */
export async function learn(game: string): Promise<void> {
  const lang = loaded.lang;
  if (known(`${game}.name`)) return;
  others.add(game);
  await fetchTexts(game, lang);
  if (loaded.lang === lang) loaded.texts = catalogues.get(lang) ?? {};
}

async function fetchTexts(game: string, lang: Language): Promise<void> {
  const texts = catalogues.get(lang) ?? {};
  if (`${game}.name` in texts) return;
  const found = Object.entries((await api.gameTexts(game, lang)).texts).map(([key, entry]) => [`${game}.${key}`, entry]);
  catalogues.set(lang, { ...texts, [`${game}.name`]: game, ...(Object.fromEntries(found) as Catalogue) });
}

/** Say a text in the language of the page: by key and values, or as the server has sent it. */
export function say(what: string | Sentence, values?: Values): string {
  return typeof what === "string"
    ? format(loaded.texts, loaded.lang, what, values)
    : format(loaded.texts, loaded.lang, what.key, what.values);
}

/** The sentence of a move as what to do, "take a tile" for "takes a tile", if its game has such a text. */
export function imperative(said: Sentence): Sentence {
  const key = said.key.replace(".describe.", ".do.");
  return known(key) ? { ...said, key } : said;
}

/** A number as the language of the page writes it; one that is rounded comes as a text. */
export function inFigures(number: number | string): string {
  return decimal(number, loaded.lang);
}

/** Whether there is such a text. */
export function known(key: string): boolean {
  return key in loaded.texts;
}

/** What a game is called. */
export function gameName(game: string): string {
  return known(`${game}.name`) ? say(`${game}.name`) : game;
}

/** The language that the page speaks now. */
export function language(): Language {
  return loaded.lang;
}
