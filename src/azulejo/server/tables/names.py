"""Names of players: a default, a length, nothing invisible, and no look-alikes at one table."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import groupby

from azulejo.bots.levels import level_name
from azulejo.server.refusals import refuse_if
from azulejo.texts import say

LONGEST = 24
"""Characters."""

_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Kinds of characters that nobody sees, or that change the direction of writing."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks by kind, but nothing to see."""
MOST_MARKS = 2
"""Marks above or below one letter."""

_CAPITALS = str.maketrans("ΗΝΥ", "HNY")
"""Greek capitals that look like other letters than their small ones do."""

_LOOKS_LIKE = {
    "a": "аαɑ",
    "b": "вьβƅ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еεєҽ",
    "g": "ɡ",
    "h": "нһ",
    "j": "јϳ",
    "k": "кκқ",
    "l": "i1іιıӏ|!ɩł",
    "m": "мμ",
    "n": "ηոп",
    "o": "0оοσø",
    "p": "рρ",
    "q": "ԛ",
    "r": "гʀ",
    "s": "ѕ5$",
    "t": "тτ",
    "u": "υս",
    "v": "νѵ",
    "w": "ωѡԝш",
    "x": "хχ×",
    "y": "уγү",
    "z": "ζ2",
    "3": "зʒ",
    "4": "ч",
    "6": "б",
    "8": "ȣ",
}
"""What can be mistaken for each letter, once capitals are small: Latin, Cyrillic, Greek, digits and signs."""

_FOLDED = str.maketrans({like: letter for letter, likes in _LOOKS_LIKE.items() for like in likes})


def skeleton(name: str) -> str:
    """Return what a name looks like: two names with one skeleton can be mistaken for each other.

    Marks, spaces and signs count for nothing, nor does the difference of ``rn`` and ``m``.

    >>> skeleton("Anna") == skeleton("Аnnа") == skeleton(" ÁNNA.")
    True
    >>> skeleton("Anna") == skeleton("Hanna")
    False
    """
    small = unicodedata.normalize("NFKC", name).translate(_CAPITALS).casefold()
    plain = unicodedata.normalize("NFKD", small)
    folded = plain.translate(_FOLDED).replace("rn", "m").replace("vv", "w")
    seen = "".join(letter for letter in folded if unicodedata.category(letter)[0] in "LN")
    return seen or "".join(plain.split())


def cleaned(name: str) -> str:
    """Return a name as it is stored, or nothing if none was given; raises Refusal.

    >>> cleaned("  Anna   Maria ")
    'Anna Maria'
    """
    text = unicodedata.normalize("NFC", re.sub(" +", " ", name).strip(" "))
    refuse_if(any(is_hidden(letter) for letter in text), 400, "server.name.invisible")
    refuse_if(marks_in_a_row(text) > MOST_MARKS, 400, "server.name.marks")
    refuse_if(len(text) > LONGEST, 400, "server.name.long", count=LONGEST)
    has_letters = any(unicodedata.category(letter)[0] in "LN" for letter in text)
    refuse_if(text != "" and not has_letters, 400, "server.name.letters")
    return text


def is_hidden(letter: str) -> bool:
    """Return whether nobody sees a character, or it changes the direction of writing."""
    kind = unicodedata.category(letter)
    return kind in _FORBIDDEN or letter in _INVISIBLE or (kind == "Zs" and letter != " ")


def marks_in_a_row(text: str) -> int:
    """Return how many marks there are at most on one letter."""
    runs = groupby(text, key=lambda letter: unicodedata.category(letter)[0] == "M")
    return max((len(list(run)) for is_mark, run in runs if is_mark), default=0)


def person_name(name: str, seat: int, taken: Iterable[str], lang: str) -> str:
    """Return the name of a person who sits down, the default one if none is given; raises Refusal for a look-alike."""
    wanted = cleaned(name)
    others = {skeleton(other): other for other in taken}
    if wanted:
        other = others.get(skeleton(wanted))
        refuse_if(other is not None, 409, "server.name.taken", name=wanted, other=other)
        return wanted
    numbers = (seat + 1, *range(1, len(others) + 2))
    names = (say("server.name.player", lang, seat=number) for number in numbers)
    return next(default for default in names if skeleton(default) not in others)


def bot_name(level: str, taken: Iterable[str], lang: str) -> str:
    """Return the name of a bot: its level's, with a number if that is taken."""
    others = {skeleton(other) for other in taken}
    name = level_name(level, lang)
    numbered = (name if number == 1 else f"{name} {number}" for number in range(1, len(others) + 2))
    return next(one for one in numbered if skeleton(one) not in others)
