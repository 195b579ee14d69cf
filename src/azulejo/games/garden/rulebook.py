"""Queen's Garden as a rulebook: the one object that the layers above use."""

from azulejo.games.contract import Rulebook, guess_nothing, hide_nothing
from azulejo.games.garden import (
    board,
    dealing,
    effects,
    moves,
    notation,
    odds,
    picture,
    position,
    reasons,
    rules,
    sentences,
    setup,
    themes,
)
from azulejo.games.garden.components import KINDS, ROUNDS, SEATS, STACK_SIZE, TOP_TILES
from azulejo.games.garden.invariants import Status, broken, status
from azulejo.games.garden.observation import OBSERVATION, observe
from azulejo.games.garden.state import State
from azulejo.games.garden.suggest import suggest
from azulejo.games.garden.title import TITLE
from azulejo.kernel.dispatch import implement


def _most_decisions(seats: int) -> int:
    """Return a number of decisions that no game exceeds.

    A round brings at most four tiles and one face per expansion of its stack into the display.
    Each of these is taken at most once, by a choice of its own and of its copy, and leaves
    the storage by being placed (two decisions), paid or discarded. A player pays at most
    3 + 31 jokers, buys six expansions (two decisions each), passes four times (two each).
    """
    hexes = ROUNDS * (TOP_TILES + 1) * int(STACK_SIZE[seats])
    return 4 * hexes + seats * (34 + 12 + 8)


implement(
    State,
    setup=setup.setup,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    deal=dealing.deal,
    deal_given=dealing.deal_given,
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
    move_kinds=moves.MOVE_KINDS,
    move_codes=moves.MOVE_CODES,
    max_moves=moves.MAX_MOVES,
    moves_room=moves.MAX_MOVES,
    max_drawn=dealing.MAX_DRAWN,
    piece_numbers=KINDS,
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
    suggest=suggest,
    board=board.board,
    picture_text=picture.picture_text,
    picture_svg=picture.picture_svg,
    odds=odds.odds,
    piece_label=odds.piece_label,
    themes=themes.themes,
)
