/**
 * The catalogue files of the package, `src/azulejo/texts/<language>/<area>.json`, and those of the games,
 * `src/azulejo/games/<game>/texts/<language>.json`. A language is fetched when first needed.
 */

import type { Catalogue, Entry } from "./format";
import type { Language } from "./plural";

/** The texts of some files by their paths. */
export type Files = Record<string, Record<string, Entry>>;

const LOADERS: Record<Language, () => Promise<{ files: Files }>> = {
  en: () => import("./english"),
  ru: () => import("./russian"),
};

/** Every text of a language by its full name: `azul.tiles.blue`. */
export async function load(lang: Language): Promise<Catalogue> {
  return catalogueOf((await LOADERS[lang]()).files);
}

/** All texts of some files, each named by its area and key. */
export function catalogueOf(files: Files): Catalogue {
  const catalogue: Record<string, Entry> = {};
  for (const [path, texts] of Object.entries(files)) {
    const game = /\/games\/([^/]+)\//.exec(path)?.[1];
    const area = game ?? path.slice(path.lastIndexOf("/") + 1, -".json".length);
    for (const [key, entry] of Object.entries(texts)) catalogue[`${area}.${key}`] = entry;
  }
  return catalogue;
}
