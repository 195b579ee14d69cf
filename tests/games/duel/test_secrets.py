"""Nothing that the public API says shows a seat what is hidden: change it, and nothing visible changes.

Two games are played side by side with the same moves. They differ only in the fronts that player 1
drew and put back. Everything that player 2, or a spectator, can ask for must be the same.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from azulejo.games.contract import CHANCE, OVER, SPECTATOR, to_move
from azulejo.games.duel.components import PLATE_NAMES
from azulejo.games.duel.rulebook import RULEBOOK
from azulejo.games.duel.state import State
from azulejo.kernel.chance import Stream, below, stream
from azulejo.play import Game, Record, new_game
from azulejo.texts import LANGUAGES
from azulejo.texts.errors import BadRecord
from tests.games.duel.helpers import after, legal, new_table, random_draw

DRAWER, OTHER = 0, 1


def other_fronts(state: State, fronts: list[str], keep: int, rng: Stream) -> list[str]:
    """Return fronts of the same types that could have been drawn instead; the one to be kept is the same."""
    free = {plate for plate in range(18) if int(state.unseen_plates) >> plate & 1}
    chosen: dict[int, int] = {keep: PLATE_NAMES.index(fronts[keep])}
    for index, front in enumerate(fronts):
        place, plate = int(state.drawn[index]), PLATE_NAMES.index(front)
        if index == keep:
            continue
        fitting = sorted(other for other in free - set(chosen.values()) if other // 9 == plate // 9)
        chosen[index] = plate if 0 <= place < 18 else fitting[below(rng, len(fitting))]
    return [PLATE_NAMES[chosen[index]] for index in range(len(fronts))]


def twin_events(seed: int) -> tuple[list[Any], list[Any]]:
    """Return the events of two games, up to where a difference between them would be shown to all."""
    rng = stream("twins", seed)
    state = new_table(DRAWER)
    twin = state.copy()
    events: list[Any] = [{"start": DRAWER}]
    others: list[Any] = [{"start": DRAWER}]
    keep = 0
    while (seat := to_move(state)) != OVER:
        if seat != CHANCE:
            moves = legal(state)
            move = "d" if "d" in moves and seat == DRAWER and below(rng, 4) else moves[below(rng, len(moves))]
            move = f"k{keep + 1}" if moves[0][0] == "k" else move
            state, twin = after(state, move), after(twin, move)
            events.append({"move": move, "seat": seat})
            others.append({"move": move, "seat": seat})
            continue
        value = random_draw(state.copy(), rng)
        audience = RULEBOOK.draw_audience(state)
        instead = value
        if audience == DRAWER:
            keep = below(rng, len(value["plates"]))
            instead = {"plates": other_fronts(twin, value["plates"], keep, rng)}
        extra = {} if audience < 0 else {"to": audience}
        try:
            twin = after(twin, instead)
        except BadRecord:
            break
        state = after(state, value)
        events.append({"draw": value, **extra})
        others.append({"draw": instead, **extra})
    return events, others


def replayed(events: list[Any]) -> Game:
    """Return the game of these events."""
    record = json.loads(new_game("duel", seed=1, first=DRAWER).record().to_json())
    return Game.from_record(Record.from_json(json.dumps({**record, "events": events})))


def everything_told(game: Game, viewer: int) -> Iterator[tuple[str, Any]]:
    """Yield all that the API tells a seat or a spectator, by name."""
    book, state = game.rulebook, game.redacted(viewer)
    yield "record", game.record(viewer=viewer).to_json()
    yield "state", state.tobytes()
    yield "position", book.position_text(state)
    yield "status", int(book.status(state))
    yield "turn and scores", (game.turn, game.scores)
    for lang in LANGUAGES:
        yield f"text {lang}", book.text(state, lang)
        yield f"picture {lang}", book.svg(state, lang)
    yield "moves", legal(state)
    yield "sentences", [book.describe(state, book.parse_move(move)) for move in legal(state)]
    yield "reasons", [book.why_not(state, code) for code in range(book.move_codes)]
    if viewer != SPECTATOR:
        view = game.view(viewer)
        yield "view", (view.state.tobytes(), [str(move) for move in view.legal_moves], view.record.to_json())


@pytest.mark.parametrize("part", range(4))
def test_nothing_hidden_shows_to_anybody_else(part: int, scale: Callable[[int], int]) -> None:
    different = 0
    for number in range(max(4, scale(40))):
        events, others = twin_events(part * 10_000 + number)
        changed = next((at for at, (one, other) in enumerate(zip(events, others, strict=True)) if one != other), None)
        if changed is None:
            continue
        for until in {changed + 1, changed + 2, changed + 3, (changed + len(events)) // 2 + 1, len(events)}:
            if until > len(events):
                continue
            one, other = replayed(events[:until]), replayed(others[:until])
            if one.is_over:
                continue
            different += 1
            for viewer in (OTHER, SPECTATOR):
                for (name, told), (_, instead) in zip(
                    everything_told(one, viewer), everything_told(other, viewer), strict=True
                ):
                    assert told == instead, (viewer, name, events[:until])
            assert one.redacted(DRAWER).tobytes() != other.redacted(DRAWER).tobytes()
    assert different > 2, "nothing hidden was ever different"


def test_the_record_of_a_running_game_hides_the_fronts_from_others_and_a_finished_one_shows_all() -> None:
    for seed in range(50):
        events, others = twin_events(seed)
        at = next((at for at, (one, other) in enumerate(zip(events, others, strict=True)) if one != other), None)
        if at is not None:
            break
    assert at is not None
    game = replayed(events[: at + 1])
    hidden = {"draw": None, "to": DRAWER}
    assert [game.record(viewer=viewer).events[-1] for viewer in (DRAWER, OTHER, SPECTATOR)] == [
        events[at],
        hidden,
        hidden,
    ]
    game.resign(OTHER)
    assert game.record(viewer=OTHER).events[at] == events[at]
