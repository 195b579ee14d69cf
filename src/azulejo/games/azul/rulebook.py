"""Classic Azul as a rulebook: the one object that the layers above use."""

from azulejo.games.azul import drawing, notation, rules, view
from azulejo.games.azul.components import FACTORY_TILES, IDLE_ROUNDS, ROWS, SEATS, TILES_PER_COLOUR
from azulejo.games.azul.invariants import Status, broken
from azulejo.games.azul.observation import OBSERVATION, observe
from azulejo.games.azul.state import State
from azulejo.games.azul.title import TITLE
from azulejo.games.contract import EVERYONE, Rulebook
from azulejo.kernel.chance import Stream
from azulejo.kernel.dispatch import implement
from azulejo.kernel.rule import rule


@rule
def redact(state: State, seat: int) -> None:
    """Leave everything: bag and lid follow from what all have seen."""


@rule
def determinise(state: State, seat: int, rng: Stream) -> None:
    """Leave everything: nothing undecided or hidden is in a state."""


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
    redact=redact,
    determinise=determinise,
    broken=broken,
)

RULEBOOK = Rulebook(
    title=TITLE,
    state=State,
    move_codes=rules.MOVE_CODES,
    max_moves=rules.MAX_MOVES,
    moves_room=rules.MOVES_ROOM,
    max_drawn=rules.MAX_DRAWN,
    max_decisions={seats: _most_decisions(seats) for seats in SEATS},
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
    why_not=view.why_not,
    preview=view.preview,
    scoring_steps=view.scoring_steps,
    status=view.status,
    suggest=view.suggest,
    draw_text=drawing.draw_text,
    draw_svg=drawing.draw_svg,
)
