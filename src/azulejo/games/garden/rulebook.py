"""Queen's Garden as a rulebook: the one object that the layers above use."""

from azulejo.games.contract import EVERYONE, Rulebook
from azulejo.games.garden import acquire, drawing, moves, notation, reasons, rules, view
from azulejo.games.garden.components import SEATS, STACK_SIZE
from azulejo.games.garden.invariants import Status, broken
from azulejo.games.garden.observation import OBSERVATION, observe
from azulejo.games.garden.state import State
from azulejo.games.garden.title import TITLE
from azulejo.kernel.chance import Stream
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule


@rule
def redact(state: State, seat: int) -> None:
    """Leave everything: what is in bag, tower and supply follows from what all have seen."""


@rule
def determinise(state: State, seat: int, rng: Stream) -> None:
    """Leave everything: faces never turned are a set, and nothing else is hidden (19)."""


implement(
    State,
    setup=rules.setup,
    to_move=rules.to_move,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    deal=acquire.deal,
    deal_given=acquire.deal_given,
    outcome=rules.outcome,
    observe=observe,
    redact=redact,
    determinise=determinise,
    broken=broken,
)

RULEBOOK = Rulebook(
    title=TITLE,
    state=State,
    move_codes=moves.MOVE_CODES,
    max_moves=moves.MAX_MOVES,
    moves_room=moves.MAX_MOVES,
    max_drawn=moves.MAX_DRAWN,
    max_decisions={seats: moves.most_decisions(seats, int(STACK_SIZE[seats])) for seats in SEATS},
    observation=OBSERVATION,
    invariants=tuple(flag.name.lower() for flag in Status if flag.name),
    move_text=notation.move_text,
    parse_move=notation.parse_move,
    position_text=notation.position_text,
    parse_position=notation.parse_position,
    draw_value=notation.draw_value,
    parse_draw=notation.parse_draw,
    draw_audience=lambda state: EVERYONE,
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
