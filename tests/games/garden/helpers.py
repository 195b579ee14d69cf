"""Words for the examples of Queen's Garden: a position, the moves played, what came of it.

Positions are typed as docs/rules/garden.md describes.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from azulejo.games.contract import CHANCE, OVER, apply, deal, deal_given, legal_moves, outcome, setup, to_move
from azulejo.games.garden.components import SEATS, SIDES
from azulejo.games.garden.notation import draw_value, parse_draw
from azulejo.games.garden.rulebook import RULEBOOK
from azulejo.games.garden.state import State
from azulejo.kernel.chance import Stream, stream

TABLES = [(seats, side) for side in SIDES for seats in SEATS]
"""Every number of seats with both sides of the scoring board."""


def new_table(seats: int = 2, side: str = "standard", start: int = 0) -> State:
    """Return the table before the first tiles are drawn."""
    state = State.new()
    options = RULEBOOK.title.complete({"side": side})
    setup(state, seats, np.array(RULEBOOK.title.encode(options), np.int64), start)
    return state


def position(text: str) -> State:
    """Return a typed position, after making sure that it can occur."""
    state: State = RULEBOOK.parse_position(text)
    assert RULEBOOK.status(state) == 0, (text, RULEBOOK.status(state))
    return state


def legal_codes(state: State) -> list[int]:
    """Return the codes of the legal moves."""
    moves = np.zeros(RULEBOOK.moves_room, np.int16)
    return [int(code) for code in moves[: legal_moves(state, moves)]]


def legal(state: State) -> list[str]:
    """Return the texts of the legal moves."""
    return [RULEBOOK.move_text(code) for code in legal_codes(state)]


def after(start: str | State, *events: str | list[str]) -> State:
    """Return the position after these events.

    A move must be legal. A list is the tiles laid on a new top; ``=eb3`` is a face turned up.
    """
    state = position(start) if isinstance(start, str) else start.copy()
    for event in events:
        if isinstance(event, list) or event.startswith("="):
            draw(state, event if isinstance(event, list) else event[1:])
        else:
            assert event in legal(state), (event, legal(state))
            apply(state, RULEBOOK.parse_move(event))
    return state


def draw(state: State, value: list[str] | str) -> None:
    """Make the draw that is due with these pieces."""
    assert to_move(state) == CHANCE
    drawn = np.array(parse_draw(state, value), np.int16)
    deal_given(state, drawn, len(drawn))


def random_draw(state: State, rng: Stream) -> list[str] | str:
    """Make the draw that is due, and return it as a record says it."""
    before = state.copy()
    drawn = np.zeros(RULEBOOK.max_drawn, np.int16)
    number = deal(state, rng, drawn)
    return draw_value(before, drawn[:number].tolist())


def word(state: State, name: str) -> str:
    """Return one word of the position's text: ``word(state, "tower")`` may be ``b3y11``."""
    words = dict(part.split("=", 1) for part in RULEBOOK.position_text(state).split()[1:])
    return words[name]


def words(state: State, *names: str) -> str:
    """Return several words of the position's text, as they are typed."""
    return " ".join(f"{name}={word(state, name)}" for name in names)


def garden(state: State, seat: int = 0) -> str:
    """Return a garden as it is typed: score/jokers/tiles/expansions/laid."""
    gardens = [part[7:] for part in RULEBOOK.position_text(state).split() if part.startswith("garden=")]
    return gardens[seat]


def part(state: State, name: str, seat: int = 0) -> str:
    """Return the score, jokers, tiles, expansions or laid part of a garden as it is typed."""
    return garden(state, seat).split("/")[("score", "jokers", "tiles", "expansions", "laid").index(name)]


def scores(state: State) -> list[int]:
    """Return everybody's points."""
    return [int(state.players[seat].score) for seat in range(state.seats)]


def winners(state: State, playing: Sequence[int] = (0, 1, 2, 3)) -> list[int]:
    """Return the seats that win, or lead, among those playing."""
    mask = outcome(state, sum(1 << seat for seat in playing), np.zeros(8, np.int64))
    return [seat for seat in range(state.seats) if mask >> seat & 1]


def why(state: State, move: str) -> str:
    """Return why a move cannot be played now, in English, after making sure that it can be said in Russian."""
    reason = RULEBOOK.why_not(state, RULEBOOK.parse_move(move))
    assert reason is not None, f"{move} can be played"
    assert reason.text("ru") != reason.text("en")
    return reason.text("en")


def random_game(seats: int, side: str, seed: int, eager: bool = False) -> Iterator[tuple[State, Any]]:
    """Yield every position of a random game with what happens in it: a move's text, a draw, at the end None.

    An eager player places whenever that is possible, and takes rather than passes.
    """
    choice = random.Random(f"{seats} {side} {seed}")
    rng = stream("garden tests", seats, side, seed)
    state = new_table(seats, side, choice.randrange(seats))
    while (seat := to_move(state)) != OVER:
        before = state.copy()
        if seat == CHANCE:
            yield before, random_draw(state, rng)
            continue
        moves = legal(state)
        if eager and moves[-1] == "pass":
            placing = [move for move in moves if move[0] != "t" and move != "pass"]
            moves = (placing if choice.random() < 0.8 else []) or moves[:-1] or moves
        move = choice.choice(moves)
        apply(state, RULEBOOK.parse_move(move))
        yield before, move
    yield state, None
