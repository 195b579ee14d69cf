"""Azul Duel as a rulebook: the one object that the layers above use."""

from azulejo.games.contract import Rulebook
from azulejo.games.duel import dealing, drawing, moves, notation, pile, position, preparation, reasons, rules, view
from azulejo.games.duel.components import (
    CHIPS_PER_ROUND,
    LINES,
    PLAYERS,
    ROUNDS,
    SEATS,
    TOKENS,
)
from azulejo.games.duel.invariants import Status, broken
from azulejo.games.duel.observation import OBSERVATION, observe
from azulejo.games.duel.state import MOST_DRAWN, State
from azulejo.games.duel.title import TITLE
from azulejo.kernel.dispatch import implement


def _most_decisions() -> int:
    """Return a bound: every tile taken singly, every plate drawn with all the others, every chip paid."""
    takes = moves.MAX_DRAWN * 3
    plates = PLAYERS * TOKENS * (3 * MOST_DRAWN + 2)
    chips = PLAYERS * CHIPS_PER_ROUND * 2
    tiling = PLAYERS * LINES * 3
    passes = PLAYERS
    return ROUNDS * (takes + plates + chips + tiling + passes) + 2 * PLAYERS


implement(
    State,
    setup=preparation.setup,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    deal=dealing.deal,
    deal_given=dealing.deal_given,
    outcome=rules.outcome,
    observe=observe,
    redact=pile.redact,
    determinise=pile.determinise,
    broken=broken,
)

RULEBOOK = Rulebook(
    title=TITLE,
    state=State,
    move_codes=moves.MOVE_CODES,
    max_moves=moves.MAX_MOVES,
    moves_room=moves.MAX_MOVES,
    max_drawn=moves.MAX_DRAWN,
    max_decisions={seats: _most_decisions() for seats in SEATS},
    observation=OBSERVATION,
    invariants=tuple(flag.name.lower() for flag in Status if flag.name),
    move_text=notation.move_text,
    parse_move=notation.parse_move,
    position_text=position.position_text,
    parse_position=position.parse_position,
    draw_value=notation.draw_value,
    parse_draw=notation.parse_draw,
    draw_audience=view.draw_audience,
    redact_event=view.redact_event,
    describe=view.describe,
    describe_draw=view.describe_draw,
    why_not=reasons.why_not,
    preview=view.preview,
    scoring_steps=view.scoring_steps,
    status=view.status,
    suggest=view.suggest,
    draw_text=drawing.draw_text,
    draw_svg=drawing.draw_svg,
)
