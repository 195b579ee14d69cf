"""Azul Duel as a rulebook: the one object that the layers above use."""

from typing import get_args

from azulejo.games.contract import Rulebook
from azulejo.games.duel import (
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
    secrets,
    sentences,
    themes,
)
from azulejo.games.duel.components import (
    CHIPS_PER_ROUND,
    LINES,
    MAX_SEATS,
    PLATES,
    ROUNDS,
    SEATS,
    TOKENS,
)
from azulejo.games.duel.invariants import Status, broken, status
from azulejo.games.duel.observation import OBSERVATION, observe
from azulejo.games.duel.setup import setup
from azulejo.games.duel.state import MOST_DRAWN, State
from azulejo.games.duel.suggest import suggest
from azulejo.games.duel.title import TITLE
from azulejo.kernel.dispatch import implement


def _most_decisions() -> int:
    """Return a bound: every tile taken singly, every plate drawn with all the others, every chip paid."""
    takes = dealing.MAX_DRAWN * 3
    plates = MAX_SEATS * TOKENS * (3 * MOST_DRAWN + 2)
    chips = MAX_SEATS * CHIPS_PER_ROUND * 2
    tiling = MAX_SEATS * LINES * 3
    passes = MAX_SEATS
    return ROUNDS * (takes + plates + chips + tiling + passes) + 2 * MAX_SEATS


implement(
    State,
    setup=setup,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    deal=dealing.deal,
    deal_given=dealing.deal_given,
    outcome=rules.outcome,
    observe=observe,
    redact=secrets.redact,
    determinise=secrets.determinise,
    broken=broken,
)

RULEBOOK = Rulebook(
    title=TITLE,
    state=State,
    board_type=board.Board,
    move_kinds=get_args(moves.Parts),
    move_codes=moves.MOVE_CODES,
    max_moves=moves.MAX_MOVES,
    moves_room=moves.MAX_MOVES,
    max_drawn=dealing.MAX_DRAWN,
    piece_numbers=PLATES,
    max_decisions={seats: _most_decisions() for seats in SEATS},
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
    draw_audience=secrets.draw_audience,
    redact_event=secrets.redact_event,
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
