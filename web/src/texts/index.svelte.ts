/** What the pages say: `say(key, values)`, or `say(said)` with what the server sent; said anew in another language. */

import type { Sentence } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { load } from "./catalogue";
import { format, type Catalogue, type Values } from "./format";
import type { Language } from "./plural";

export { latinKeys } from "./keys";
export { LANGUAGES, type Language } from "./plural";

const loaded = $state<{ lang: Language; texts: Catalogue }>({ lang: "en", texts: {} });
const catalogues = new Map<Language, Catalogue>();

/** Fetch a language and speak it from now on. */
export async function speak(lang: Language): Promise<void> {
  const texts = catalogues.get(lang) ?? Object.freeze(await load(lang));
  catalogues.set(lang, texts);
  settings.lang = lang;
  loaded.lang = lang;
  loaded.texts = texts;
  document.documentElement.lang = lang;
}

/** Say a text in the language of the page: by key and values, or as the server has sent it. */
export function say(what: string | Sentence, values?: Values): string {
  return typeof what === "string"
    ? format(loaded.texts, loaded.lang, what, values)
    : format(loaded.texts, loaded.lang, what.key, what.values);
}

/** Whether there is such a text. */
export function known(key: string): boolean {
  return key in loaded.texts;
}

/** The language that the page speaks now. */
export function language(): Language {
  return loaded.lang;
}
