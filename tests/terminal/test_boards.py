"""The pictures of the games: all that can be chosen is to be seen, and everything fits."""

import random
from itertools import product

import pytest

from azulejo.games import own_names, terminal, title
from azulejo.games.drawing import PLAIN, Drawing, Marks, Role, Scene, Tag, tag
from azulejo.play import Game, new_game
from azulejo.terminal.selection import Selection, offered_moves
from tests.choosing import some_of

LISTED = {"pass", "enough", "done", "stack"}
"""Kinds of moves that have no place on a board: they are chosen from the list."""
TURNED = {"turn"}
"""Parts that are chosen from the list: how a plate is turned."""
WIDTHS = {77: False, 79: True}
"""The columns for a board in a terminal of 80 and of 120 columns, and whether it is roomy."""

DRAWN = [name for name in own_names() if terminal(name)]
"""The games with a picture of their own."""
TABLES = [(name, seats) for name in DRAWN for seats in title(name).seats]


def picture(game: Game, selection: Selection, lang: str, width: int) -> Drawing:
    """Draw the table as the player to move sees it."""
    own = terminal(game.title.name)
    assert own is not None
    seat, shown = game.due, selection.shown
    coming = {}
    for transfer in game.rulebook.transfers(game.state, shown.code) if shown else []:
        coming[transfer.target] = [transfer.piece] * transfer.count
    board = game.rulebook.board(game.redacted(seat), seat)
    parts = dict(shown.parts) if shown else {}
    scene = Scene(board=board, lang=lang, width=width, roomy=WIDTHS[width], coming=coming, parts=parts)
    drawing: Drawing = own.picture(scene)
    return drawing


def tags_of(drawing: Drawing) -> set[Tag]:
    return {one for cell in drawing.cells.values() for one in cell.tags}


def selection_of(game: Game) -> Selection:
    own = terminal(game.title.name)
    assert own is not None
    selection = Selection(own.STEPS)
    selection.offer(offered_moves(game))
    return selection


@pytest.mark.parametrize(("name", "seats"), some_of(TABLES, *((name, title(name).seats[0]) for name in DRAWN)))
def test_every_choice_is_on_the_board_at_every_step_of_a_game(name: str, seats: int) -> None:
    rng = random.Random(f"{name} {seats}")
    game = new_game(name, seats=seats, seed=5)
    widths, langs = list(WIDTHS), ["en", "ru"]
    while not game.is_over:
        selection = selection_of(game)
        while True:
            selection.cursor = rng.randrange(len(selection.ways))
            drawing = picture(game, selection, rng.choice(langs), rng.choice(widths))
            assert drawing.width <= max(WIDTHS)
            places = tags_of(drawing)
            for way in selection.ways:
                parts = dict(way.adds)
                if parts["kind"] not in LISTED and not TURNED & parts.keys():
                    assert way.adds in places, (way.adds, game.position)
            move = selection.choose(selection.cursor) or selection.held
            if move is not None:
                break
        game.push(move.code)


def test_a_drawing_fits_the_narrow_terminal() -> None:
    for name, lang in product(DRAWN, ("en", "ru")):
        game = new_game(name, seed=1)
        drawing = picture(game, selection_of(game), lang, 77)
        assert (drawing.width <= 77, drawing.height <= 16) == (True, True), name


def test_the_pieces_that_would_come_are_drawn() -> None:
    game = new_game("azul", position="azul factories=BBBR board=0/-,R,-,-,- board=0")
    selection = selection_of(game)
    before = picture(game, selection, "en", 77).text(Marks()).plain
    selection.type("1")
    selection.type("r")
    selection.type("2")
    after = picture(game, selection, "en", 77).text(Marks()).plain
    line = next(row for row in after.splitlines() if row.startswith(" 2"))
    assert "R R" in line
    assert "R R" not in next(row for row in before.splitlines() if row.startswith(" 2"))


def test_marks_show_what_can_be_chosen_and_what_it_brings() -> None:
    drawing = Drawing()
    drawing.block(0, 0, "B", PLAIN, [tag("a")])
    drawing.badge(3, 0, 3, [tag("a")])
    drawing.put(6, 0, "14", PLAIN, [tag("b")], Role.HIDDEN)
    assert drawing.text(Marks()).plain == " B      "
    marks = Marks(offered=frozenset([tag("a"), tag("b")]), badges={tag("a"): "+7"})
    assert drawing.text(marks).plain == "[B]+7 14"
    assert drawing.tags_at(1, 0) == (tag("a"),)
    assert drawing.rows_of(frozenset([tag("b")])) == [0]
