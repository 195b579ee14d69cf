"""Words for the examples of play: tables with a known deal, random games, errors in both languages."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import azulejo
from azulejo.games import title
from azulejo.play import Game, new_game

DEAL = ["BBRW", "YYKK", "RRBW", "KWYB", "RKWY"]
"""A first deal for two."""

LAST_TURN = "azul factories=B,K board=0/-/.YRKW,.....,.....,.....,..... board=0"
"""Player 1 completes a row with 1b1; after player 2's move the game is over."""

USUAL = title("azul").complete({})
"""The options of the game where none are given."""


def table(**more: Any) -> Game:
    """Return a game for two with a known deal, in which player 1 starts, and not for practice."""
    return new_game("azul", **{"first": 0, "draws": [DEAL], **more})


def play_on(game: Game, seed: object = 0, moves: int | None = None) -> Game:
    """Play at random, to the end if no number of moves is given."""
    choice = random.Random(str(seed))
    while not game.is_over and moves != 0:
        game.push(choice.choice(game.legal_moves.codes))
        moves = None if moves is None else moves - 1
    return game


def random_game(seed: int = 1, **options: Any) -> Game:
    """Return a finished game."""
    return play_on(new_game("azul", seed=seed, **options), seed)


def wandering_game(seed: int, undos: int = 8, **options: Any) -> Game:
    """Return a finished game in which moves were taken back now and then, also many at once."""
    game = new_game("azul", seed=seed, **options)
    choice = random.Random(str(seed))
    while not game.is_over:
        play_on(game, choice.random(), choice.randrange(1, 9))
        made = sum("move" in event for event in game.line)
        if undos and not game.is_over:
            game.undo(choice.randrange(1, min(made, 12) + 1), seat=choice.randrange(game.seats))
            undos -= 1
    return game


def everything(game: Game) -> tuple[object, ...]:
    """Return all that can be seen of a game, to compare it with later."""
    return game.record(), game.position, game.turn, game.legal_moves.codes, game.scores, game.outcome(), dict(game.out)


@contextmanager
def nothing_changes(game: Game) -> Iterator[None]:
    """Make sure that a game is afterwards what it was before."""
    before = everything(game)
    yield
    assert everything(game) == before


@contextmanager
def refused(kind: type[azulejo.AzulejoError], english: str, russian: str = "") -> Iterator[None]:
    """Expect an error with this sentence; the Russian one must be Russian, and hold the words given."""
    with pytest.raises(azulejo.AzulejoError) as caught:
        yield
    assert type(caught.value) is kind
    assert str(caught.value) == caught.value.text("en") == english
    assert russian in caught.value.text("ru")
    assert set("абвгдежзийклмнопрстуфхцчшщыэюя") & set(caught.value.text("ru").lower())


def secret_game() -> Game:
    """Return a game of Duel in which one player has just drawn plates that the other may not see."""
    game = new_game("duel", seed=4)
    choice = random.Random("4")
    while "to" not in game.events[-1]:
        draw = [move for move in game.legal_moves if move.text == "d"]
        game.push(draw[0] if draw else choice.choice(game.legal_moves))
    return game
