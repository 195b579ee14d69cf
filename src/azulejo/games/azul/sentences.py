"""A move and a draw as sentences, made from parts and effects. Why a move is not legal: reasons.py."""

from collections.abc import Sequence

from azulejo.games.azul.effects import Effect, effect
from azulejo.games.azul.moves import Lay, parts
from azulejo.games.azul.notation import NOTHING, draw_value
from azulejo.games.azul.state import State
from azulejo.games.azul.words import colour_name, source_name, tiles_name
from azulejo.texts import Message, message


def describe(state: State, code: int) -> Message:
    """Return a sentence for a legal move."""
    return sentence(code, effect(state, code))


def sentence(code: int, done: Effect) -> Message:
    """Return a sentence for a move with its effect."""
    move = parts(code)
    if isinstance(move, Lay):
        return message("azul.describe.lay", colour=colour_name(done.colour), line=move.line, column=move.column)
    rest: list[Message] = []
    if done.marker:
        rest.append(message("azul.describe.marker"))
    if move.line is not None and done.fallen:
        rest.append(message("azul.describe.falls", count=done.fallen))
    to = message("azul.describe.to_floor") if move.line is None else message("azul.describe.to_line", line=move.line)
    key = "azul.describe.take_and" if rest else "azul.describe.take"
    return message(key, tiles=tiles_name(move.colour, done.taken), source=source_name(move.source), to=to, rest=rest)


def describe_draw(state: State, drawn: Sequence[int]) -> Message:
    """Return a sentence for a deal."""
    shown = [letters or NOTHING for letters in draw_value(state, drawn)]
    return message("azul.describe.deal", number=int(state.round_number) + 1, factories=shown)
