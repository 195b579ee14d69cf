"""The pile: revealed by chance exactly as a real, shuffled pile would be."""

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from azulejo.games.contract import SPECTATOR, apply, deal, determinise, redact
from azulejo.games.duel.components import JOKER, JOKER_PLATES, PLATE_NAMES, SPECIAL, SPECIAL_PLATES
from azulejo.games.duel.pile import type_of
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.state import SOME_JOKER, SOME_PLATE, SOME_SPECIAL, State
from azulejo.kernel.chance import stream
from tests.games.duel.helpers import after, random_draw, table, word

ROUND_3 = "round=3 suns=-,BYRK,BYRK,BYRK,BYRK display=YKTS,JBTK,STYB"


def kind(name: str) -> str:
    return "special" if name in SPECIAL_PLATES else "joker"


def close(seen: Counter[str], expected: Counter[str], number: int) -> None:
    """Compare how often things happened in two experiments of so many tries each."""
    for what in seen.keys() | expected.keys():
        difference = abs(seen[what] - expected[what])
        assert difference < 5 * max(20, 2 * expected[what]) ** 0.5, (what, seen[what], expected[what], number)


@pytest.mark.slow
def test_backs_and_fronts_come_up_as_in_a_shuffled_pile(scale: Callable[[int], int]) -> None:
    """Draw three plates: types in order, then the fronts; compared with shuffling cards."""
    number = max(3000, scale(30000))
    state = table(f"{ROUND_3} pile=S,?*4", mixed=True)
    left = [name for name in PLATE_NAMES if int(state.unseen_plates) >> PLATE_NAMES.index(name) & 1]
    assert len(left) == 5
    seen: Counter[str] = Counter()
    drawn = np.zeros(RULEBOOK.max_drawn, np.int16)
    rng = stream("pile")
    codes = [RULEBOOK.parse_move(text) for text in ("d", "d", "d", ".")]
    for _ in range(number):
        played = state.copy()
        for code in codes:
            apply(played, code)
            count = deal(played, rng, drawn) if code != codes[-1] else 0
        count = deal(played, rng, drawn)
        fronts = [PLATE_NAMES[plate] for plate in drawn[:count]]
        seen[" ".join([*fronts, word(played, "pile").split(",")[0]])] += 1
    expected: Counter[str] = Counter()
    cards = random.Random(1)
    tries = 0
    while tries < number:
        shuffled = cards.sample(left, 5)
        if kind(shuffled[0]) == "special":  # the top's back was known
            expected[" ".join([*shuffled[:3], {"special": "S", "joker": "J"}[kind(shuffled[3])]])] += 1
            tries += 1
    close(seen, expected, number)


def test_the_display_comes_up_as_from_a_shuffled_pile() -> None:
    number = 6000
    state = table("round=4 phase=display display=-,-,- pile=J,?*2,KYRJ:1", mixed=True)
    left = [name for name in PLATE_NAMES if int(state.unseen_plates) >> PLATE_NAMES.index(name) & 1]
    seen = Counter(" ".join(random_draw(state.copy(), stream("d", seed))["display"]) for seed in range(number))
    cards = random.Random(2)
    expected: Counter[str] = Counter()
    while expected.total() < number:
        shuffled = cards.sample(left, 3)
        if kind(shuffled[0]) == "joker":
            expected[" ".join(shuffled)] += 1
    close(seen, expected, number)


def test_the_type_of_a_new_top_counts_what_was_already_uncovered() -> None:
    """Nine special plates, all but one of them on the table or drawn: only one more can come up."""
    shown = list(SPECIAL_PLATES[:3])
    me = ",".join(f"{name}n" for name in SPECIAL_PLATES[3:7])
    words = f"round=2 suns=-,BYRK,BYRK,BYRK,BYRK display={','.join(shown)} pile=S,?*7"
    state = table(words, {"plates": me, "tokens": "1"}, {"plates": "JBTKn,TRBJn,KYRJn", "tokens": "2"})
    assert bin(int(state.unseen_plates) & 0b111111111).count("1") == 2
    after_one = after(state, "d", {"top": "special"}, "d")
    tops = {random_draw(after_one.copy(), stream("top", seed))["top"] for seed in range(50)}
    assert tops == {"joker"}


def test_a_plate_has_a_type_as_soon_as_its_back_is_seen() -> None:
    assert [type_of(plate) for plate in range(len(PLATE_NAMES))] == [SPECIAL] * 9 + [JOKER] * 9
    assert (type_of(SOME_SPECIAL), type_of(SOME_JOKER)) == (SPECIAL, JOKER)
    assert type_of(SOME_PLATE) not in (SPECIAL, JOKER)


def test_the_type_of_a_new_top_is_one_piece() -> None:
    state = after(table(f"{ROUND_3} pile=S,?*4", mixed=True), "d")
    assert word(state, "phase") == "top"
    drawn = np.full(RULEBOOK.max_drawn, -7, np.int16)
    assert deal(state, stream("top"), drawn) == 1
    assert drawn[0] in (SPECIAL, JOKER)
    assert (drawn[1:] == -7).all()


def test_ruling_3_the_drawer_knows_the_fronts_and_the_others_only_the_backs() -> None:
    state = table(f"{ROUND_3} pile=S,?*4", mixed=True)
    state = after(state, "d", {"top": "joker"}, "d", {"top": "joker"}, ".")
    left = [name for name in PLATE_NAMES if int(state.unseen_plates) >> PLATE_NAMES.index(name) & 1]
    fronts = [next(name for name in left if kind(name) == sort) for sort in ("special", "joker")]
    state = after(state, {"plates": fronts})
    assert word(state, "drawn") == f"{fronts[0]}:0,{fronts[1]}:0"
    for viewer in (1, SPECTATOR):
        seen = state.copy()
        redact(seen, viewer)
        assert word(seen, "drawn") == "S:0,J:0"
    own = state.copy()
    redact(own, 0)
    assert own.tobytes() == state.tobytes()


def kept_plate() -> tuple[State, State, list[str]]:
    """Return a position in which a plate was just kept, what the other player sees of it, and the fronts drawn."""
    state = table(f"{ROUND_3} pile=S,?*4", mixed=True)
    state = after(state, "d", {"top": "joker"}, "d", {"top": "joker"}, ".")
    fronts: list[str] = random_draw(state.copy(), stream(3))["plates"]
    state = after(state, {"plates": fronts}, "k1")
    seen = state.copy()
    redact(seen, 1)
    return state, seen, fronts


def test_ruling_3_a_kept_plate_is_hidden_until_it_is_shown() -> None:
    state, seen, fronts = kept_plate()
    assert (word(state, "placing"), word(seen, "placing")) == (f"{fronts[0]}:0", "S:0")
    state = after(state, {"kept": fronts[0]})
    seen = state.copy()
    redact(seen, 1)
    assert word(seen, "placing") == fronts[0]


def test_ruling_3_who_has_not_seen_a_kept_plate_finds_any_of_its_type() -> None:
    state, seen, fronts = kept_plate()
    unseen = [name for name in SPECIAL_PLATES if int(seen.unseen_plates) >> PLATE_NAMES.index(name) & 1]
    assert kind(fronts[0]) == "special"
    assert len(unseen) > 1
    assert _kept(state) == {fronts[0]}
    assert _kept(seen) == set(unseen)


def _kept(state: State) -> set[str]:
    """Return the plates that the one in hand turns out to be, in some tries."""
    found = set()
    drawn = np.zeros(RULEBOOK.max_drawn, np.int16)
    for seed in range(40):
        shown = state.copy()
        assert deal(shown, stream("kept", seed), drawn) == 1
        assert RULEBOOK.status(shown) == 0
        assert word(shown, "placing") == PLATE_NAMES[drawn[0]]
        found.add(PLATE_NAMES[drawn[0]])
    return found


def hidden_pile() -> State:
    """Return a table where player 2 knows three plates at the bottom of the pile."""
    return table(
        f"{ROUND_3} pile=S,?*1,TRBS:1,KYRJ:1,YSKR:01", {"plates": "YBKSn,SYBRn"}, {"plates": "RJBKn"}, mixed=True
    )


@pytest.mark.slow
def test_a_guess_gives_every_front_that_fits_the_same_chance() -> None:
    """Player 1 has not seen two of the three returned plates: any unseen front of the type, each place its own."""
    state = hidden_pile()
    seen: Counter[str] = Counter()
    number = 8000
    rng = stream("guess")
    for _ in range(number):
        guess = state.copy()
        determinise(guess, 0, rng)
        places = word(guess, "pile").split(",")
        assert places[-1] == "YSKR:01"
        seen[f"{places[-3]} {places[-2]}"] += 1
    unseen = int(state.unseen_plates) | 1 << PLATE_NAMES.index("TRBS") | 1 << PLATE_NAMES.index("KYRJ")
    special = [name for name in SPECIAL_PLATES if unseen >> PLATE_NAMES.index(name) & 1]
    joker = [name for name in JOKER_PLATES if unseen >> PLATE_NAMES.index(name) & 1]
    expected = Counter(
        {f"{one}:1 {other}:1": number // (len(special) * len(joker)) for one in special for other in joker}
    )
    assert len(expected) > 1
    close(seen, expected, number)


def test_who_knows_everything_guesses_nothing() -> None:
    state = hidden_pile()
    guess = state.copy()
    determinise(guess, 1, stream(5))
    assert guess.tobytes() == state.tobytes()


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_redacted_position_can_be_written_and_read(viewer: int) -> None:
    state = hidden_pile()
    redact(state, viewer)
    assert RULEBOOK.status(state) == 0
    assert RULEBOOK.parse_position(RULEBOOK.position_text(state)).tobytes() == state.tobytes()
    hidden = {0: "S,?,S:1,J:1,YSKR:01", 1: "S,?,TRBS:1,KYRJ:1,YSKR:01", SPECTATOR: "S,?,S:1,J:1,S:01"}
    assert word(state, "pile") == hidden[viewer]
