/** What the client says is what Python says, for every text of the catalogue. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { format, type Catalogue, type Entry, type Values } from "../src/texts/format";
import { latinKeys } from "../src/texts/keys";
import { LANGUAGES, pluralForm, type Language } from "../src/texts/plural";

const root = fileURLToPath(new URL("../..", import.meta.url));
const own = `${root}.venv/bin/python`;
const python = process.env["PYTHON"] ?? (existsSync(own) ? own : "python3");

interface Cases {
  texts: { lang: Language; key: string; values: Values; text: string }[];
  plurals: { lang: Language; count: number; form: string }[];
  keys: { typed: string; latin: string }[];
}
const cases = JSON.parse(
  execFileSync(python, [`${root}tools/text_cases.py`], { maxBuffer: 1 << 26 }).toString(),
) as Cases;

function catalogue(lang: Language): Catalogue {
  const folder = `${root}src/azulejo/texts/${lang}`;
  const found: Record<string, Entry> = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const texts = JSON.parse(readFileSync(`${folder}/${file}`, "utf-8")) as Record<string, Entry>;
    for (const [key, entry] of Object.entries(texts)) found[`${file.slice(0, -5)}.${key}`] = entry;
  }
  return found;
}
const catalogues = Object.fromEntries(LANGUAGES.map((lang) => [lang, catalogue(lang)]));

describe("the catalogue", () => {
  it("is said as Python says it", () => {
    expect(cases.texts.length).toBeGreaterThan(1000);
    for (const { lang, key, values, text } of cases.texts)
      expect([key, format(catalogues[lang] ?? {}, lang, key, values)]).toEqual([key, text]);
  });

  it("takes the plural forms that Python takes", () => {
    for (const { lang, count, form } of cases.plurals) expect([count, pluralForm(count, lang)]).toEqual([count, form]);
  });

  it("says texts inside texts in the same language", () => {
    const colour = { key: "azul.colour.blue" };
    expect(format(catalogues["en"] ?? {}, "en", "azul.why.line_holds", { line: 4, colour })).toBe("line 4 already holds blue");
    expect(format(catalogues["ru"] ?? {}, "ru", "azul.why.line_holds", { line: 4, colour })).toContain("синий");
  });

  it("shows the name of a text that is missing", () => {
    expect(format({}, "en", "web.nothing")).toBe("web.nothing");
  });
});

describe("the Russian layout", () => {
  it("types the same keys as in Python", () => {
    for (const { typed, latin } of cases.keys) expect(latinKeys(typed)).toBe(latin);
  });
});
