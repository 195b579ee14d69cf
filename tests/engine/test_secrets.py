"""The search cannot cheat: what its seat cannot know changes nothing in its answer."""

from collections.abc import Iterator

import pytest

from azulejo.bots import bot_named
from azulejo.engine.engine import Engine
from azulejo.engine.limits import Limits
from azulejo.engine.uct import PlainUct
from azulejo.games.contract import redact, to_move
from azulejo.play import Game
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


def test_even_a_position_that_shows_everything_gives_nothing_away() -> None:
    """The search forgets what its seat cannot know before it begins."""
    for pair in PAIRS:
        found = []
        for game in pair:
            state = game.state
            assert to_move(state) == OTHER
            analysis = Engine("duel").analyse(state, OTHER, LIMITS)
            found.append([(one.move, one.visits, one.win) for one in analysis.candidates])
            hidden = state.copy()
            redact(hidden, OTHER)
            assert hidden.tobytes() == game.redacted(OTHER).tobytes()
        assert found[0] == found[1]


@pytest.mark.parametrize("name", ["novice", "expert", "engine@300n", "uct@200n"])
def test_bots_choose_the_same_move(name: str) -> None:
    for pair in PAIRS:
        moves = []
        for game in pair:
            with bot_named(name, "duel") as bot:
                bot.new_game(game.view(OTHER))
                moves.append(str(bot.choose(game.view(OTHER, limits=LIMITS))))
        assert moves[0] == moves[1]
