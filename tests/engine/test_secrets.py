"""The search cannot cheat: what its seat cannot know changes nothing in its answer."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from azulejo.bots import bot_named
from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from azulejo.engine.uct import PlainUct
from azulejo.games.contract import redact, to_move
from azulejo.games.duel import pile
from azulejo.games.duel.components import PLATES
from azulejo.games.duel.state import ACTION
from azulejo.play import Game
from tests.engine.helpers import random_states
from tests.games.duel.test_secrets import DRAWER, OTHER, replayed, twin_events

LIMITS = Limits(nodes=400)


def twins(number: int) -> Iterator[tuple[Game, Game]]:
    """Yield pairs of games of Duel that differ only in what the other player drew and put back."""
    found = 0
    for seed in range(1000):
        events, others = twin_events(seed)
        changed = [at for at, (one, other) in enumerate(zip(events, others, strict=True)) if one != other]
        if not changed:
            continue
        for until in range(changed[0] + 1, len(events) + 1):
            one, other = replayed(events[:until]), replayed(others[:until])
            if not one.is_over and one.turn == OTHER and len(one.legal_moves) > 1:
                yield one, other
                found += 1
                break
        if found == number:
            return


PAIRS = list(twins(4))


def test_the_games_really_differ() -> None:
    assert len(PAIRS) == 4
    for one, other in PAIRS:
        assert one.redacted(DRAWER).tobytes() != other.redacted(DRAWER).tobytes()


@pytest.mark.parametrize("thinker", [Engine, PlainUct])
def test_the_answers_are_the_same(thinker: type[Engine] | type[PlainUct]) -> None:
    for pair in PAIRS:
        one, other = (thinker("duel").analyse(game.redacted(OTHER), OTHER, LIMITS) for game in pair)
        assert (one.candidates, one.nodes, one.depth) == (other.candidates, other.nodes, other.depth)


def marked_piles() -> Iterator[tuple[list[Any], int]]:
    """Yield positions, all alike but for the front on top of the pile, which only the other player has seen."""
    for state in random_states("duel", 2, 3):
        seat, place = int(to_move(state)), int(state.pile_size) - 1
        plate_type = pile.type_of(int(state.pile[place])) if place >= 0 else pile.UNKNOWN_TYPE
        fronts = [plate for plate in range(PLATES) if int(state.unseen_plates) >> plate & 1]
        fronts = [plate for plate in fronts if pile.type_of(plate) == plate_type]
        if state.phase != ACTION or pile.is_definite(int(state.pile[place])) or len(fronts) < 2:
            continue
        marked = []
        for front in fronts:
            one = state.copy()
            one.pile[place] = front
            one.pile_known[place] = 1 << (1 - seat)
            one.unseen_plates = int(one.unseen_plates) & ~(1 << front)
            marked.append(one)
        yield marked, seat


@pytest.mark.parametrize("thinker", [Engine, PlainUct])
def test_even_a_position_that_shows_everything_gives_nothing_away(thinker: type[Engine] | type[PlainUct]) -> None:
    """The search forgets what its seat cannot know before it begins: here the very next plate."""
    looked_at = 0
    for marked, seat in islice(marked_piles(), 0, 24, 6):
        found = [
            [(one.move, one.visits, one.win) for one in thinker("duel").analyse(state, seat, LIMITS).candidates]
            for state in marked
        ]
        looked_at += len(found)
        assert all(one == found[0] for one in found)
        for state in marked:
            redact(state, seat)
        assert len({state.tobytes() for state in marked}) == 1, "the positions differ in what the seat knows"
    assert looked_at > 8


@pytest.mark.parametrize("name", ["novice", "expert", "engine@300n", "uct@200n"])
def test_bots_choose_the_same_move(name: str) -> None:
    for pair in PAIRS:
        moves = []
        for game in pair:
            with bot_named(name, "duel") as bot:
                bot.new_game(game.view(OTHER))
                moves.append(str(bot.choose(game.view(OTHER, limits=LIMITS))))
        assert moves[0] == moves[1]
