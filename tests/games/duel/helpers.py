"""Words for the examples of Azul Duel: a position, the moves played, what came of it.

``table`` makes a position that can occur out of the few words that an example is about: plates and
used chips that the round calls for are filled in, plates from the lower right corner of the domes on.
A chip left on factory 1 for the first player is one move (``c1``) away from the end of phase 1.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np

from azulejo.games.contract import CHANCE, OVER, apply, deal, deal_given, legal_moves, outcome, setup, to_move
from azulejo.games.duel.components import CHIP_NAMES, FEW_TABLETS, PLATE_NAMES, TABLETS
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.state import State
from azulejo.kernel.chance import Stream, stream

SIDES = [f"{tablet}{side}" for tablet in range(1, TABLETS + 1) for side in "AB"]
LISTS = [
    ",".join(chosen)
    for number in (FEW_TABLETS, TABLETS)
    for tablets in combinations(range(TABLETS), number)
    for chosen in product(*(SIDES[2 * tablet : 2 * tablet + 2] for tablet in tablets))
]
"""Every choice of three or four tablets with their sides: 32 and 16."""
PARTS = ("score", "lines", "plates", "dome", "broken", "chips", "used", "tokens", "taken")


def new_table(start: int = 0, **options: str) -> State:
    """Return the table before the first draw."""
    state = State.new()
    title = RULEBOOK.title
    setup(state, 2, np.array(title.encode(title.complete(options)), np.int64), start)
    return state


def position(text: str) -> State:
    """Return a typed position, after making sure that it can occur."""
    state: State = RULEBOOK.parse_position(text)
    assert RULEBOOK.status(state) == 0, (text, RULEBOOK.status(state))
    return state


def table(
    words: str = "", me: Mapping[str, str] | None = None, you: Mapping[str, str] | None = None, mixed: bool = False
) -> State:
    """Return a position with what the words and boards say, and plates and used chips as the round calls for.

    Plates filled in are joker plates first, or of both types in turn if they shall be ``mixed``.
    """
    return position(table_text(words, me, you, mixed))


def table_text(
    words: str = "", me: Mapping[str, str] | None = None, you: Mapping[str, str] | None = None, mixed: bool = False
) -> str:
    """Return the text of such a position."""
    given = dict(word.split("=", 1) for word in words.split())
    round_number = int(given.get("round", "1"))
    boards = [dict(me or {}), dict(you or {})]
    named = f"{words} " + " ".join(board.get("plates", "") for board in boards)
    order = (
        [name for pair in zip(PLATE_NAMES[:9], PLATE_NAMES[9:], strict=True) for name in pair] if mixed else PLATE_NAMES
    )
    free_plates = [name for name in order if name not in named]
    free_chips = _chips_left(given.get("chips", ""), boards)
    for seat, board in enumerate(boards):
        tokens = int(board.setdefault("tokens", "2" if round_number < 5 else "0"))
        in_hand = given.get("phase") in ("top", "look", "drawing", "keep", "kept", "place")
        wanted = 1 + 2 * min(round_number, 4) - tokens - (in_hand and seat == int(given.get("turn", "0")))
        plates = board.get("plates", "-").split(",")
        plates += ["-"] * (9 - len(plates))
        for space in reversed(range(9)):
            if plates[space] == "-" and wanted > sum(plate != "-" for plate in plates):
                plates[space] = free_plates.pop() + "n"
        board["plates"] = ",".join(plates)
        held = sum(name != "-" for part in ("chips", "used") for name in board.get(part, "-").split(","))
        short = 2 * (round_number - 1) + int(board.setdefault("taken", "0")) - held
        if short > 0:
            used = [name for name in board.get("used", "-").split(",") if name != "-"]
            board["used"] = ",".join(used + [free_chips.pop() for _ in range(short)])
    usual = {"score": "5", "tokens": "2", "taken": "0"}
    texts = ["/".join(board.get(part, usual.get(part, "-")) for part in PARTS) for board in boards]
    return f"duel {words} board={texts[0]} board={texts[1]}"


def _chips_left(on_factories: str, boards: Sequence[Mapping[str, str]]) -> list[str]:
    left: list[str] = [*CHIP_NAMES, *CHIP_NAMES]
    for name in ",".join(
        [on_factories, *(board.get(part, "") for board in boards for part in ("chips", "used"))]
    ).split(","):
        if name in left:
            left.remove(name)
    return left


def last_chip(round_number: int = 1, words: str = "", me: Mapping[str, str] | None = None, **you: str) -> State:
    """Return a position where the first player's ``c1`` ends phase 1."""
    board = {"tokens": "0", "taken": "1", **(me or {})}
    other = {"tokens": "0", "taken": "2", **you}
    return table(f"round={round_number} starting_tile=1 chips=T,-,-,- {words}", board, other)


def legal(state: State) -> list[str]:
    """Return the texts of the legal moves."""
    return [RULEBOOK.move_text(code) for code in legal_codes(state)]


def legal_codes(state: State) -> list[int]:
    """Return the codes of the legal moves."""
    moves = np.zeros(RULEBOOK.moves_room, np.int16)
    return [int(code) for code in moves[: legal_moves(state, moves)]]


def after(start: State, *events: Any) -> State:
    """Return the position after moves (texts, each of them legal) and draws (objects)."""
    state = start.copy()
    for event in events:
        if isinstance(event, str):
            assert event in legal(state), (event, legal(state))
            apply(state, RULEBOOK.parse_move(event))
        else:
            assert to_move(state) == CHANCE, event
            drawn = np.array(RULEBOOK.parse_draw(state, event), np.int16)
            deal_given(state, drawn, len(drawn))
        assert RULEBOOK.status(state) == 0, (event, RULEBOOK.status(state), RULEBOOK.position_text(state))
    return state


def random_draw(state: State, rng: Stream) -> Any:
    """Make the draw that is due, and return it as a record says it."""
    before = state.copy()
    drawn = np.zeros(RULEBOOK.max_drawn, np.int16)
    number = deal(state, rng, drawn)
    return RULEBOOK.draw_value(before, drawn[:number].tolist())


def word(state: State, name: str) -> str:
    """Return one word of the position's text: ``word(state, "tower")`` may be ``B3R1``, or nothing."""
    words = dict(part.split("=", 1) for part in RULEBOOK.position_text(state).split()[1:])
    return words.get(name, "")


def board(state: State, seat: int, part: str) -> str:
    """Return a part of a board as it is typed."""
    boards = [text[6:] for text in RULEBOOK.position_text(state).split() if text.startswith("board=")]
    return boards[seat].split("/")[PARTS.index(part)]


def score(state: State, seat: int = 0) -> int:
    """Return a player's points."""
    return int(state.players[seat].score)


def winners(state: State, playing: int = 0b11) -> int:
    """Return the seats that win, or lead, a bit each."""
    return int(outcome(state, playing, np.zeros(8, np.int64)))


def reason(state: State, move: str) -> str:
    """Return why a move is not legal, in English."""
    said = RULEBOOK.why_not(state, RULEBOOK.parse_move(move))
    assert said is not None, move
    assert said.text("ru") != said.text("en")
    return said.text("en")


def random_game(seed: int, **options: str) -> Iterator[State]:
    """Yield every position of a random game."""
    rng = stream("duel tests", seed)
    state = new_table(seed % 2, **options)
    drawn = np.zeros(RULEBOOK.max_drawn, np.int16)
    while True:
        yield state.copy()
        seat = to_move(state)
        if seat == OVER:
            return
        if seat == CHANCE:
            deal(state, rng, drawn)
        else:
            codes = legal_codes(state)
            apply(state, codes[int(rng[0]) % len(codes)])
            rng[0] ^= rng[0] >> 7 | 1
