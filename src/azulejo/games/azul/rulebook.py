"""Classic Azul as a rulebook: the one object that the layers above use."""

from azulejo.games.azul import (
    board,
    effects,
    moves,
    notation,
    odds,
    picture,
    position,
    reasons,
    rules,
    sentences,
    themes,
)
from azulejo.games.azul.components import COLOURS, FACTORY_TILES, IDLE_ROUNDS, ROWS, SEATS, TILES_PER_COLOUR
from azulejo.games.azul.invariants import Status, broken, status
from azulejo.games.azul.observation import OBSERVATION, observe
from azulejo.games.azul.state import State
from azulejo.games.azul.title import TITLE
from azulejo.games.contract import Rulebook, guess_nothing, hide_nothing
from azulejo.kernel.dispatch import implement


def _most_decisions(seats: int) -> int:
    """Return the bound of ruling 17: rounds times the tiles on the table and the lines to lay."""
    rounds = IDLE_ROUNDS * (TILES_PER_COLOUR * seats + 1)
    return rounds * ((2 * seats + 1) * FACTORY_TILES + ROWS * seats)


implement(
    State,
    setup=rules.setup,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    deal=rules.deal,
    deal_given=rules.deal_given,
    outcome=rules.outcome,
    observe=observe,
    redact=hide_nothing,
    determinise=guess_nothing,
    broken=broken,
)

RULEBOOK = Rulebook(
    title=TITLE,
    state=State,
    board_type=board.Board,
    move_kinds=(moves.Take, moves.Lay),
    move_codes=moves.MOVE_CODES,
    max_moves=moves.MAX_MOVES,
    moves_room=moves.MOVES_ROOM,
    max_drawn=rules.MAX_DRAWN,
    piece_numbers=COLOURS,
    max_decisions={seats: _most_decisions(seats) for seats in SEATS},
    observation=OBSERVATION,
    invariants=tuple(flag.name.lower() for flag in Status if flag.name),
    parts=moves.parts,
    code_of=moves.code_of,
    move_text=notation.move_text,
    parse_move=notation.parse_move,
    position_text=position.position_text,
    parse_position=position.parse_position,
    draw_value=notation.draw_value,
    parse_draw=notation.parse_draw,
    place_kinds=effects.PLACE_KINDS,
    effect=effects.effect,
    effect_several=effects.effects,
    transfers=effects.transfers,
    draw_transfers=effects.draw_transfers,
    preview=effects.preview,
    preview_several=effects.previews,
    scoring_steps=effects.scoring_steps,
    describe=sentences.describe,
    sentence=sentences.sentence,
    describe_draw=sentences.describe_draw,
    why_not=reasons.why_not,
    status=status,
    suggest=effects.suggest,
    board=board.board,
    picture_text=picture.picture_text,
    picture_svg=picture.picture_svg,
    odds=odds.odds,
    piece_label=odds.piece_label,
    themes=themes.themes,
)
