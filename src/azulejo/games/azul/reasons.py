"""Why a move is not legal now."""

from azulejo.games import tiles
from azulejo.games.azul.components import COLUMNS, LETTERS
from azulejo.games.azul.moves import SOURCE_IDS, Lay, Take, parts
from azulejo.games.azul.rules import open_columns
from azulejo.games.azul.scoring import row_cells
from azulejo.games.azul.state import END, PREPARATION, TILING, State, factories
from azulejo.games.azul.words import colour_name, place_name
from azulejo.texts import Message, message


def why_not(state: State, code: int) -> Message | None:
    """Return why a move is not legal now, or None if it is."""
    move = parts(code)
    if state.phase == END:
        return message("errors.game_over")
    if state.phase == PREPARATION:
        return message("errors.draw_due")
    return _why_not_lay(state, move) if isinstance(move, Lay) else _why_not_take(state, move)


def _why_not_take(state: State, take: Take) -> Message | None:
    if state.phase == TILING:
        return message("azul.why.must_lay", line=int(state.tiling_row) + 1)
    source, colour = SOURCE_IDS.index(take.source), LETTERS.index(take.colour)
    if source > factories(state):
        return message("azul.why.no_factory", number=source, count=factories(state))
    if tiles.count(int(state.sources[source]), colour) == 0:
        return message("azul.why.no_tile", colour=colour_name(take.colour), place=place_name(take.source))
    if take.line is None:
        return None
    player, row = state.players[state.turn], take.line - 1
    if player.line_count[row] == take.line:
        return message("azul.why.line_full", line=take.line)
    if player.line_count[row] and player.line_colour[row] != colour:
        return message("azul.why.line_holds", line=take.line, colour=colour_name(LETTERS[player.line_colour[row]]))
    if row_cells(int(player.wall_of[colour]), row):
        return message("azul.why.row_holds", line=take.line, colour=colour_name(take.colour))
    return None


def _why_not_lay(state: State, lay: Lay) -> Message | None:
    if not state.grey:
        return message("azul.why.coloured_wall")
    if state.phase != TILING:
        return message("azul.why.not_tiling")
    row, column = lay.line - 1, lay.column - 1
    if row != state.tiling_row:
        return message("azul.why.must_lay", line=int(state.tiling_row) + 1)
    player = state.players[state.turn]
    if int(player.wall) >> (row * COLUMNS + column) & 1:
        return message("azul.why.cell_taken", line=lay.line, column=lay.column)
    if not open_columns(state, player, row) >> column & 1:
        colour = colour_name(LETTERS[player.line_colour[row]])
        return message("azul.why.column_holds", column=lay.column, colour=colour)
    return None
