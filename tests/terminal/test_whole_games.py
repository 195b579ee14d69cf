"""Whole games on the drawn board, from the first deal to the last point: typed, pointed at, clicked."""

from itertools import cycle, product

import pytest

from azulejo import verify
from azulejo.games import own_names, terminal
from azulejo.play import Game, new_game
from azulejo.texts import LANGUAGES
from tests.choosing import some_of
from tests.terminal.pilot import NARROW, WIDE, Person, at_table, seated

pytestmark = pytest.mark.slow

DRAWN = [name for name in own_names() if terminal(name)]
"""The games with a picture of their own."""
GAMES = some_of(product(DRAWN, LANGUAGES), ("azul", "en"))


async def play(person: Person) -> None:
    """Play to the end as the rulebook suggests, choosing in turn in every way that there is."""
    ways = cycle((person.by_typing, person.by_pointing, person.by_mouse))
    await person.until_asked()
    while not person.game.is_over:
        await person.choose(next(ways), person.suggested())
        await person.until_asked()


def check(person: Person, game: Game, first: int = 0) -> None:
    """See that the game is over, told from an event on to the end, and right."""
    ended = game.outcome()
    assert ended is not None
    assert ended.text(person.table.lang) in person.says("asked")
    assert verify(game.record()).is_over
    moves = sum("move" in event for event in game.events[first:])
    assert sum(line.kind == "move" for line in person.table.log_lines) == moves
    assert any(line.kind == "scoring" for line in person.table.log_lines)


@pytest.mark.parametrize(("name", "lang"), GAMES)
@at_table
async def test_a_whole_game_is_played(name: str, lang: str) -> None:
    game = new_game(name, seed=11, undo="free")
    async with seated(game, lang, WIDE) as person:
        await play(person)
        check(person, game)


@pytest.mark.parametrize("name", some_of(DRAWN))
@at_table
async def test_a_whole_game_is_played_with_all_seats_in_a_small_terminal(name: str) -> None:
    seats = max(new_game(name).title.seats)
    game = new_game(name, seats=seats, seed=12, undo="free")
    async with seated(game, "ru", NARROW, seat=1) as person:
        while not game.is_over:
            await person.choose(person.by_pointing, person.suggested())
            await person.until_asked()
        check(person, game)


@at_table
async def test_the_last_round_of_the_game_with_most_kinds_of_moves_is_played() -> None:
    game = new_game("duel", seed=11, undo="free")
    while game.state.round_number < 5:
        game.push(game.rulebook.suggest(game.redacted(game.due)))
    first = len(game.events)
    async with seated(game, "ru", WIDE) as person:
        await play(person)
        check(person, game, first)


@pytest.mark.long
@at_table
async def test_a_whole_game_is_played_on_a_grey_wall() -> None:
    game = new_game("azul", seed=13, wall="grey", undo="free")
    async with seated(game, "en", WIDE) as person:
        await play(person)
        check(person, game)


@at_table
async def test_a_game_of_another_package_is_played_from_the_list(plugins: None) -> None:
    game = new_game("pebbles", seed=3, undo="free")
    async with seated(game, "en", NARROW) as person:
        shown = [line.rstrip() for line in person.says("board").splitlines()]
        assert shown == game.rulebook.text(game.redacted(0), "en", 0).splitlines()
        while not game.is_over:
            await person.choose(person.by_pointing, person.suggested())
            await person.until_asked()
        check(person, game)
