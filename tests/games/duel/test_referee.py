"""The rules against an independent referee: event by event the same positions, moves, draws, points and winners."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, cycle, product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from azulejo import BadRecord, Game, Record, new_game
from azulejo.testing import scale
from tests.games.duel import referee as referee_module
from tests.games.duel.habits import HABITS, played, played_anew
from tests.games.duel.helpers import table_text
from tests.games.duel.referee import CHIPS, COLOURS, EDGES, FACTORIES, PLATES, SMALL, Player, Referee, turned

FRONTS = PLATES["special"] + PLATES["joker"]
SIDES = [f"{tablet}{side}" for tablet in "1234" for side in "AB"]
TABLETS = [
    "first",
    "random",
    "random4",
    *(
        ",".join(sides)
        for number in (3, 4)
        for tablets in combinations("1234", number)
        for sides in product(*((f"{tablet}A", f"{tablet}B") for tablet in tablets))
    ),
]
"""Every value of the option: three words, 32 choices of three tablets with their sides and 16 of four."""


def options_of(number: int) -> dict[str, str]:
    """Return options for a game with this number; over many games, each value with each other."""
    return {
        "tablets": TABLETS[number % len(TABLETS)],
        "free_draw_at_zero": ("false", "true")[number // 2 % 2],
        "special_is_a_colour": ("true", "false")[number // 4 % 2],
    }


# ---------------------------------------------------------------- how they are compared


@dataclass(frozen=True)
class Step:
    """What the rules say about a position, and the event that came next."""

    position: str
    turn: int | None
    moves: list[str]
    scores: list[int]
    winners: list[int] | None
    event: Mapping[str, Any] | None


def first_event(record: Record) -> int:
    """Return how many events are before the first draw or move."""
    return 1 if record.position is None else 0


def steps_of(record: Record) -> Iterator[Step]:
    """Yield what the rules say, event by event, from the first to the end of the game."""
    game = Game.from_record(record, until=first_event(record))
    for event in (*record.events[first_event(record) :], None):
        outcome = game.outcome()
        yield Step(
            game.position,
            game.turn,
            sorted(move.text for move in game.legal_moves),
            list(game.scores),
            None if outcome is None else list(outcome.winners),
            event,
        )
        if event is not None:
            game.replay(event)


def referee_for(record: Record, module: Any = referee_module) -> Any:
    """Return a referee at the table where a record begins."""
    if record.position is not None:
        return module.Referee.read(record.position)
    options = {name: value for name, value in record.options.items() if name != "first"}
    return module.Referee(start=record.events[0]["start"], **options)


def disagreement(steps: Iterator[Step] | list[Step], referee: Referee) -> str:
    """Return the first thing that the referee sees in another way than the rules, or nothing."""
    for number, step in enumerate(steps):
        over = referee.stage == "end"
        opinions = {
            "position": (step.position, referee.text()),
            "turn": (step.turn, referee.turn if referee.choices else None),
            "moves": (step.moves, referee.choices),
            "scores": (step.scores, [player.score for player in referee.players]),
            "winners": (step.winners, referee.winners() if over else None),
            "end": (step.event is None, over),
        }
        for what, (rules, second) in opinions.items():
            if rules != second:
                return f"step {number}, {what}\nrules:   {rules}\nreferee: {second}\nnext: {step.event}"
        if step.event is not None:
            if not referee.allows(step.event):
                return f"step {number}: {step.event} cannot happen\nin {step.position}"
            referee.follow(step.event)
    return ""


def assert_agreement(record: Record) -> None:
    """Compare everything from the first event to the last."""
    found = disagreement(steps_of(record), referee_for(record))
    assert not found, f"{found}\n{record.to_json()}"


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("habit", HABITS)
def test_the_referee_agrees_on_a_game(habit: str) -> None:
    seed = list(HABITS).index(habit)
    assert_agreement(played_anew(habit, seed, **options_of(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("habit", HABITS)
def test_the_referee_agrees_on_many_games(habit: str) -> None:
    """Over all options; with 51 games or more, over every choice of tablets."""
    for number in range(scale(60)):
        seed = len(HABITS) * (number + 1) + list(HABITS).index(habit)
        assert_agreement(played_anew(habit, seed, **options_of(seed)))


@pytest.mark.slow
def test_the_referee_agrees_on_all_tablets() -> None:
    """Tablets count at the end only: the same game ends with other points."""
    endings = set()
    record = played_anew("building", 1)
    for tablets, special_is_a_colour in zip(TABLETS[3:], cycle(["true", "false", "false"]), strict=False):
        options = {**record.options, "tablets": tablets, "special_is_a_colour": special_is_a_colour}
        other = replace(record, options=options, scores=None, winners=None, commitment="", seed=None)
        game, referee = Game.from_record(other), referee_for(other)
        for event in other.events[1:]:
            referee.follow(event)
        assert game.position == referee.text()
        endings.add(game.scores)
    assert len(endings) > 10


# ---------------------------------------------------------------- tables that games seldom or never come to

FULL_DOMES = (
    "board=5/-,-,-,-,{},{}/TYJKe,YRJBs,KSTRn,TRBSn,SYBRs,STYBw,BKSTn,-,-"
    "/BTBBKS,KYRYTR,TRRBTB,BSYSSY,BK....,ST..../-/-/KB,YK,TY,RT,BR,T/2/0 "
    "board=5/-,-,-,-,{},{}/TKRJs,RJBKw,YSKRs,YBKSe,TRBJw,RTYJw,SKRBs,-,-"
    "/{}R{}KRK,KTRBSY,KYRYT{},SBTBRY,BR....,KS..../-/-/K,R,Y,B,KB,YK/2/0"
)
TILES_DUE = "duel round=4 stage=tiles display=KYRJ,JBTK,YKTS pile=J"
RARE = {
    "no tiles at all": f"{TILES_DUE} bag=- tower=- {FULL_DOMES.format('TTTTT', 'KKKKK', 'RRR', 'YYYY', *'BBY')}",
    "eleven tiles": f"{TILES_DUE} bag=B2 tower=Y3R3T3 {FULL_DOMES.format('TT', 'KKKK', '-', '-', *'YYK')}",
    "one colour": (
        "duel round=4 stage=tiles display=TRBS,JBTK,TRBJ pile=S bag=B6 tower=- "
        "board=5/-,-,-,-,KKKK,TTTTTT/STYBw,KYRJw,TYJKe,SKRBw,YBKSn,TBJYw,YKTSe,-,-"
        "/TBYYYT,SYKRKY,KBYBBY,SRKSTY,TY....,SK..../-/-/KB,YK,TY,RT,BR,T/2/0 "
        "board=5/-,-,-,-,-,-/KSTRn,TKRJs,YRJBw,SYBRw,RJBKw,YSKRn,RTYJs,-,-"
        "/KSRRRB,TRKTYR,YRRKYS,SBRBKR,RY....,TR..../-/-/K,R,Y,B,KB,YK/2/0"
    ),
    "one colour in the bag": table_text(
        "round=4 stage=tiles display=YKTS,JBTK,STYB pile=S bag=B2 tower=B11Y13R13K13T13", mixed=True
    ),
}


def played_from(place: str, seed: int) -> Record:
    """Play on from a table that was set up by hand, and return the record."""
    return played(new_game("duel", seed=seed, position=RARE[place]), "anything", seed)


@pytest.mark.parametrize("place", RARE)
def test_the_referee_agrees_from_rare_tables_on(place: str) -> None:
    for seed in range(max(2, scale(20))):
        assert_agreement(played_from(place, seed))


# ---------------------------------------------------------------- what can be drawn


def swapped(pieces: Sequence[str], rng: random.Random) -> list[str]:
    """Return pieces of which two have changed places."""
    changed = list(pieces)
    first, second = rng.randrange(len(changed)), rng.randrange(len(changed))
    changed[first], changed[second] = changed[second], changed[first]
    return changed


def exchanged(pieces: Sequence[str], kinds: Sequence[str], rng: random.Random) -> list[str]:
    """Return pieces with another one in the place of one of them."""
    changed = list(pieces)
    changed[rng.randrange(len(changed))] = rng.choice(kinds)
    return changed


def bag_first(handfuls: Sequence[str], bag: Counter[str]) -> list[str]:
    """Return the tiles of each factory in an order in which they can be drawn, if there is one."""
    left = bag.copy()
    ordered = []
    for tiles in handfuls:
        of_the_bag = (Counter(tiles) & left) if left.total() < len(tiles) else Counter(tiles)
        ordered.append("".join([*of_the_bag.elements(), *(Counter(tiles) - of_the_bag).elements()]))
        left -= Counter(tiles)
    return ordered


def other_tiles(handfuls: Sequence[str], bag: Counter[str], rng: random.Random) -> list[list[str]]:
    """Return the tiles of the factories with one or two in other places, of other colours, or missing."""
    tiles = list("".join(handfuls))
    if not tiles:
        return [["B", "", "", "", ""]]
    found = []
    for changed in (swapped(tiles, rng), exchanged(tiles, COLOURS, rng), rng.sample(tiles, len(tiles))):
        letters = iter(changed)
        found.append(bag_first(["".join(next(letters) for _ in old) for old in handfuls], bag))
    last = max(number for number, old in enumerate(handfuls) if old)
    found.append([old[1:] if number == last else old for number, old in enumerate(handfuls)])
    found.append([handfuls[0][:1] * 5, *handfuls[1:]])
    return found


def other_draws(value: Mapping[str, Any], bag: Counter[str], rng: random.Random) -> list[dict[str, Any]]:
    """Return draws that are a little different, some of them possible."""
    name = next(iter(value))
    drawn = value[name]
    found: list[Any] = []
    match name:
        case "tablets":
            found = [swapped(drawn, rng), exchanged(drawn, SIDES, rng), drawn[:-1], sorted(rng.sample(SIDES, 4))]
        case "display" | "plates":
            found = [swapped(drawn, rng), drawn[:-1], *(exchanged(drawn, FRONTS, rng) for _ in range(5))]
        case "tiles":
            found = other_tiles(drawn, bag, rng)
        case "chips":
            found = [{factory: rng.choice(CHIPS) for factory in drawn}, {rng.choice(SMALL): rng.choice(CHIPS)}]
        case "top":
            found = list(PLATES)
        case "kept":
            found = [rng.choice(FRONTS)]
    others = [{**value, name: one} for one in found]
    others += [{**value, "top": top} for top in PLATES]
    return [*others, {key: part for key, part in value.items() if key != "top"}]


def is_accepted(game: Game, event: Mapping[str, Any]) -> bool:
    """Return whether the rules accept an event."""
    try:
        game.copy().replay(event)
    except BadRecord:
        return False
    return True


def assert_same_draws(record: Record, rng: random.Random) -> Counter[bool]:
    """Alter every draw of a game, and see whether rules and referee call the same ones possible; count both."""
    game, referee = Game.from_record(record, until=first_event(record)), referee_for(record)
    seen: Counter[bool] = Counter()
    for event in record.events[first_event(record) :]:
        if "draw" in event:
            others = [{**event, "draw": value} for value in other_draws(event["draw"], referee.bag, rng)]
            others += [{"draw": event["draw"]}, *({"draw": event["draw"], "to": seat} for seat in (0, 1))]
            for other in others:
                accepted = is_accepted(game, other)
                assert accepted == referee.allows(other), (accepted, other, event, game.position)
                seen[accepted] += 1
        game.replay(event)
        referee.follow(event)
    return seen


@pytest.mark.slow
def test_the_referee_agrees_on_what_can_be_drawn() -> None:
    rng = random.Random(13)
    seen: Counter[bool] = Counter()
    for number in range(scale(60)):
        habit = list(HABITS)[number % len(HABITS)]
        seen += assert_same_draws(played_anew(habit, number, **options_of(number)), rng)
    for place in RARE:
        seen += assert_same_draws(played_from(place, 1), rng)
    assert min(seen[True], seen[False]) > 100
