"""Words for the examples of classic Azul: a position, the moves played, what came of it.

Positions are typed as docs/notation.md describes; a table with one tile left on a factory is
one move away from the end of the round.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from azulejo.games.azul.components import WALLS
from azulejo.games.azul.notation import draw_value, parse_draw
from azulejo.games.azul.rulebook import RULEBOOK
from azulejo.games.azul.state import State
from azulejo.games.contract import CHANCE, OVER, apply, deal, deal_given, legal_moves, outcome, setup, to_move
from azulejo.kernel.chance import Stream, stream

TABLES = [(seats, wall) for wall in WALLS for seats in RULEBOOK.title.seats]
"""Every number of seats with every wall."""


def new_table(seats: int = 2, wall: str = "coloured", start: int = 0) -> State:
    """Return the table before the first deal."""
    state, title = State.new(), RULEBOOK.title
    setup(state, seats, np.array(title.encode(title.complete({"wall": wall})), np.int64), start)
    return state


def position(text: str) -> State:
    """Return a typed position, after making sure that it can occur."""
    state: State = RULEBOOK.parse_position(text)
    assert RULEBOOK.status(state) == 0, (text, RULEBOOK.status(state))
    return state


def wall_without_column(missing: int) -> str:
    """Return a coloured wall that lacks only one column: twenty tiles, four of each colour."""
    rows = ("BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB")
    return ",".join(row[: missing - 1] + "." + row[missing:] for row in rows)


ALL_TILES_IN_USE = " ".join(
    f"board=0/{lines}/{wall_without_column(missing)}"
    for missing, lines in ((5, "-,K,RR,YYY,BBBB"), (1, "-,W,KK,RR,-"), (2, "-,-,WW,-,-"), (3, "-,Y,-,W,K"))
)
"""Four boards that hold all hundred tiles, without a complete row."""


def legal(state: State) -> list[str]:
    """Return the texts of the legal moves."""
    return [RULEBOOK.move_text(code) for code in legal_codes(state)]


def legal_codes(state: State) -> list[int]:
    """Return the codes of the legal moves."""
    moves = np.zeros(RULEBOOK.moves_room, np.int16)
    return [int(code) for code in moves[: legal_moves(state, moves)]]


def destinations(state: State, pick: str) -> str:
    """Return where a pick such as ``3b`` may go: lines by number, ``-`` for the floor."""
    return "".join(text[2] for text in legal(state) if text[:2] == pick)


def after(start: str | State, *moves: str) -> State:
    """Return the position after these moves, each of them legal."""
    state = position(start) if isinstance(start, str) else start.copy()
    for move in moves:
        assert move in legal(state), (move, legal(state))
        apply(state, RULEBOOK.parse_move(move))
    return state


def dealt(start: str | State, *factories: str) -> State:
    """Return the position after the deal that is due, with these tiles; the other factories stay empty."""
    state = position(start) if isinstance(start, str) else start.copy()
    value = [*factories, *[""] * (2 * int(state.seats) + 1 - len(factories))]
    drawn = np.array(parse_draw(state, value), np.int16)
    deal_given(state, drawn, len(drawn))
    return state


def random_deal(state: State, rng: Stream) -> list[str]:
    """Make the deal that is due, and return it as a record says it."""
    before = state.copy()
    drawn = np.zeros(RULEBOOK.max_drawn, np.int16)
    number = deal(state, rng, drawn)
    return draw_value(before, drawn[:number].tolist())


def word(state: State, name: str) -> str:
    """Return one word of the position's text: ``word(state, "lid")`` may be ``B3R1``."""
    words = dict(part.split("=") for part in RULEBOOK.position_text(state).split()[1:])
    return words[name]


def words(state: State, *names: str) -> str:
    """Return several words of the position's text, as they are typed."""
    return " ".join(f"{name}={word(state, name)}" for name in names)


def board(state: State, seat: int = 0) -> str:
    """Return a board as it is typed: score/lines/wall/floor."""
    return boards(state)[seat]


def boards(state: State) -> list[str]:
    """Return everybody's board as it is typed."""
    return [part[6:] for part in RULEBOOK.position_text(state).split() if part.startswith("board=")]


def board_part(state: State, seat: int, part: str) -> str:
    """Return the score, lines, wall or floor of a board as it is typed."""
    return board(state, seat).split("/")[("score", "lines", "wall", "floor").index(part)]


def scores(state: State) -> list[int]:
    """Return everybody's points."""
    return [int(state.players[seat].score) for seat in range(state.seats)]


def winners(state: State, playing: Sequence[int] = (0, 1, 2, 3)) -> list[int]:
    """Return the seats that win, or lead, among those playing."""
    mask = outcome(state, sum(1 << seat for seat in playing), np.zeros(8, np.int64))
    return [seat for seat in range(state.seats) if mask >> seat & 1]


def english_and_russian(said: Any) -> tuple[str, str]:
    """Return a message or error in both languages, after making sure that they differ."""
    english, russian = said.text("en"), said.text("ru")
    assert set(russian.lower()) & set("абвгдежзийклмнопрстуфхцчшщыэюя")
    assert not set(english.lower()) & set("абвгдежзийклмнопрстуфхцчшщыэюя")
    return english, russian


def random_game(seats: int, wall: str, seed: int) -> Iterator[tuple[State, Any]]:
    """Yield every position of a random game with what happens in it: a move's code, a deal, at the end None."""
    choice = random.Random(f"{seats} {wall} {seed}")
    rng = stream("azul tests", seats, wall, seed)
    state = new_table(seats, wall, choice.randrange(seats))
    while (seat := to_move(state)) != OVER:
        before = state.copy()
        if seat == CHANCE:
            yield before, random_deal(state, rng)
        else:
            move = choice.choice(legal_codes(state))
            apply(state, move)
            yield before, move
    yield state, None
