"""Pebbles as a rulebook: the one object that everything else uses."""

from azulejo.games.contract import Rulebook
from azulejo.kernel.dispatch import implement
from pebbles import board, effects, moves, notation, odds, picture, rules, sentences
from pebbles.components import CARDS, MAX_SEATS, MOST_IN_HANDFUL, ROUNDS, SEATS
from pebbles.invariants import Status, broken, status
from pebbles.observation import OBSERVATION, observe
from pebbles.state import State
from pebbles.title import TITLE


def most_decisions(seats: int) -> int:
    """Return a bound: every turn takes a pebble or plays one's only card."""
    return ROUNDS * seats * MOST_IN_HANDFUL + seats


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
    redact=rules.redact,
    determinise=rules.determinise,
    broken=broken,
)

RULEBOOK = Rulebook(
    title=TITLE,
    state=State,
    board_type=board.Board,
    move_kinds=(moves.Take, moves.Play),
    move_codes=moves.MOVE_CODES,
    max_moves=moves.MAX_MOVES,
    moves_room=moves.MAX_MOVES,
    max_drawn=MAX_SEATS,
    piece_numbers=max(CARDS, MOST_IN_HANDFUL) + 1,
    max_decisions={seats: most_decisions(seats) for seats in SEATS},
    observation=OBSERVATION,
    invariants=tuple(flag.name.lower() for flag in Status if flag.name),
    parts=moves.parts,
    code_of=moves.code_of,
    move_text=notation.move_text,
    parse_move=notation.parse_move,
    position_text=notation.position_text,
    parse_position=notation.parse_position,
    draw_value=notation.draw_value,
    parse_draw=notation.parse_draw,
    draw_audience=rules.draw_audience,
    redact_event=rules.redact_event,
    place_kinds=effects.PLACE_KINDS,
    effect=effects.effect,
    transfers=effects.transfers,
    draw_transfers=effects.draw_transfers,
    preview=effects.preview,
    scoring_steps=effects.scoring_steps,
    describe=sentences.describe,
    describe_draw=sentences.describe_draw,
    why_not=sentences.why_not,
    status=status,
    suggest=effects.suggest,
    board=board.board,
    picture_text=picture.picture_text,
    picture_svg=picture.picture_svg,
    odds=odds.odds,
    piece_label=odds.piece_label,
)
