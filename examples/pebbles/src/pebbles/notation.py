"""Texts of moves, draws and positions, both ways."""

import re
from collections.abc import Sequence
from typing import Any

from azulejo.texts import latin_keys
from azulejo.texts.errors import BadPosition, BadRecord, InvalidMove
from pebbles.components import CARDS, MOST_IN_HANDFUL, MOST_TAKEN
from pebbles.moves import Play, Take, code_of, parts
from pebbles.rules import pieces_due
from pebbles.state import CARDS_DUE, HIDDEN, PHASES, State

# ---------------------------------------------------------------- moves


def move_text(code: int) -> str:
    """Return ``t2`` for two pebbles, ``c4`` for the card 4."""
    move = parts(code)
    return f"t{move.count}" if isinstance(move, Take) else f"c{move.card}"


def parse_move(text: str) -> int:
    """Return the code of a move's text, typed in any case, on a Russian keyboard, too."""
    found = re.fullmatch(r"([tc])([1-9])", latin_keys(text.strip()).lower(), re.ASCII)
    number = int(found[2]) if found else 0
    if found is None or number > (MOST_TAKEN if found[1] == "t" else CARDS):
        raise InvalidMove("pebbles.error.move", value=text)
    return code_of(Take(number) if found[1] == "t" else Play(number))


# ---------------------------------------------------------------- draws


def draw_value(state: State, drawn: Sequence[int]) -> list[int]:
    """Return the card, or the sizes of the handfuls."""
    return list(drawn)


def parse_draw(state: State, value: Any) -> list[int]:
    """Return the pieces of a draw, or say why this cannot be drawn now."""
    number, most = pieces_due(state), CARDS if state.phase == CARDS_DUE else MOST_IN_HANDFUL
    right = isinstance(value, list) and len(value) == number
    if not right or not all(type(one) is int and 1 <= one <= most for one in value):
        raise BadRecord("pebbles.error.draw", value=value, count=number, most=most)
    return list(value)


# ---------------------------------------------------------------- positions

_POSITION = re.compile(
    r"pebbles phase=(?P<phase>[a-z]+) start=(?P<start>\d) turn=(?P<turn>\d) round=(?P<round>\d) "
    r"pile=(?P<pile>\d{1,2})(?P<players>( player=\d{1,4}/[\d?])+)",
    re.ASCII,
)


def position_text(state: State) -> str:
    """Return a position as words; ``?`` is a card that is not seen."""
    words = ["pebbles", f"phase={PHASES[state.phase]}", f"start={state.start}", f"turn={state.turn}"]
    words += [f"round={state.round_number}", f"pile={state.pile}"]
    for player in state.players[: state.seats]:
        words.append(f"player={player.score}/{'?' if player.card == HIDDEN else player.card}")
    return " ".join(words)


def parse_position(text: str, record: type[State] = State) -> State:
    """Return the position of a text; whether it can occur is for ``status``."""
    found = _POSITION.fullmatch(text)
    players = re.findall(r"player=(\d+)/([\d?])", found["players"]) if found else []
    state = record.new()
    if found is None or found["phase"] not in PHASES or len(players) > len(state.players):
        raise BadPosition("pebbles.error.position", value=text)
    state.phase = PHASES.index(found["phase"])
    state.start, state.turn = int(found["start"]), int(found["turn"])
    state.round_number, state.pile = int(found["round"]), int(found["pile"])
    state.seats = len(players)
    for player, (score, card) in zip(state.players, players, strict=False):
        player.score, player.card = int(score), HIDDEN if card == "?" else int(card)
    return state
