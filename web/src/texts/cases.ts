/** The cases of words, and the sign in numbers: the same as in `src/azulejo/texts/__init__.py`; a test compares them. */

import type { Language } from "./plural";

/** The cases that an entry may have: of a noun; of an adjective that goes with a tile. The usual one stands first. */
export const CASES: ReadonlySet<string> = new Set(["nom", "gen", "acc", "ins", "nom_f", "acc_f", "gen_f", "gen_pl"]);

/** What stands between the whole of a number and its parts. */
export const DECIMAL_SIGN: Readonly<Record<Language, string>> = { en: ".", ru: "," };
