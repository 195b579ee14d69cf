"""Points: the wheel after every round, storages and groups at the end."""

from dataclasses import dataclass

from azulejo.games.garden.components import COLOURS, LEAST_GROUP, PATTERNS
from azulejo.games.garden.garden import groups_through, pavilions
from azulejo.games.garden.state import Player, State
from azulejo.games.garden.storage import stored_value
from azulejo.kernel.bits import bit_count
from azulejo.kernel.rule import interpreted, rule, widen


@rule
def wheel_points(state: State, player: Player, round_number: int) -> int:
    """Return what a garden scores in a round: matching hexes, by colour and by pattern, and pavilions."""
    points = widen(state.pavilion_points) * pavilions(player)
    for colour in range(COLOURS):
        points += widen(state.wheel[round_number - 1, colour]) * bit_count(widen(player.colours[colour]))
    for pattern in range(PATTERNS):
        points += widen(state.wheel[round_number - 1, COLOURS + pattern]) * bit_count(widen(player.patterns[pattern]))
    return points


@rule
def group_points(state: State, player: Player, group: int) -> int:
    """Return the points of one group: its values and the bonus for its size (15)."""
    size = bit_count(group)
    if size < LEAST_GROUP:
        return 0
    points = widen(state.group_bonus[size])
    for pattern in range(PATTERNS):
        points += (pattern + 1) * bit_count(group & widen(player.patterns[pattern]))
    return points


@dataclass(frozen=True, slots=True)
class ScoredGroup:
    """A connected group of one colour or one pattern that scores."""

    chosen: int
    """The colour, or 6 plus the pattern."""
    spaces: int
    """As bits."""
    points: int
    """What it would score at the end."""


def groups(state: State, player: Player) -> list[ScoredGroup]:
    """Return the groups of three or more hexes, in the order in which they are scored."""
    found = []
    for chosen, alike in enumerate(spaces_by_set(player)):
        left = alike if alike.bit_count() >= LEAST_GROUP else 0
        while left:
            group = int(groups_through(left & -left, alike))
            left &= ~group
            if group.bit_count() >= LEAST_GROUP:
                found.append(ScoredGroup(chosen, group, int(interpreted(group_points)(state, player, group))))
    return found


def spaces_by_set(player: Player) -> list[int]:
    """Return the spaces with a hex of each colour, then of each pattern."""
    return [*player.colours.tolist(), *player.patterns.tolist()]


@rule
def all_groups_points(state: State, player: Player) -> int:
    """Return the points of all groups, by colour and by pattern."""
    points = 0
    for colour in range(COLOURS):
        points += _groups_of(state, player, widen(player.colours[colour]))
    for pattern in range(PATTERNS):
        points += _groups_of(state, player, widen(player.patterns[pattern]))
    return points


@rule
def _groups_of(state: State, player: Player, alike: int) -> int:
    points = 0
    while alike:
        group = groups_through(alike & -alike, alike)
        points += group_points(state, player, group)
        alike &= ~group
    return points


@rule
def final_score(state: State, player: Player) -> int:
    """Return the score after the last scoring: everything added, then held at 0 (13, 15)."""
    points = widen(player.jokers) - stored_value(player) + all_groups_points(state, player)
    return max(0, widen(player.score) + points)


@rule
def winners(state: State, playing: int) -> int:
    """Return who has most points among the seats playing, a bit each: ties share (15)."""
    best = -1
    mask = 0
    for seat in range(state.seats):
        score = widen(state.players[seat].score)
        if playing >> seat & 1 and score >= best:
            if score > best:
                mask = 0
            best = score
            mask |= 1 << seat
    return mask
