"""The rules against the referee: event by event the same positions, moves, draws, points and winners."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from azulejo import BadRecord, Game, Record, new_game
from azulejo.testing import scale
from tests.games.duel import referee as referee_module
from tests.games.duel.changed_rules import CHANGES, changed_referee
from tests.games.duel.habits import HABITS, play_out
from tests.games.duel.helpers import LISTS, SIDES, table_text
from tests.games.duel.referee import CHIPS, COLOURS, PLATES, SMALL, Referee, parse_counts

FRONTS = PLATES["special"] + PLATES["joker"]
TABLETS = ["first", "random", "random4", *LISTS]


def options_of(number: int) -> dict[str, Any]:
    """Return options for the game with this number; over many games, every value with every other."""
    return {
        "tablets": TABLETS[number % len(TABLETS)],
        "free_draw_at_zero": ("false", "true")[number // 2 % 2],
        "special_is_a_colour": ("true", "false")[number // 4 % 2],
    }


def play_new(habit: str, number: int) -> Record:
    """Play a game of two players with a habit, by the options for this number."""
    return play_out(new_game("duel", seed=number, **options_of(number)), habit, number)


# ---------------------------------------------------------------- tables that games seldom or never come to

FULL_DOMES = (
    "board=5/-,-,-,-,{},{}/TYJKe,YRJBs,KSTRn,TRBSn,SYBRs,STYBw,BKSTn,-,-"
    "/BTBBKS,KYRYTR,TRRBTB,BSYSSY,BK....,ST..../-/-/KB,YK,TY,RT,BR,T/2/0 "
    "board=5/-,-,-,-,{},{}/TKRJs,RJBKw,YSKRs,YBKSe,TRBJw,RTYJw,SKRBs,-,-"
    "/{}R{}KRK,KTRBSY,KYRYT{},SBTBRY,BR....,KS..../-/-/K,R,Y,B,KB,YK/2/0"
)
TILES_DUE = "duel round=4 phase=tiles display=KYRJ,JBTK,YKTS pile=J"
LAST_CHIP = (
    "duel round=5 starting_tile=1 chips=T,-,-,- bag=- tower=B1Y1R1K1T2 "
    "board=5/-/SYBRe,KYRJn,YKTSe,YRJBw,STYBs,TYJKe,YBKSw,TRBJe,RTYJn"
    "/BSK.TY,RYRYSK,RBBYRT,YYTSKY,BSBTRT,YKKRYB/-/-/KB,YK,TY,RT,BR,T,K,R,Y/0/1 "
    "board=5/-/SKRBe,KSTRw,RJBKe,TBJYe,TKRJn,YSKRn,BKSTe,JBTKe,TRBSe"
    "/RSSRBR,BKKTKY,.TT.YS,YBRRKR,SBTKBT,TKKB../-/-/B,KB,YK,TY,RT,BR,K,R,Y,B/0/2"
)
"""Nearly full domes, and one chip to be taken."""
RARE = {
    "no tiles at all": f"{TILES_DUE} bag=- tower=- {FULL_DOMES.format('TTTTT', 'KKKKK', 'RRR', 'YYYY', *'BBY')}",
    "eleven tiles": f"{TILES_DUE} bag=B2 tower=Y3R3T3 {FULL_DOMES.format('TT', 'KKKK', '-', '-', *'YYK')}",
    "one colour": (
        "duel round=4 phase=tiles display=TRBS,JBTK,TRBJ pile=S bag=B6 tower=- "
        "board=5/-,-,-,-,KKKK,TTTTTT/STYBw,KYRJw,TYJKe,SKRBw,YBKSn,TBJYw,YKTSe,-,-"
        "/TBYYYT,SYKRKY,KBYBBY,SRKSTY,TY....,SK..../-/-/KB,YK,TY,RT,BR,T/2/0 "
        "board=5/-/KSTRn,TKRJs,YRJBw,SYBRw,RJBKw,YSKRn,RTYJs,-,-"
        "/KSRRRB,TRKTYR,YRRKYS,SBRBKR,RY....,TR..../-/-/K,R,Y,B,KB,YK/2/0"
    ),
    "one colour in the bag": table_text(
        "round=4 phase=tiles display=YKTS,JBTK,STYB pile=S bag=B2 tower=B11Y13R13K13T13", mixed=True
    ),
    "the last chip, sides A": f"{LAST_CHIP} tablets=1A,2A,3A,4A",
    "the last chip, sides B": f"{LAST_CHIP} tablets=1B,2B,3B,4B",
    "the last chip, five colours": f"{LAST_CHIP} tablets=1B,2B,3B,4B special_is_a_colour=false",
    "returned plates on display": table_text(
        "round=4 phase=display display=-,-,- pile=S,TRBS:1,KYRJ:1,YSKR:01", mixed=True
    ),
    "returned plates in the pile": table_text(
        "round=3 suns=-,BYRK,BYRK,BYRK,BYRK display=YKTS,JBTK,STYB pile=S,?,TRBS:1,KYRJ:1,YSKR:01",
        {"plates": "YBKSn,SYBRn"},
        {"plates": "RJBKn"},
        mixed=True,
    ),
}


def play_from(position: str, seed: int) -> Record:
    """Play on from a table that was set up by hand; whoever has points draws plates."""
    return play_out(new_game("duel", seed=seed, position=position), "drawer", seed)


# ---------------------------------------------------------------- draws a little different from those of a record


def swap_two(pieces: Sequence[str], rng: random.Random) -> list[str]:
    """Return pieces of which two have changed places."""
    changed = list(pieces)
    first, second = rng.randrange(len(changed)), rng.randrange(len(changed))
    changed[first], changed[second] = changed[second], changed[first]
    return changed


def exchange_one(pieces: Sequence[str], kinds: Sequence[str], rng: random.Random) -> list[str]:
    """Return pieces with another one in the place of one of them."""
    changed = list(pieces)
    changed[rng.randrange(len(changed))] = rng.choice(kinds)
    return changed


def bag_first(handfuls: Sequence[str], bag: Counter[str]) -> list[str]:
    """Return the tiles of each factory in an order in which they can be drawn, if there is one."""
    left = bag.copy()
    ordered = []
    for tiles in handfuls:
        of_the_bag = Counter(tiles) & left if left.total() < len(tiles) else Counter(tiles)
        ordered.append("".join([*of_the_bag.elements(), *(Counter(tiles) - of_the_bag).elements()]))
        left -= Counter(tiles)
    return ordered


def other_tiles(handfuls: Sequence[str], bag: Counter[str], rng: random.Random) -> list[list[str]]:
    """Return the tiles of the factories in other places, of another colour, one too few, or five equal ones."""
    tiles = "".join(handfuls)
    if not tiles:
        return [["B", "", "", "", ""]]
    found = []
    for changed in (swap_two(tiles, rng), exchange_one(tiles, COLOURS, rng), rng.sample(tiles, len(tiles))):
        letters = iter(changed)
        found.append(bag_first(["".join(next(letters) for _ in old) for old in handfuls], bag))
    last = max(number for number, old in enumerate(handfuls) if old)
    found.append([old[1:] if number == last else old for number, old in enumerate(handfuls)])
    most = max(bag, key=bag.__getitem__, default="B")
    found += [[colour * 5, *handfuls[1:]] for colour in (most, handfuls[0][0])]
    return found


def other_draws(value: Mapping[str, Any], bag: Counter[str], rng: random.Random) -> list[dict[str, Any]]:
    """Return draws that are a little different, some of them possible."""
    name = next(iter(value))
    drawn = value[name]
    found: list[Any] = []
    match name:
        case "tablets":
            found = [swap_two(drawn, rng), exchange_one(drawn, SIDES, rng), drawn[:-1], sorted(rng.sample(SIDES, 4))]
        case "display" | "plates":
            found = [drawn[:-1]]
            for _ in range(5):
                found += [swap_two(drawn, rng), exchange_one(drawn, FRONTS, rng)]
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


def other_events(event: Mapping[str, Any], bag: Counter[str], rng: random.Random) -> list[dict[str, Any]]:
    """Return events that are a little different from a draw: in what is drawn, or who may see it."""
    drawn = [{**event, "draw": value} for value in other_draws(event["draw"], bag, rng)]
    return [*drawn, {"draw": event["draw"]}, *({"draw": event["draw"], "to": seat} for seat in (0, 1))]


def is_accepted(game: Game, event: Mapping[str, Any]) -> bool:
    """Return whether the rules accept an event."""
    try:
        game.copy().replay(event)
    except BadRecord:
        return False
    return True


# ---------------------------------------------------------------- the comparison


@dataclass(frozen=True)
class Step:
    """What the rules say about a position, and the event that came next."""

    position: str
    turn: int | None
    moves: list[str]
    scores: list[int]
    winners: list[int] | None
    event: Mapping[str, Any] | None
    draws: list[tuple[Mapping[str, Any], bool]]
    """Where something was drawn: what else might have been, and whether it could."""


def first_event(record: Record) -> int:
    """Return how many events come before the first draw or move."""
    return 1 if record.position is None else 0


def steps_of(record: Record) -> Iterator[Step]:
    """Yield what the rules say, event by event, to the end of the game."""
    rng = random.Random(len(record.events))
    game = Game.from_record(record, until=first_event(record))
    for event in (*record.events[first_event(record) :], None):
        bag = parse_counts(game.position.partition(" bag=")[2].split()[0])
        others = other_events(event, bag, rng) if event and "draw" in event else []
        outcome = game.outcome()
        yield Step(
            game.position,
            game.turn,
            sorted(move.text for move in game.legal_moves),
            list(game.scores),
            None if outcome is None else list(outcome.winners),
            event,
            [(other, is_accepted(game, other)) for other in others],
        )
        if event is not None:
            game.replay(event)


def referee_for(record: Record, module: ModuleType = referee_module) -> Referee:
    """Return a referee at the table where a record begins."""
    if record.position is not None:
        referee: Referee = module.Referee.read(record.position)
        return referee
    options = {name: value for name, value in record.options.items() if name != "first"}
    referee = module.Referee(start=record.events[0]["start"], **options)
    return referee


def disagreement(steps: Iterable[Step], referee: Referee) -> str:
    """Return the first thing that the referee sees in another way than the rules, or nothing."""
    for number, step in enumerate(steps):
        over = referee.phase == "end"
        opinions = {
            "position": (step.position, referee.text()),
            "turn": (step.turn, referee.turn if referee.choices else None),
            "moves": (step.moves, referee.choices),
            "scores": (step.scores, [player.score for player in referee.players]),
            "winners": (step.winners, referee.winners() if over else None),
            "end": (step.event is None, over),
            **{str(other): (accepted, referee.allows(other)) for other, accepted in step.draws},
        }
        for what, (rules, second) in opinions.items():
            if rules != second:
                return f"step {number}, {what}\nrules:   {rules}\nreferee: {second}\nin {step.position}"
        if step.event is not None:
            if not referee.allows(step.event):
                return f"step {number}, {step.event}\nrules:   it happened\nreferee: it cannot\nin {step.position}"
            referee.follow(step.event)
    return ""


def assert_agreement(record: Record) -> None:
    """Compare everything from the first event of a game to the last."""
    found = disagreement(steps_of(record), referee_for(record))
    assert not found, f"{found}\n{record.to_json()}"


@pytest.mark.parametrize("habit", HABITS)
def test_the_referee_agrees_on_a_game(habit: str) -> None:
    assert_agreement(play_new(habit, list(HABITS).index(habit)))


@pytest.mark.slow
@pytest.mark.parametrize("habit", HABITS)
def test_the_referee_agrees_on_many_games(habit: str) -> None:
    """In `make test-long` over every choice of tablets: 250 games."""
    for number in range(1, 1 + scale(50)):
        assert_agreement(play_new(habit, number * len(HABITS) + list(HABITS).index(habit)))


@pytest.mark.parametrize("place", RARE)
def test_the_referee_agrees_from_rare_tables_on(place: str) -> None:
    for seed in range(scale(10)):
        assert_agreement(play_from(RARE[place], seed))


@pytest.mark.slow
@pytest.mark.parametrize("special_is_a_colour", ["true", "false"])
def test_the_referee_agrees_on_all_tablets(special_is_a_colour: str) -> None:
    for tablets in LISTS:
        words = f"tablets={tablets} special_is_a_colour={special_is_a_colour}"
        assert_agreement(play_from(f"{LAST_CHIP} {words}", 1))


@cache
def games() -> list[tuple[Record, list[Step]]]:
    """Return games in which every rule matters, with what the rules say about each."""
    records = [play_new(habit, number) for number, habit in enumerate(HABITS)]
    records += [play_new("builder", number) for number in (5, 6, 7)]
    records += [play_from(position, 1) for position in RARE.values()]
    return [(record, list(steps_of(record))) for record in records]


@pytest.mark.slow
def test_what_is_drawn_otherwise_is_sometimes_possible() -> None:
    """Else the referee could say yes, or no, to all of it."""
    seen = Counter(accepted for record, steps in games() for step in steps for _, accepted in step.draws)
    assert min(seen[True], seen[False]) > 100


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_referee_with_one_rule_changed_disagrees(change: str) -> None:
    """So every rule occurs in these games, and the comparison can fail."""
    module = changed_referee(change)
    assert any(disagreement(steps, referee_for(record, module)) for record, steps in games())
