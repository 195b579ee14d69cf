/** The languages and their plural forms: the same rules as `src/azulejo/texts/__init__.py`; a test compares the two. */

export const LANGUAGES = ["en", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];

export type PluralForm = "one" | "few" | "many" | "other";

/** The plural form that a whole number takes. */
export function pluralForm(count: number, lang: Language): PluralForm {
  if (lang === "en") return count === 1 ? "one" : "other";
  const size = Math.abs(count);
  const units = size % 10;
  const teens = size % 100 >= 11 && size % 100 <= 14;
  if (units === 1 && !teens) return "one";
  return units >= 2 && units <= 4 && !teens ? "few" : "many";
}
