"""Names: what is refused, what looks alike, and the defaults in both languages."""

import pytest

from azulejo.server.refusals import Refusal
from azulejo.server.tables.names import LONGEST, bot_name, cleaned, person_name, skeleton


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("", ""),
        ("   ", ""),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ёжик 2", "Ёжик 2"),
        ("d'Artagnan-3.14", "d'Artagnan-3.14"),
        ("王小明", "王小明"),
        ("a" * LONGEST, "a" * LONGEST),
        ("e\u0301" * LONGEST, "é" * LONGEST),
    ],
)
def test_a_name_is_trimmed_and_composed(given: str, stored: str) -> None:
    assert cleaned(given) == stored


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("Anna\u200b", "server.name.invisible"),  # a space of no width
        ("\u202eannA", "server.name.invisible"),  # writes from right to left
        ("An\tna", "server.name.invisible"),
        ("An\nna", "server.name.invisible"),
        ("An\u00a0na", "server.name.invisible"),  # a space that is none
        ("\u3164", "server.name.invisible"),  # a letter with nothing to see
        ("Anna\ufeff", "server.name.invisible"),
        ("\ud800", "server.name.invisible"),
        ("\U000f0000", "server.name.invisible"),
        ("a\u0301\u0302\u0303\u0304", "server.name.marks"),
        ("a" * (LONGEST + 1), "server.name.long"),
        ("...", "server.name.letters"),
        ("😀😀", "server.name.letters"),
    ],
)
def test_a_name_is_refused_with_the_reason(given: str, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        cleaned(given)
    assert (refused.value.message.key, refused.value.status) == (key, 400)
    assert refused.value.text("ru")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "Аnnа"),  # Cyrillic А and а
        ("Anna", "A n n a"),
        ("Anna", "Ánna."),
        ("Вера", "Bepa"),  # all Latin
        ("Nick", "Νick"),  # Greek Ν
        ("Oleg", "0leg"),
        ("Will", "WiII"),
        ("Paul1", "Paull"),
        ("modern", "modem"),
        ("Ivan", "ⅠⅤan"),  # Roman numerals
        ("Anna", "Ａｎｎａ"),  # wide letters
        ("Ёлка", "Елка"),
        ("Захар", "3axap"),
    ],
)
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    with pytest.raises(Refusal) as refused:
        person_name(other, 1, [one], "en")
    assert refused.value.status == 409
    assert one in str(refused.value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Hanna"),
        ("Player 1", "Player 2"),
        ("Игрок 1", "Игрок 2"),
        ("Иван", "Ирина"),
        ("王", "李"),
        ("Max", "Maya"),
    ],
)
def test_different_names_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
    assert person_name(other, 1, [one], "en") == other


def test_people_without_a_name_are_called_by_their_seat_in_their_language() -> None:
    assert person_name("", 0, [], "en") == "Player 1"
    assert person_name("", 2, ["Anna"], "ru") == "Игрок 3"


def test_a_default_name_that_is_taken_gets_another_number() -> None:
    assert person_name("", 0, ["Player 1"], "en") == "Player 2"
    assert person_name("", 1, ["Player 2", "P1ayer 1"], "en") == "Player 3"


def test_bots_are_called_by_their_level_and_numbered() -> None:
    assert bot_name("club", [], "en") == "Club player"
    assert bot_name("club", ["Club player"], "en") == "Club player 2"
    assert bot_name("club", ["C1ub Player", "Club player 2"], "en") == "Club player 3"
    assert bot_name("first-timer", [], "ru") == "Дебютант"
