"""A board drawn with characters and as a picture."""

from azulejo.texts import say
from pebbles.board import Board

PEBBLE, COVERED, EMPTY = "o", "?", "-"
LINE = 24
"""Pixels from one line of the picture to the next."""
WIDTH = 500


def picture_text(board: Board, lang: str) -> str:
    """Return the table in characters."""
    return "\n".join(lines(board, lang, PEBBLE * board.pile or EMPTY))


def picture_svg(board: Board, lang: str) -> str:
    """Return the table as a picture that needs nothing from outside."""
    drawn = lines(board, lang, "")
    height = (len(drawn) + 1) * LINE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
            f'height="{height}" role="img" font-family="sans-serif" font-size="15">',
            f"<title>{drawn[0]}</title>",
            *(f'<text x="{LINE}" y="{at * LINE}">{line}</text>' for at, line in enumerate(drawn, 1)),
            *(f'<circle cx="{70 + 20 * at}" cy="{2 * LINE - 5}" r="8" fill="#8a7a5c"/>' for at in range(board.pile)),
            "</svg>",
        ]
    )


def lines(board: Board, lang: str, pile: str) -> list[str]:
    """Return the round, the pile, and a line for each player."""
    due = say(f"pebbles.picture.{board.phase}", lang, seat=0 if board.turn is None else board.turn + 1)
    found = [
        say("pebbles.picture.title", lang, number=board.round, rounds=board.rounds, due=due),
        say("pebbles.picture.pile", lang, pile=pile),
    ]
    for seat, player in enumerate(board.players):
        card = (player.card or COVERED) if player.has_card else EMPTY
        found.append(say("pebbles.picture.player", lang, seat=seat + 1, card=card, count=player.score))
    return found
