/** What the client says is what Python says, for every text of the catalogue. */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { agreed } from "../src/texts/agreed";
import { catalogueOf, type Files } from "../src/texts/catalogue";
import { CASES, DECIMAL_SIGN } from "../src/texts/cases";
import { decimal, format, type Catalogue, type Values } from "../src/texts/format";
import { latinKeys } from "../src/texts/keys";
import { pluralForm, type Language } from "../src/texts/plural";

const root = fileURLToPath(new URL("../..", import.meta.url));
const own = `${root}.venv/bin/python`;
const python = process.env["PYTHON"] ?? (existsSync(own) ? own : "python3");

interface Cases {
  texts: { lang: Language; key: string; values: Values; text: string }[];
  plurals: { lang: Language; count: number; form: string }[];
  keys: { typed: string; latin: string }[];
  cases: string[];
  decimal: Record<Language, string>;
}
const cases = JSON.parse(
  execFileSync(python, [`${root}tools/text_cases.py`], { maxBuffer: 1 << 26 }).toString(),
) as Cases;

const english: Files = import.meta.glob(["$texts/en/*.json", "$games/*/texts/en.json"], { eager: true, import: "default" });
const russian: Files = import.meta.glob(["$texts/ru/*.json", "$games/*/texts/ru.json"], { eager: true, import: "default" });
const catalogues: Record<Language, Catalogue> = { en: catalogueOf(english), ru: catalogueOf(russian) };

describe("the catalogue", () => {
  it("is said as Python says it", () => {
    expect(cases.texts.length).toBeGreaterThan(1000);
    for (const { lang, key, values, text } of cases.texts)
      expect([key, format(catalogues[lang], lang, key, values)]).toEqual([key, text]);
  });

  it("takes the plural forms that Python takes", () => {
    for (const { lang, count, form } of cases.plurals) expect([count, pluralForm(count, lang)]).toEqual([count, form]);
  });

  it("has the cases and the decimal sign of Python", () => {
    expect([...CASES]).toEqual(cases.cases);
    expect(DECIMAL_SIGN).toEqual(cases.decimal);
    expect([decimal(-0.5, "ru"), decimal("+1.20", "ru"), decimal(12, "ru"), decimal(1.5, "en")]).toEqual(["-0,5", "+1,20", "12", "1.5"]);
  });

  it("declines a word inside a text, and says the usual case where none is asked for", () => {
    const words = { "a.bird": { nom: "птица", ins: "птицей" }, "a.pay": "платит {bird:ins}", "a.see": "{bird}", "a.odd": "{bird:gen}" };
    const said = (key: string, bird: unknown = { key: "a.bird" }) => format(words, "ru", key, { bird });
    expect([said("a.pay"), said("a.see"), said("a.odd")]).toEqual(["платит птицей", "птица", "птица"]);
    expect(said("a.pay", [{ key: "a.bird" }, "…"])).toBe("платит птицей, …");
  });

  it("says texts inside texts in the same language", () => {
    const colour = { key: "azul.colour.blue" };
    expect(format(catalogues.en, "en", "azul.why.line_holds", { line: 4, colour })).toBe("line 4 already holds blue");
    expect(format(catalogues.ru, "ru", "azul.why.line_holds", { line: 4, colour })).toContain("синий");
  });

  it("shows the name of a text that is missing", () => {
    expect(format({}, "en", "web.nothing")).toBe("web.nothing");
  });
});

describe("a game in one language", () => {
  it("says what there is where the page speaks another", () => {
    const texts = { "pebbles.takes": { one: "{count} pebble", other: "{count} pebbles" } };
    expect(format(texts, "ru", "pebbles.takes", { count: 3 })).toBe("3 pebbles");
  });
});

describe("what several texts have in common", () => {
  const take = (line: number, ...rest: string[]) => ({
    key: rest.length ? "azul.describe.take_and" : "azul.describe.take",
    values: { tiles: { key: "azul.tiles.blue", values: { count: 2 } }, source: "from factory 3", to: `line ${line}`, rest },
  });
  const said = (...texts: Parameters<typeof agreed>[0]) => {
    const found = agreed(texts, (key) => key in catalogues.en);
    return found && format(catalogues.en, "en", found.key, found.values);
  };
  it("is said with dots for the rest", () => {
    expect(said(take(1), take(2))).toBe("takes 2 blue tiles from factory 3 to …");
    expect(said(take(1))).toBe("takes 2 blue tiles from factory 3 to line 1");
    expect(said(take(1, "1 falls"), take(2))).toBe("takes 2 blue tiles from factory 3 to …");
    expect(said(take(1, "the marker"), take(2, "the marker", "1 falls"))).toBe("takes 2 blue tiles from factory 3 to …");
    expect(said(take(1, "the marker"))).toBe("takes 2 blue tiles from factory 3 to line 1; the marker");
  });
  it("is nothing where they differ in everything, or say different things", () => {
    expect(said({ key: "web.learn.typed", values: { move: "1" } }, { key: "web.learn.typed", values: { move: "2" } })).toBeNull();
    expect(said(take(1), { key: "azul.describe.lay" })).toBeNull();
    expect(said()).toBeNull();
  });
});

describe("the Russian layout", () => {
  it("types the same keys as in Python", () => {
    for (const { typed, latin } of cases.keys) expect(latinKeys(typed)).toBe(latin);
  });
});
