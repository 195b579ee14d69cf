"""The contract suite finds what is wrong: for each of its checks a rulebook that breaks just that.

The example, Pebbles, passes everything (its own test is run in tests/plugin). Here it is broken, one place at a time:
the compiled half by a flaw of the game itself (see flawed/), the interpreted half by another function, the rest by a
patch of the suite's world.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntFlag
from fractions import Fraction
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar, cast

import numpy as np
import pytest

from azulejo import games
from azulejo.games.contract import CHANCE, OVER, Effect, Place, Preview, Step, Transfer, apply
from azulejo.games.title import Option, Title
from azulejo.kernel.rule import COMPILED
from azulejo.testing import cases as walks
from azulejo.testing import contract
from azulejo.testing.cases import FEW_COMBINATIONS, SAMPLED_COMBINATIONS, Case, RandomGame, cases
from azulejo.testing.contract import ContractSuite, wrong_with_svg
from azulejo.testing.damage import damaged_text, damaged_value
from azulejo.testing.trace import trace_the_other_way
from azulejo.texts import LANGUAGES, Message, catalogue, message
from azulejo.texts.errors import BadOption
from pebbles.components import MOST_IN_HANDFUL
from pebbles.effects import PEBBLE
from pebbles.invariants import Status
from pebbles.moves import Play, Take
from pebbles.state import HIDDEN
from tests.contract.flawed import FEATURES, FLAWED, FLAWS, SOUND, STAGES

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plugins")]


@pytest.fixture
def _long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all the attempts of a long run: what is found by chance must be found for sure."""
    monkeypatch.setattr(contract, "scale", lambda count: count)


@pytest.fixture(autouse=True)
def _option_text(plugins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for lang in LANGUAGES:
        monkeypatch.setitem(catalogue(lang), "pebbles.option.flaw", "what is wrong with the game")


class Flawed(ContractSuite):
    game = "tests.contract.flawed:FLAWED"
    evaluation: ClassVar[ModuleType | None] = cast("ModuleType", SimpleNamespace(FEATURES=FEATURES, STAGES=STAGES))


def run(suite: ContractSuite, check: str, flaw: str = "none", seats: int = 2) -> None:
    """Run one check of the suite."""
    test = getattr(suite, check)
    if "case" in inspect.signature(test).parameters:
        test(Case(seats, (("flaw", flaw),)))
    else:
        test()


def flawed(**changes: Any) -> ContractSuite:
    """Return the suite for a rulebook with something in it exchanged."""
    suite = Flawed()
    suite.rulebook = replace(FLAWED, **changes)
    return suite


CHECKS = [name for name in vars(ContractSuite) if name.startswith("test_")]


@pytest.mark.parametrize("check", CHECKS)
def test_without_a_flaw_every_check_passes(check: str) -> None:
    run(Flawed(), check)


def fails(says: str) -> Any:
    """Expect a failure that says this. Interpreted, a write outside an array is an error of its own."""
    kinds = (AssertionError, pytest.fail.Exception) if COMPILED else (Exception, pytest.fail.Exception)
    return pytest.raises(kinds, match=re.escape(says) if COMPILED else None)


# ---------------------------------------------------------------- flaws of the compiled half

COMPILED_FLAWS = [
    ("test_invariants", "negative_score", "does not hold: score"),
    ("test_invariants", "endless", "more than 18 decisions"),
    ("test_invariants", "no_moves", "0 legal moves, but 1 to 4 are declared"),
    ("test_invariants", "too_many_moves", "5 legal moves, but 1 to 4 are declared"),
    ("test_invariants", "moves_outside", "legal_moves writes outside moves_room"),
    ("test_invariants", "draws_outside", "deal writes outside max_drawn"),
    ("test_moves_and_draws", "moves_outside", "legal_moves writes outside moves_room"),
    ("test_moves_and_draws", "stranger", "is to move"),
    ("test_moves_and_draws", "no_moves", " moves for "),
    ("test_moves_and_draws", "moves_at_end", " moves for "),
    ("test_moves_and_draws", "too_many_moves", "are declared"),
    ("test_moves_and_draws", "descending", "the codes are not ascending: "),
    ("test_moves_and_draws", "code_too_large", "codes out of range: "),
    ("test_moves_and_draws", "draws_outside", "deal writes outside max_drawn"),
    ("test_moves_and_draws", "too_many_drawn", " pieces drawn, "),
    ("test_moves_and_draws", "endless", "the game does not end"),
    ("test_interpreted_equals_compiled", "overflow", "fails when run the other way"),
    ("test_interpreted_equals_compiled", "narrow_shift", " differ\n"),
    ("test_copies", "no_effect", " changes nothing"),
    ("test_setup", "start_forgotten", "the starting player is forgotten"),
    ("test_setup", "seats_forgotten", "the position says another number of seats"),
    ("test_draws", "twins", "deal_given differs from deal: "),
    ("test_position_texts", "negative_score", "does not hold: "),
    ("test_wrong_position_texts", "lax", "status passes a position that breaks "),
    ("test_redact", "redact_nothing", " sees hidden things in "),
    ("test_redact", "redact_more_each_time", "redact twice is not redact once"),
    ("test_redact", "redact_less_for_spectators", "a spectator sees what "),
    ("test_redact", "redact_turn", " does not see who is to move"),
    ("test_redact", "redact_own", " sees other moves"),
    ("test_redact", "moves_by_hidden", " sees other moves"),
    ("test_redact", "redact_scores", "another result"),
    ("test_determinise", "guess_peeks", " uses hidden things"),
    ("test_determinise", "guess_own", " changes what it knows: "),
    ("test_determinise", "guess_nonsense", "breaks "),
    ("test_determinise", "turn_by_hidden", " changes who is to move"),
    ("test_determinise", "moves_by_hidden", " has other moves"),
    ("test_determinise", "guess_trap", "a guess, played on, breaks "),
    ("test_observe", "observe_outside", "observe writes outside its "),
    ("test_observe", "observe_unwritten", " are not finite"),
    ("test_observe", "observe_large", " is "),
    ("test_observe", "observe_hidden", " show hidden things"),
    ("test_observe", "observe_nothing", "every observation is the same"),
    ("test_evaluation", "stage_outside", "stage "),
    ("test_evaluation", "features_outside", "features writes outside its "),
    ("test_evaluation", "features_unwritten", " are not finite"),
    ("test_evaluation", "features_hidden", " show hidden things"),
    ("test_evaluation", "prune_all", "prune leaves no move"),
    ("test_evaluation", "prune_others", "prune leaves "),
    ("test_outcome", "scores_outside", "outcome writes more than "),
    ("test_outcome", "nobody_wins", " are no seats"),
    ("test_outcome", "negative_score", "scores below 0: "),
    ("test_outcome", "points_by_playing", "who plays changes the points"),
    ("test_outcome", "winner_left", " win among "),
    ("test_outcome", "lowest_wins", " win, not "),
    ("test_looking_changes_nothing", "looking_writes", " changes the position"),
]


@pytest.mark.usefixtures("_long")
@pytest.mark.parametrize(("check", "flaw", "says"), COMPILED_FLAWS, ids=[f"{it[0]}-{it[1]}" for it in COMPILED_FLAWS])
def test_a_flaw_of_the_compiled_half_is_found(check: str, flaw: str, says: str) -> None:
    with fails(says):
        run(Flawed(), check, flaw, seats=3 if flaw == "lowest_wins" else 2)


def test_every_flaw_is_used() -> None:
    assert set(FLAWS) == {"none", *(flaw for _, flaw, _ in COMPILED_FLAWS)}


# ---------------------------------------------------------------- flaws of the interpreted half


def writing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that also writes to the state it looks at."""

    def look(state: Any, *rest: Any) -> Any:
        result = function(state, *rest)
        state.players[0].score += 1
        return result

    return look


def alternating(*functions: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does something else each time."""
    calls = iter(range(10**9))
    return lambda *values: functions[next(calls) % len(functions)](*values)


def or_wrong(function: Callable[..., Any], wrong: Any, when: Callable[..., bool]) -> Callable[..., Any]:
    """Return a function that answers wrongly in some cases."""
    return lambda *values: wrong if when(*values) else function(*values)


def raising(*_: Any) -> Any:
    raise KeyError("this is no answer")


def first_round(state: Any, move: int) -> bool:
    return bool(state.round_number == 1)


def second_round(state: Any, move: int) -> bool:
    return bool(state.round_number == 2)


def takes_all(text: str) -> int:
    """Read everything that begins like a take as a move, though of no code."""
    return 99 if text.startswith("t") else SOUND.parse_move(text)


def never(state: Any, code: int) -> Message:
    """Give a reason even for legal moves."""
    return SOUND.why_not(state, code) or message("errors.game_over")


def other(state: Any) -> Any:
    """Return the other player of two."""
    return state.players[1 - int(state.turn)]


def peeking(state: Any) -> int:
    """Suggest something by a card that the mover does not see."""
    return int(other(state).card == HIDDEN and state.pile > 1)


def by_hidden_card(state: Any, *rest: Any) -> Message:
    """Say something that the mover does not know."""
    return message("pebbles.describe.play", card=int(other(state).card))


def capped_text(state: Any) -> str:
    """Return the position's text, but scores above 50 as 50."""
    shown = state.copy()
    shown.players["score"] = np.minimum(shown.players["score"], 50)
    return FLAWED.position_text(shown)


def without_turn(text: str) -> Any:
    state = FLAWED.parse_position(text)
    state.turn = 0
    return state


def lenient(text: str) -> Any:
    """Read every text somehow."""
    with suppress(ValueError):
        return FLAWED.parse_position(text)
    return next(RandomGame(FLAWED, Case(2, (("flaw", "none"),)), 0).moments()).state


def strict_status(state: Any) -> IntFlag:
    """Find fault with cards that are not seen."""
    covered = (state.players["card"] == HIDDEN).any()
    return Status.CARD if covered else Status(SOUND.status(state))


EMPTY_TABLE = "pebbles phase=cards start=0 turn=0 round=0 pile=0 player=0/0 player=0/0 flaw=none"


@dataclass(frozen=True, slots=True)
class Pass:
    """A kind of move that no code has."""

    kind: str = "pass"


@dataclass(frozen=True, slots=True)
class Vague(Effect):
    """An effect that cannot be written as JSON."""

    points: Any


def kinds_alike(code: int) -> Any:
    """Return parts that are all called alike."""
    parts: Any = SOUND.parts(code)
    return parts if isinstance(parts, Take) else Play(parts.card, kind=cast(Any, "take"))


def one_transfer(count: int, *, to: str = "hoard", seat: int | None = 0) -> Callable[..., list[Transfer]]:
    """Return a function that says that so many pebbles go from the pile to a place."""
    return lambda state, move: [Transfer(PEBBLE, count, Place("pile"), Place(to, seat=seat))]


def nothing(*_: Any) -> list[Transfer]:
    return []


def board_with(**changes: Any) -> Callable[..., Any]:
    """Return a function that gives a board with something in it exchanged."""
    return lambda state, viewer=None: replace(SOUND.board(state, viewer), **changes)


def odds_of(*pieces: int, share: Fraction | None = None) -> Callable[..., Any]:
    """Return odds that are the same for each of these pieces, as long as something is to be drawn."""
    each = share or Fraction(1, len(pieces))
    return lambda state, drawn: dict.fromkeys(pieces, each) if SOUND.odds(state, drawn) else {}


HANDFULS = range(1, 1 + MOST_IN_HANDFUL)

INTERPRETED_FLAWS: list[tuple[str, dict[str, Any], str]] = [
    ("test_draws", {"draw_value": lambda state, drawn: tuple(drawn)}, " is not the same after being written as JSON"),
    ("test_draws", {"parse_draw": lambda state, value: [*value, 1]}, " is read as "),
    ("test_odds", {"odds": odds_of(*reversed(HANDFULS))}, "the pieces do not ascend: "),
    ("test_odds", {"odds": odds_of(99)}, "no such piece"),
    ("test_odds", {"odds": lambda state, drawn: dict.fromkeys(HANDFULS, Fraction(1, 4))}, " there is more to draw: "),
    ("test_odds", {"odds": odds_of(*HANDFULS, share=Fraction(1, 3))}, "the odds add up to "),
    ("test_odds", {"odds": odds_of(1)}, " was drawn and has no odds: "),
    ("test_odds", {"piece_label": lambda state, drawn, piece: ""}, "a piece has no name: "),
    ("test_odds", {"piece_label": lambda state, drawn, piece: "x"}, "two pieces have the same name: "),
    ("test_odds", {"parse_draw": lambda state, value: [*value, 1]}, " has odds and cannot be drawn"),
    ("test_impossible_draws", {"parse_draw": lambda state, value: [99, 99]}, " is accepted, then does not hold: "),
    ("test_impossible_draws", {"parse_draw": lambda state, value: [1] * 9}, ": more than "),
    ("test_impossible_draws", {"parse_draw": lambda state, value: [1, 1]}, "every draw is accepted"),
    (
        "test_impossible_draws",
        {"parse_draw": alternating(lambda state, value: [1, 2], lambda state, value: [2, 1])},
        ", then as ",
    ),
    ("test_events", {"redact_event": lambda state, event, seat: event}, " learns: "),
    ("test_events", {"redact_event": lambda state, event, seat: {**event, "draw": None}}, "sees "),
    ("test_events", {"redact_event": lambda state, event, seat: {}}, ", not "),
    ("test_events", {"draw_audience": lambda state: 9}, "no audience: "),
    ("test_move_texts", {"move_text": lambda code: f"take {code}"}, " is not plain to type"),
    ("test_move_texts", {"move_text": lambda code: SOUND.move_text(min(code, 5))}, " is the text of "),
    ("test_move_texts", {"parse_move": lambda text: 0}, " is read as "),
    ("test_move_texts", {"parse_move": lambda text: SOUND.parse_move(text) if text.islower() else -1}, ", not "),
    ("test_move_texts", {"move_text": lambda code: SOUND.move_text(code) if 0 <= code < 7 else ""}, "DID NOT RAISE"),
    ("test_parts", {"move_kinds": (Take,)}, " is of no declared kind"),
    ("test_parts", {"parts": kinds_alike}, "two kinds are called "),
    ("test_parts", {"parts": lambda code: Take(cast(int, np.int64(1)))}, " has more than numbers and texts"),
    ("test_parts", {"code_of": lambda said: 0}, ", not "),
    ("test_parts", {"move_kinds": (Take, Play, Pass)}, " occur of the declared kinds"),
    ("test_parts", {"parts": lambda code: SOUND.parts(code % 7)}, "DID NOT RAISE"),
    ("test_wrong_move_texts", {"parse_move": takes_all}, ", which is no move code"),
    ("test_wrong_move_texts", {"parse_move": lambda text: 0}, "DID NOT RAISE"),
    ("test_position_texts", {"status": lambda state: Status.PILE}, " in a position that occurred"),
    (
        "test_position_texts",
        {"position_text": lambda state: "p" + FLAWED.position_text(state)},
        "does not begin with the name of the game: ",
    ),
    ("test_position_texts", {"parse_position": without_turn}, "written, read and written differs"),
    (
        "test_position_texts",
        {"parse_position": without_turn, "position_text": lambda state: EMPTY_TABLE},
        "read, it differs in ",
    ),
    ("test_position_texts", {"status": strict_status}, " in what "),
    ("test_wrong_position_texts", {"status": lambda state: Status.VALID}, "status says "),
    ("test_wrong_position_texts", {"position_text": capped_text}, "read anew, not "),
    ("test_wrong_position_texts", {"parse_position": lenient}, "DID NOT RAISE"),
    ("test_why_not", {"why_not": never}, " is legal, but: "),
    ("test_why_not", {"why_not": lambda state, code: None}, " is not legal, but no reason is given"),
    ("test_why_not", {"why_not": lambda state, code: SOUND.why_not(state, code % 7)}, "DID NOT RAISE"),
    ("test_sentences", {"describe": by_hidden_card}, " is said otherwise"),
    (
        "test_sentences",
        {"sentence": lambda c, done: message("pebbles.describe.none")},
        " is said otherwise by its effect",
    ),
    ("test_previews", {"preview": or_wrong(SOUND.preview, Preview(1), second_round)}, ": ends_game is "),
    ("test_previews", {"preview": or_wrong(SOUND.preview, Preview(1), first_round)}, ": ends_round is "),
    (
        "test_previews",
        {"preview": lambda s, m: replace(SOUND.preview(s, m), loss=cast(int, np.int8(1)))},
        " has no whole numbers",
    ),
    ("test_previews", {"preview_several": lambda s, codes: [Preview(99)] * len(codes)}, "previews differ together"),
    ("test_scoring_steps", {"scoring_steps": lambda s, m: []}, ": the story ends with "),
    ("test_scoring_steps", {"scoring_steps": lambda s, m: [Step("take", 0, 1, 99)]}, " does not add up: "),
    ("test_suggest", {"suggest": lambda state: 2}, " is suggested, but not legal"),
    ("test_suggest", {"suggest": peeking}, " is suggested by hidden things: "),
    ("test_effects", {"effect": lambda state, move: 7}, " is no effect"),
    ("test_effects", {"effect": lambda state, move: Vague(np.int8(1))}, " has more than numbers and texts"),
    ("test_effects", {"effect_several": lambda s, codes: [Effect()] * len(codes)}, "effects differ together"),
    ("test_effects", {"transfers": one_transfer(0)}, " moves nothing"),
    ("test_effects", {"transfers": one_transfer(1, to="pile", seat=None)}, " goes nowhere"),
    ("test_effects", {"transfers": one_transfer(1, seat=2)}, " is of no seat"),
    ("test_effects", {"draw_transfers": one_transfer(1, seat=2)}, " is of no seat"),
    ("test_effects", {"transfers": one_transfer(1, to="heap")}, " has a place of no declared kind"),
    ("test_effects", {"draw_transfers": one_transfer(1, to="heap")}, " has a place of no declared kind"),
    ("test_effects", {"transfers": nothing, "draw_transfers": nothing}, "nothing ever goes anywhere"),
    ("test_boards", {"board_type": Pass}, " is not the declared type"),
    ("test_boards", {"board": board_with(game="azul")}, "the board is one of "),
    ("test_boards", {"board": board_with(viewer=0)}, " sees what "),
    ("test_boards", {"board": board_with(turn=0)}, "the board says that "),
    ("test_boards", {"board": board_with(pile=np.int8(1))}, "a board has more than numbers and texts"),
    ("test_pictures", {"picture_text": lambda board, lang: " \n"}, "nothing is drawn"),
    ("test_pictures", {"picture_svg": lambda board, lang: f"<svg>{lang}"}, "the picture is not safe to show: "),
    *(
        ("test_looking_changes_nothing", {name: writing(getattr(FLAWED, name))}, f"{name} changes the position")
        for name in (
            "position_text",
            "status",
            "board",
            "why_not",
            "draw_value",
            "parse_draw",
            "draw_audience",
            "redact_event",
            "describe_draw",
            "draw_transfers",
            "odds",
            "piece_label",
            "suggest",
            "effect",
            "transfers",
            "describe",
            "preview",
            "scoring_steps",
        )
    ),
]


@pytest.mark.usefixtures("_long")
@pytest.mark.parametrize(
    ("check", "broken_by", "says"),
    INTERPRETED_FLAWS,
    ids=[f"{check}-{'-'.join(by)}-{number}" for number, (check, by, _) in enumerate(INTERPRETED_FLAWS)],
)
def test_a_flaw_of_the_interpreted_half_is_found(check: str, broken_by: dict[str, Any], says: str) -> None:
    with fails(says):
        run(flawed(**broken_by), check)


@pytest.mark.parametrize(
    ("check", "name"),
    [
        ("test_impossible_draws", "parse_draw"),
        ("test_wrong_move_texts", "parse_move"),
        ("test_wrong_position_texts", "parse_position"),
        ("test_why_not", "why_not"),
        ("test_sentences", "describe"),
        ("test_sentences", "describe_draw"),
        ("test_suggest", "suggest"),
        ("test_odds", "odds"),
        ("test_odds", "piece_label"),
        ("test_parts", "parts"),
        ("test_parts", "code_of"),
        ("test_effects", "effect"),
        ("test_effects", "transfers"),
        ("test_effects", "draw_transfers"),
        ("test_boards", "board"),
        ("test_pictures", "picture_text"),
        ("test_pictures", "picture_svg"),
        ("test_events", "redact_event"),
    ],
)
def test_another_error_than_the_right_one_is_let_through(check: str, name: str) -> None:
    with pytest.raises(KeyError, match="this is no answer"):
        run(flawed(**{name: raising}), check)


@pytest.mark.parametrize(
    ("check", "name"),
    [("test_why_not", "why_not"), ("test_sentences", "describe"), ("test_sentences", "describe_draw")],
)
def test_what_cannot_be_said_is_found(check: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsaid(state: Any, what: Any) -> Message | None:
        legal = name == "why_not" and SOUND.why_not(state, what) is None
        return None if legal else message("no.text")

    suite = flawed(**{name: unsaid})
    with pytest.raises(KeyError):
        run(suite, check)
    for lang in LANGUAGES:
        monkeypatch.setitem(catalogue(lang), "no.text", " ")
    with fails("nothing is said in "):
        run(suite, check)


def test_an_unsaid_step_of_a_scoring_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(catalogue("ru"), "pebbles.scoring.take")
    with pytest.raises(KeyError):
        run(Flawed(), "test_scoring_steps")
    monkeypatch.setitem(catalogue("ru"), "pebbles.scoring.take", "")
    with fails("the scoring says nothing in "):
        run(Flawed(), "test_scoring_steps")


class Bilingual(Flawed):
    """A game that claims to speak Russian, too; what it says then is English."""

    languages: ClassVar[list[str]] = list(LANGUAGES)


def test_words_that_are_the_same_in_two_languages_are_found() -> None:
    suite = Bilingual()
    with fails("drawn the same in every language"):
        run(suite, "test_pictures")
    suite.rulebook = replace(
        FLAWED, picture_text=lambda board, lang: lang, picture_svg=lambda board, lang: SOUND.picture_svg(board, "en")
    )
    with fails("a picture without words"):
        run(suite, "test_pictures")


def test_a_text_that_only_one_language_has_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run(Bilingual(), "test_texts")
    monkeypatch.delitem(catalogue("ru"), "pebbles.describe.pour")
    with fails("no text in 'ru' for ['pebbles.describe.pour']"):
        run(Bilingual(), "test_texts")


def test_a_game_without_a_word_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute(Flawed):
        languages: ClassVar[list[str]] = []

    with fails("no texts at all: write one of "):
        run(Mute(), "test_texts")
    monkeypatch.setattr(contract, "page", lambda *_: None)
    with fails("there are no rules in short, "):
        run(Flawed(), "test_texts")


# ---------------------------------------------------------------- flaws of what is declared


class ObjectState:
    dtype = np.dtype([("anything", object)])


PLAIN = Option("flaw", FLAWS)
LAX_OPTION = Option("flaw", ("a", "b"), "list", lambda value: (value, (7,)))

DECLARED_FLAWS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("test_declaration", {}, {"options": (PLAIN, PLAIN)}, "two options have the same name"),
    ("test_declaration", {"invariants": ("pile", "pile")}, {}, "two invariants have the same name"),
    ("test_options", {}, {"options": (LAX_OPTION,)}, "DID NOT RAISE"),
    ("test_size", {"state": ObjectState}, {}, "no Python objects"),
    ("test_texts", {}, {"options": (Option("size", ("small",)), PLAIN)}, "no text in "),
]


@pytest.mark.parametrize(("check", "of_rulebook", "of_title", "says"), DECLARED_FLAWS)
def test_a_wrong_declaration_is_found(
    check: str, of_rulebook: dict[str, Any], of_title: dict[str, Any], says: str
) -> None:
    with fails(says):
        run(flawed(title=replace(FLAWED.title, **of_title), **of_rulebook), check)


def test_another_title_in_the_menu_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    suite = Flawed()
    monkeypatch.setattr(Flawed, "game", "azul")
    suite.rulebook = FLAWED
    with fails("the rulebook has another title than the menu"):
        run(suite, "test_declaration")
    monkeypatch.setattr(games, "title", lambda name: FLAWED.title)
    with fails(" calls itself "):
        run(suite, "test_declaration")


def test_option_values_of_a_wrong_width_or_with_the_same_meaning_are_found() -> None:
    def seven(value: str) -> tuple[str, tuple[int, ...]]:
        if value == "no such value":
            raise BadOption("errors.option_value", option="", value=value, values=())
        return value, (7,) * len(value)

    suite = Flawed()
    option = Option("flaw", ("a",), "list", seven)
    suite.rulebook = replace(FLAWED, title=replace(FLAWED.title, options=(option,)))
    for values, says in (((), None), (("bb",), " numbers"), (("c", "d"), " mean the same")):
        suite.extra_options = {"flaw": values}  # type: ignore[misc]
        if says is None:
            run(suite, "test_options")
        else:
            with fails(says):
                run(suite, "test_options")


def test_a_position_too_large_is_found() -> None:
    class Small(Flawed):
        max_bytes = 8

    with fails(" are allowed"):
        run(Small(), "test_size")


# ---------------------------------------------------------------- a world in which the suite's tools go wrong


def test_results_that_change_from_time_to_time_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(10**9))

    def unsteady(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(state: Any, *rest: Any) -> Any:
            result = function(state, *rest)
            state.players[0].score += next(calls) % 100
            return result

        return call

    for name, check, says in (
        ("apply", "test_copies", " does not always do the same"),
        ("setup", "test_setup", "set-up does not always do the same"),
        ("deal", "test_draws", "the same chance deals something else"),
        ("determinise", "test_determinise", "the same chance guesses otherwise"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(contract, name, unsteady(getattr(contract, name)))
            with fails(says):
                run(Flawed(), check)


@dataclass
class Handle:
    """A position whose copies are not what they should be."""

    record: Any
    shared: bool

    def copy(self) -> "Handle":
        if self.shared:
            return self
        different = self.record.copy()
        different.players[0].score += 1
        return Handle(different, shared=False)

    def tobytes(self) -> bytes:
        memory: bytes = self.record.tobytes()
        return memory


@pytest.mark.parametrize(
    ("shared", "says"), [(True, "a move in a copy changes the original"), (False, "a copy is not equal")]
)
def test_copies_that_are_none_are_found(shared: bool, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Handles(Flawed):
        def moments(self, case: Case, games: int) -> Iterator[walks.Moment]:
            for moment in super().moments(case, games):
                yield replace(moment, state=Handle(moment.state, shared))

    monkeypatch.setattr(contract, "apply", lambda state, move: apply(state.record, move))
    with fails(says):
        run(Handles(), "test_copies")


def test_a_shorter_game_the_other_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "trace_the_other_way", lambda *values: trace_the_other_way(*values)[:-1])
    with fails(" steps here, "):
        run(Flawed(), "test_interpreted_equals_compiled")


def test_a_game_that_does_not_end_is_found_among_others() -> None:
    class SecondOne(Flawed):
        def moments(self, case: Case, games: int) -> Iterator[walks.Moment]:
            yield from list(RandomGame(self.rulebook, case, 0).moments())[:-1]
            yield from RandomGame(self.rulebook, case, 1).moments()

    with fails("the game does not end"):
        run(SecondOne(), "test_moves_and_draws")


# ---------------------------------------------------------------- secrets that are none, or are never tried


@pytest.mark.parametrize(
    ("check", "says"),
    [
        ("test_redact", "redact changes what is no secret"),
        ("test_determinise", "guesses without need"),
        ("test_events", "a private draw in a game without secrets"),
    ],
)
def test_secrets_in_a_game_that_has_none_are_found(check: str, says: str) -> None:
    with fails(says):
        run(flawed(title=replace(FLAWED.title, secrets=False)), check)


def test_hidden_things_that_never_change_are_found() -> None:
    class Same(Flawed):
        def hidden_variants(self, state: Any, seat: int, rng: Any) -> Iterator[Any]:
            yield state.copy()

    with fails("nothing hidden was ever changed"):
        run(Same(), "test_redact")


def test_a_variant_made_by_hand_is_compared() -> None:
    class ByHand(Flawed):
        def hidden_variants(self, state: Any, seat: int, rng: Any) -> Iterator[Any]:
            variant = state.copy()
            variant.pile += 1
            yield variant

    with fails("sees hidden things in pile"):
        run(ByHand(), "test_redact")


# ---------------------------------------------------------------- the parts


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ("<text>fine</text>", None),
        ('<g id="a"/><use href="#a"/><rect fill="url(#a)"/>', None),
        ("<text>", "no XML"),
        ("<script>1</script>", "<script> may not"),
        ('<use href="#a"/>', "outside the picture"),
        ('<use href="https://example.org/a"/>', "outside the picture"),
        ('<rect fill="url(other.svg#a)"/>', "outside the picture"),
        ('<rect onclick="1"/>', "onclick= may not"),
        ("<style>@import 'a'</style>", "a style may not"),
        ("<!-- hello -->", "may not declare"),
    ],
)
def test_what_is_wrong_with_a_picture(inside: str, problem: str | None) -> None:
    found = wrong_with_svg(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')
    assert found is None if problem is None else problem in str(found)


def test_a_picture_must_be_svg() -> None:
    assert "no SVG" in str(wrong_with_svg("<p/>"))


def test_every_option_value_occurs_for_every_number_of_seats() -> None:
    options = tuple(Option(name, tuple(f"{name}{number}" for number in range(5))) for name in "abc")
    chosen = cases(Title("many", (2, 4), options), {"a": ["extra"]})
    for seats in (2, 4):
        of_seats = [case for case in chosen if case.seats == seats]
        assert of_seats[0].options == (("a", "a0"), ("b", "b0"), ("c", "c0"))
        occurring = {pair for case in of_seats for pair in case.options}
        assert occurring == {(name, f"{name}{number}") for name in "abc" for number in range(5)} | {("a", "extra")}
        assert len(of_seats) == len(set(of_seats)) == 1 + 13 + SAMPLED_COMBINATIONS
    assert chosen == cases(Title("many", (2, 4), options), {"a": ["extra"]})


def test_few_combinations_are_all_tried() -> None:
    options = (Option("a", ("x", "y")), Option("b", ("x", "y", "z")))
    assert len(cases(Title("few", (2, 3), options))) == 2 * 6 <= 2 * FEW_COMBINATIONS
    assert [str(case) for case in cases(Title("none", (2,)))] == ["2"]


def test_damage_is_done_and_can_be_done_again() -> None:
    right = ["pebbles round=1 pile=8 seat=1/2", "pebbles round=2 pile=3 seat=0/0"]
    texts = [damaged_text(Random(seed), right) for seed in range(300)]
    assert texts == [damaged_text(Random(seed), right) for seed in range(300)]
    assert len(set(texts)) > 200
    assert any(re.fullmatch(r"pebbles round=\d pile=\d seat=\d/\d", text) and text not in right for text in texts)
    value = {"draw": ["BBRW", [1, 2]]}
    values = [repr(damaged_value(Random(seed), value)) for seed in range(300)]
    assert values == [repr(damaged_value(Random(seed), value)) for seed in range(300)]
    assert repr(value) in values  # a letter may be exchanged for itself
    assert len(set(values)) > 50


def test_a_numbered_game_is_always_the_same_and_ends() -> None:
    def played(number: int) -> list[bytes]:
        return [moment.state.tobytes() for moment in RandomGame(SOUND, Case(2), number).moments()]

    assert played(3) == played(3) != played(4)
    kinds = [moment.seat for moment in RandomGame(SOUND, Case(2), 3).moments()]
    assert kinds[:3] == [CHANCE] * 3
    assert kinds[-1] == OVER
    assert kinds.count(OVER) == 1


def test_a_moment_without_text_shows_its_bytes() -> None:
    moment = next(RandomGame(replace(SOUND, position_text=raising), Case(2), 0).moments())
    assert moment.state.tobytes().hex() in str(moment)
    assert "pebbles 2, game 0, step 0" in str(moment)


# ---------------------------------------------------------------- nothing is left out


def messages_of_the_suite() -> Iterator[tuple[str, str, str]]:
    """Yield every assertion of the suite: its test, its line, and the fixed parts of what it says."""
    tree = ast.parse(Path(contract.__file__).read_text(encoding="utf-8"))
    suite = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "ContractSuite")
    for test in suite.body:
        for node in ast.walk(test):
            if isinstance(node, ast.Assert) and node.msg is not None:
                parts = node.msg.values if isinstance(node.msg, ast.JoinedStr) else [node.msg]
                said = "…".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
                yield getattr(test, "name", ""), ast.unparse(node)[:90], said
            if isinstance(node, ast.With) and "pytest.raises" in ast.unparse(node.items[0]):
                yield getattr(test, "name", ""), ast.unparse(node)[:90], "DID NOT RAISE"


def expected_messages() -> set[tuple[str, str]]:
    """Return every check that this file names, with every text beside it: in its row, or in the same test."""
    expected = set()
    for statement in ast.parse(Path(__file__).read_text(encoding="utf-8")).body:
        for part in ast.walk(statement) if isinstance(statement, ast.Assign | ast.AnnAssign) else [statement]:
            if isinstance(part, ast.Tuple | ast.FunctionDef):
                texts = [str(node.value) for node in ast.walk(part) if isinstance(node, ast.Constant)]
                checks = [text for text in texts if text.startswith("test_")]
                expected |= {(check, text) for check in checks for text in texts if len(text) > 3}
    return expected


def test_every_assertion_of_the_suite_is_seen_to_fail() -> None:
    expected = expected_messages()
    unseen = [
        f"{check}: {assertion}"
        for check, assertion, said in messages_of_the_suite()
        if not any(check == name and text in said for name, text in expected)
    ]
    assert unseen == []
