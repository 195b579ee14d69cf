"""Players with habits, so that in a few games of Azul Duel everything happens that the rules know.

A habit is given the game, the texts of the legal moves and a random generator, and returns a move.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from azulejo import Game, Record
from tests.games.duel.referee import FACTORIES, Player

Habit = Callable[[Game, Sequence[str], random.Random], str]


def anybody(game: Game, moves: Sequence[str], rng: random.Random) -> str:
    """Choose any move."""
    return rng.choice(moves)


def drawer(game: Game, moves: Sequence[str], rng: random.Random) -> str:
    """Draw plates of the pile as long as that is possible: soon without points, and with the same plates again."""
    return "d" if "d" in moves else rng.choice(moves)


def breaker(game: Game, moves: Sequence[str], rng: random.Random) -> str:
    """Break most tiles and use no chips: no points, and a full Tower."""
    for move in ("-", "."):
        if move in moves and rng.random() < 0.9:
            return move
    return rng.choice(moves)


def hoarder(game: Game, moves: Sequence[str], rng: random.Random) -> str:
    """Put tiles on the longest lines, and take plates last: lines stay full, and break when all plates lie there."""
    lines = [move for move in moves if re.fullmatch("[1-6]", move)]
    if lines:
        return max(lines)
    return rng.choice([move for move in moves if not re.fullmatch("d|p[1-3]", move)] or moves)


def builder(game: Game, moves: Sequence[str], rng: random.Random) -> str:
    """Complete lines, with chips where possible, and lay tiles where they score most: domes fill up."""
    words = dict(word.split("=", 1) for word in game.position.split()[1:] if not word.startswith("board="))
    boards = [word.removeprefix("board=") for word in game.position.split() if word.startswith("board=")]
    me = Player.read(boards[game.turn or 0])
    return max(moves, key=lambda move: (_liking(me, words, move), rng.random()))


def _liking(me: Player, words: dict[str, str], move: str) -> float:
    """Return how much a builder likes a move."""
    if re.fullmatch("[1-6-]", move):
        return _liking_for_line(me, words["picked"], move)
    if re.fullmatch("[1-6][1-6]", move):
        row, column = map(int, move)
        return replace(me, dome={**me.dome, (row, column): me.lines[row][0]}).points_of(row, column)
    if re.fullmatch("[lm1-4][byrkt]", move):
        tiles = _tiles_of(words, move[0], move[1].upper())
        return max(_liking_for_line(me, tiles, line) for line in ["-", *map(str, me.open_lines(tiles[0]))])
    likings = {r"p[1-3]": 3, r"c[byrkt]+": 1, r"d": -1}
    return next((liking for kind, liking in likings.items() if re.fullmatch(kind, move)), 0)


def _liking_for_line(me: Player, tiles: str, line: str) -> float:
    if line == "-":
        return -2 * len(tiles)
    row = int(line)
    missing = row - len(me.lines[row]) - len(tiles)
    if not replace(me, lines={**me.lines, row: tiles}).matching_columns(row):
        worth = -1.0 if me.plates_beside(row) < 3 else -3.0
    else:
        worth = 1.0 if missing > 0 else 6 + 0.3 * row
    return worth - 0.5 * max(0, missing) - 2 * max(0, -missing)


def _tiles_of(words: dict[str, str], source: str, colour: str) -> str:
    """Return the tiles of a colour that a take brings."""
    if source != "m":
        return colour * words["suns"].split(",")[FACTORIES.index(source)].count(colour)
    large, *stacks = words["moons"].split(",")
    return colour * (large + "".join(stack[-1] for stack in stacks)).count(colour)


HABITS: dict[str, Habit] = {habit.__name__: habit for habit in (anybody, drawer, breaker, hoarder, builder)}


def play_out(game: Game, habit: str, seed: int) -> Record:
    """Play a game to its end, and return the record."""
    rng = random.Random(f"{habit} {seed}")
    while not game.is_over:
        game.push(HABITS[habit](game, [move.text for move in game.legal_moves], rng))
    return game.record()
