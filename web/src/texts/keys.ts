/** What the same keys type in the Latin layout: `3и4` is `3b4`. The same table as `latin_keys` in Python; a test compares. */

const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = "йцукенгшщзхъфывапролджэячсмитьбю";
const SAME = new Map<string, string>();
for (let index = 0; index < LATIN.length; index++) {
  SAME.set(RUSSIAN.charAt(index), LATIN.charAt(index));
  SAME.set(RUSSIAN.charAt(index).toUpperCase(), LATIN.charAt(index).toUpperCase());
}

export function latinKeys(typed: string): string {
  return Array.from(typed, (letter) => SAME.get(letter) ?? letter).join("");
}
