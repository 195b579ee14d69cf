"""The levels, and how a style chooses among candidates."""

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from azulejo.bots import levels
from azulejo.bots.engine_bot import EngineBot, Style, tighter
from azulejo.bots.levels import LEVELS, level, level_name, level_of
from azulejo.engine.analysis import Candidate
from azulejo.engine.limits import Limits
from azulejo.games import folder, own_names, rulebook
from azulejo.kernel.chance import stream
from azulejo.play import new_game
from azulejo.texts import LANGUAGES
from azulejo.texts.errors import BadOption
from tests.bots.helpers import OnePly, some_game


def candidates(*margins: float, error: float = 0.0) -> list[Candidate]:
    return [Candidate(code, 1, (0.5, 0.5), margin, error, (code,)) for code, margin in enumerate(margins)]


def chosen(style: Style, *margins: float, times: int = 400) -> list[int]:
    """Return how often a style chooses each of the candidates."""
    found = candidates(*margins)
    picks = [style.choose(found, stream("style", number)).move for number in range(times)]
    return [picks.count(code) for code in range(len(margins))]


def test_without_a_weakness_the_first_candidate_is_played() -> None:
    assert chosen(Style(), 1.0, 5.0, 3.0) == [400, 0, 0]


def test_close_moves_are_not_told_apart_and_distant_ones_are() -> None:
    close = chosen(Style(temperature=2.0), 5.0, 4.9, -20.0)
    assert close[0] > 150
    assert close[1] > 150
    assert close[2] == 0
    assert chosen(Style(temperature=0.01), 5.0, 4.0) == [400, 0]


def test_a_move_worth_one_temperature_less_is_chosen_a_bit_more_than_a_third_as_often() -> None:
    first, second = chosen(Style(temperature=3.0), 3.0, 0.0, times=3000)
    assert 2.3 < first / second < 3.2


def test_who_misses_moves_plays_the_best_of_those_seen() -> None:
    first, second, third = chosen(Style(misses=0.5), 9.0, 6.0, 3.0, times=2000)
    assert 900 < first < 1250  # seen, or nothing seen and picked by chance
    assert 420 < second < 720
    assert 200 < third < 460


def test_what_is_plainly_absurd_is_never_played() -> None:
    assert chosen(Style(misses=0.95, temperature=50.0, absurd=5.0), 9.0, 6.0, 3.9)[2] == 0
    assert chosen(Style(misses=0.95, temperature=50.0, absurd=5.5), 9.0, 6.0, 3.9)[2] > 0


def test_a_move_that_was_hardly_looked_at_counts_for_less() -> None:
    looked = candidates(5.0)[0]
    guessed = Candidate(1, 0, (0.5, 0.5), 6.0, float("inf"), (1,))
    style = Style(temperature=0.5)
    assert {style.choose([looked, guessed], stream("style", number)).move for number in range(50)} == {0}
    assert style.choose([guessed], stream("style", 0)) is guessed


# ---------------------------------------------------------------- limits


def test_the_tighter_limit_counts() -> None:
    own = Limits(nodes=500, seconds=1.0)
    assert tighter(own, None) == own
    assert tighter(own, Limits(nodes=100)) == Limits(nodes=100, seconds=1.0)
    assert tighter(own, Limits(nodes=1000, seconds=0.2)) == Limits(nodes=500, seconds=0.2)
    short = tighter(own, Limits(clock=2.5, increment=0.0))
    assert short.nodes == 500
    assert short.seconds == pytest.approx(0.1)
    assert tighter(Limits(), Limits()) == Limits()


def test_the_engine_is_asked_with_what_the_seat_sees_and_the_limits() -> None:
    game = some_game("duel", moves=5)
    engine = OnePly(game.rulebook)
    bot = EngineBot("duel", Limits(nodes=70), engine=engine)
    view = game.view(game.turn or 0, Limits(nodes=1000, seconds=3.0))
    bot.new_game(view)
    move, analysis = bot.decide(view)
    assert engine.games == 1
    assert engine.asked[-1] == Limits(nodes=70, seconds=3.0)
    assert (engine.states[-1] == view.state).all()
    assert analysis is not None
    assert move.code == analysis.best.move
    assert bot.choose(view) == move


def test_without_any_limit_the_engine_thinks_for_a_second() -> None:
    game = some_game()
    engine = OnePly(game.rulebook)
    EngineBot("azul", engine=engine).choose(game.view(game.turn or 0))
    assert engine.asked == [Limits(seconds=1.0)]


ONE_MOVE = (
    "azul round=3 turn=1 start=1 marker=1 factories=-,-,-,-,- centre=RRRRR bag=B10Y6R8K8W8 lid=B2Y7R4K4W4 "
    "board=0/Y,BB,B,BBB,KK/B.R..,..Y..,.....,.....,...W./YYYY board=0/B,K,KKK,K,WWWW/..RK.,...R.,.....,....Y,...../*WWW"
)
"""Red can only fall to the floor."""


def test_a_single_move_needs_no_search() -> None:
    game = new_game("azul", position=ONE_MOVE)
    engine = OnePly(game.rulebook)
    assert str(EngineBot("azul", engine=engine).choose(game.view(1))) == "cr-"
    assert engine.asked == []


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("game", own_names())
@pytest.mark.parametrize("name", LEVELS)
def test_every_level_is_complete_in_every_game(game: str, name: str) -> None:
    found = level_of(name, game)
    assert found.limits.nodes is not None
    assert found.limits.nodes >= 1
    assert found.limits.seconds is not None
    assert 0 < found.limits.seconds <= 3.0
    assert 0 <= found.style.misses < 1
    assert found.style.temperature >= 0
    assert found.style.absurd > 0


@pytest.mark.parametrize("game", own_names())
def test_levels_look_further_and_miss_less_from_one_to_the_next(game: str) -> None:
    found = [level_of(name, game) for name in LEVELS]
    for lower, upper in pairwise(found):
        assert (lower.limits.nodes or 0) <= (upper.limits.nodes or 0)
        assert lower.style.misses >= upper.style.misses
        assert lower.style.temperature >= upper.style.temperature
    assert found[-1].style == Style()


USUAL_LEVELS = Path(levels.__file__).with_name("levels.toml")
OWN_LEVELS = [file for game in own_names() if (file := folder(game) / "levels.toml").is_file()]


@pytest.mark.parametrize("file", [USUAL_LEVELS, *OWN_LEVELS], ids=lambda file: file.parent.name)
def test_a_file_of_levels_names_nothing_else(file: Path) -> None:
    assert set(tomllib.loads(file.read_text(encoding="utf-8"))) <= set(LEVELS)


def test_every_level_has_a_name_in_both_languages() -> None:
    for lang in LANGUAGES:
        assert len({level_name(name, lang) for name in LEVELS}) == len(LEVELS)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(BadOption, match="first-timer, novice"):
        level("grandmaster", "azul")


@pytest.mark.parametrize("game", own_names())
def test_a_level_plays_with_its_own_engine_limits(game: str) -> None:
    engine = OnePly(rulebook(game))
    position = some_game(game, moves=1)
    bot = level("novice", game, engine=engine)
    assert bot.choose(position.view(position.turn or 0)) in position.legal_moves
    assert bot.name == "novice"
    assert engine.asked == [level_of("novice", game).limits]


@pytest.mark.slow
@pytest.mark.parametrize("game", own_names())
@pytest.mark.parametrize("name", LEVELS)
def test_every_level_answers(game: str, name: str) -> None:
    position = some_game(game, moves=2)
    view = position.view(position.turn or 0)
    bot = level(name, game)
    bot.new_game(view)
    assert bot.choose(view) in position.legal_moves
