/** Puts a text together from the catalogue: plural forms, values, texts inside texts. Knows no language but its rules. */

import type { Sentence } from "../api/types";
import { pluralForm, type Language } from "./plural";

export type Entry = string | { [form: string]: string };
export type Catalogue = Readonly<Record<string, Entry>>;
export type Values = Record<string, unknown>;

/** Say a text of a catalogue; a text that is not there is shown by its name, so that a tester sees it. */
export function format(catalogue: Catalogue, lang: Language, key: string, values: Values = {}): string {
  const entry = catalogue[key];
  if (entry === undefined) return key;
  const text = typeof entry === "string" ? entry : (entry[pluralForm(Number(values["count"]), lang)] ?? otherForm(entry) ?? key);
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name: string | undefined) =>
    name === undefined ? found.charAt(0) : shown(catalogue, lang, values[name]),
  );
}

/** What is said of many in a text of another language: a game may have one language only. */
function otherForm(entry: Record<string, string>): string | undefined {
  return Object.values(entry).at(-1);
}

function shown(catalogue: Catalogue, lang: Language, value: unknown): string {
  if (Array.isArray(value)) return value.map((part) => shown(catalogue, lang, part)).join(", ");
  if (isSentence(value)) return format(catalogue, lang, value.key, value.values);
  return String(value);
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === "object" && value !== null && "key" in value && typeof value.key === "string";
}
