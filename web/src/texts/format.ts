/** Puts a text together from the catalogue: plural forms, values, texts inside texts. Knows no language but its rules. */

import type { Sentence } from "../api/types";
import { CASES, DECIMAL_SIGN } from "./cases";
import { pluralForm, type Language } from "./plural";

export type Entry = string | { [form: string]: string };
export type Catalogue = Readonly<Record<string, Entry>>;
export type Values = Record<string, unknown>;

/** Say a text of a catalogue; a text that is not there is shown by its name, so that a tester sees it. */
export function format(catalogue: Catalogue, lang: Language, key: string, values: Values = {}, form?: string): string {
  const entry = catalogue[key];
  if (entry === undefined) return key;
  const text = typeof entry === "string" ? entry : (chosen(entry, lang, values, form) ?? key);
  return text.replace(/\{\{|\}\}|\{(\w+)(?::(\w+))?\}/g, (found, name?: string, asked?: string) =>
    name === undefined ? found.charAt(0) : shown(catalogue, lang, values[name], asked),
  );
}

/** A number as a language writes it; one that is rounded comes as a text. */
export function decimal(number: number | string, lang: Language): string {
  return String(number).replace(".", DECIMAL_SIGN[lang]);
}

/** The case of a word that is asked for, the usual one if none is; or the plural form that the count takes. */
function chosen(entry: Record<string, string>, lang: Language, values: Values, form?: string): string | undefined {
  if (Object.keys(entry).every((name) => CASES.has(name))) return entry[form ?? ""] ?? Object.values(entry)[0];
  return entry[pluralForm(Number(values["count"]), lang)] ?? otherForm(entry);
}

/** What is said of many in a text of another language: a game may have one language only. */
function otherForm(entry: Record<string, string>): string | undefined {
  return Object.values(entry).at(-1);
}

function shown(catalogue: Catalogue, lang: Language, value: unknown, form?: string): string {
  if (Array.isArray(value)) return value.map((part) => shown(catalogue, lang, part, form)).join(", ");
  if (isSentence(value)) return format(catalogue, lang, value.key, value.values, form);
  return typeof value === "number" ? decimal(value, lang) : String(value);
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === "object" && value !== null && "key" in value && typeof value.key === "string";
}
