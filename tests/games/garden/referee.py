"""A second opinion on everything: plain lists and coordinates, written from docs/rules/garden.md alone.

Nothing here is shared with the rules: hexes are texts, gardens are places on a grid, payments and
choices of copies are listed completely, and a game is followed by its events as a person at the
table would.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, product

COLOURS = "bglypm"
HEXES = [colour + value for colour in COLOURS for value in "123456"]
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
FOUNTAIN = (0, 0)
STATUES = [(2, -1), (-1, 2), (-1, -1)]
BENCHES = [(1, 1), (-2, 1), (1, -2)]
SLOTS = {1: (3, 0), 2: (3, -3), 3: (0, -3), 4: (-3, 0), 5: (-3, 3), 6: (0, 3)}
WHEEL = {
    1: {"g": 1, "1": 1, "b": 1},
    2: {"2": 1, "p": 1, "3": 2},
    3: {"m": 1, "4": 2, "y": 1},
    4: {"5": 3, "l": 1, "6": 3},
}
VARIANT = {"1": 3, "2": 3, "3": 2, "4": 2, "5": 1, "6": 1}
BONUS = {"standard": {6: 6}, "variant": {4: 3, 5: 6, 6: 9}}
STACKS = {2: 5, 3: 7, 4: 8}

Place = tuple[int, int]


def around(place: Place) -> list[Place]:
    """Return the six places that touch a place."""
    return [(place[0] + q, place[1] + r) for q, r in STEPS]


def place_of(text: str) -> Place:
    """Return where the space with this text lies."""
    centre = FOUNTAIN if text[0] == "0" else SLOTS[int(text[0])]
    return centre if text[1] == "0" else around(centre)[int(text[1]) - 1]


SPACES = {text: place_of(text) for slot in "0123456" for way in "0123456" if (text := slot + way) != "00"}


def order(piece: str) -> tuple[int, int, str]:
    """Return the order of payments: tiles, expansions, jokers; by colour, then by value."""
    if piece == "j":
        return 2, 0, ""
    return int(piece[0] == "e"), COLOURS.index(piece[-2]), piece[-1]


def listed(pieces: Iterable[str]) -> str:
    """Return hexes as a position's text lists them."""
    hexes = sorted(pieces)
    by_colour = {colour: "".join(hexagon[1] for hexagon in hexes if hexagon[0] == colour) for colour in COLOURS}
    return "".join(colour + digits for colour, digits in by_colour.items() if digits) or "-"


@dataclass
class Garden:
    """One player: garden, storage, points."""

    score: int = 15
    jokers: int = 3
    tiles: list[str] = field(default_factory=list)
    expansions: list[str] = field(default_factory=list)
    hexes: dict[Place, str] = field(default_factory=dict)
    faces: dict[int, Place] = field(default_factory=dict)
    """The slots with a pavilion, and where their printed hex lies."""
    blanks: set[int] = field(default_factory=set)

    def spaces(self) -> set[Place]:
        """Return all spaces there are."""
        found = set(around(FOUNTAIN))
        for slot in [*self.faces, *self.blanks]:
            found |= set(around(SLOTS[slot]))
        return found | {SLOTS[slot] for slot in self.blanks}

    def group(self, place: Place, sign: int) -> list[Place]:
        """Return the group through a place, by colour (sign 0) or pattern (sign 1)."""
        seen, waiting = {place}, [place]
        while waiting:
            for near in around(waiting.pop()):
                if near not in seen and near in self.hexes and self.hexes[near][sign] == self.hexes[place][sign]:
                    seen.add(near)
                    waiting.append(near)
        return sorted(seen)

    def may_stand(self, hexagon: str, place: Place) -> bool:
        """Return whether a hex may be put on a vacant place."""
        near = [self.hexes[one] for one in around(place) if one in self.hexes]
        if near and not any(one[0] == hexagon[0] or one[1] == hexagon[1] for one in near):
            return False
        self.hexes[place] = hexagon
        groups = [[self.hexes[one] for one in self.group(place, sign)] for sign in (0, 1)]
        del self.hexes[place]
        return all(len(set(group)) == len(group) for group in groups)

    def free_slots(self) -> list[int]:
        """Return the slots without an expansion."""
        return [slot for slot in SLOTS if slot not in self.faces and slot not in self.blanks]

    def spaces_for(self, piece: str) -> list[str]:
        """Return the spaces where a piece may go."""
        if piece == "buy":
            return [f"{slot}0" for slot in self.free_slots()]
        if piece[0] == "e":
            texts = [f"{slot}{way}" for slot in self.free_slots() for way in range(1, 7)]
        else:
            vacant = self.spaces() - set(self.hexes)
            texts = [text for text, place in SPACES.items() if place in vacant]
        return [text for text in texts if self.may_stand(piece[-2:], SPACES[text])]

    def payments(self, piece: str) -> list[list[str]]:
        """Return every payment for a piece, each once and in order."""
        hexagon = piece[-2:]
        others = [*self.tiles, *(f"e{face}" for face in self.expansions)]
        found = set()
        for sign in (0, 1):
            usable = [one for one in others if one[-2:] != hexagon and one[-2:][sign] == hexagon[sign]]
            pieces = [f"d{one}" for one in sorted(usable + ["j"] * self.jokers, key=order)]
            found |= set(combinations(pieces, int(hexagon[1]) - 1))
        return [list(payment) for payment in found]

    def room(self) -> tuple[int, int]:
        """Return the free spaces of the storage, for tiles and for expansions."""
        return 12 - self.jokers - len(self.tiles), 2 - len(self.expansions)

    def surrounded(self, place: Place) -> int:
        """Return the jokers for the decorations that a hex just put here completes."""
        worth = {FOUNTAIN: 1, **dict.fromkeys(STATUES + BENCHES, 2), **{SLOTS[slot]: 3 for slot in self.faces}}
        return sum(worth.get(near, 0) for near in around(place) if all(one in self.hexes for one in around(near)))

    def wheel_points(self, number: int, side: str) -> int:
        """Return the points of a round's scoring."""
        points = len(self.faces)
        for hexagon in self.hexes.values():
            for sign in hexagon:
                if sign in WHEEL[number]:
                    points += VARIANT[sign] if side == "variant" and sign.isdigit() else WHEEL[number][sign]
        return points

    def group_points(self, side: str) -> int:
        """Return the points of all groups."""
        groups = {(sign, tuple(self.group(place, sign))) for place in self.hexes for sign in (0, 1)}
        points = 0
        for _, places in groups:
            if len(places) >= 3:
                points += sum(int(self.hexes[one][1]) for one in places) + BONUS[side].get(len(places), 0)
        return points

    def text(self) -> str:
        """Return the garden as a position's text describes it."""
        names = {place: text for text, place in SPACES.items()}
        laid = []
        for slot in SLOTS:
            if slot in self.blanks:
                laid.append(f"{slot}0")
            elif slot in self.faces:
                laid.append(f"{names[self.faces[slot]]}e{self.hexes[self.faces[slot]]}")
        printed = set(self.faces.values())
        laid += sorted(names[place] + hexagon for place, hexagon in self.hexes.items() if place not in printed)
        stored = f"{listed(self.tiles)}/{listed(self.expansions)}"
        return f"{self.score}/{self.jokers}/{stored}/{','.join(laid) or '-'}"


@dataclass
class Referee:
    """Follows a game by its events and knows what may be done next."""

    seats: int
    side: str
    turn: int
    bag: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(HEXES, 3)))
    tower: Counter[str] = field(default_factory=Counter)
    unseen: set[str] = field(default_factory=lambda: set(HEXES))
    number: int = 0
    supply: int = 0
    stack: int = 0
    places: list[list[str]] = field(default_factory=list)
    """The top first, then what left the stack: tiles, or ``[eb3]``, or ``["gone"]``."""
    passed: list[int] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    """What was decided so far in this turn."""
    over: bool = False
    due: str = ""
    gardens: list[Garden] = field(init=False)

    def __post_init__(self) -> None:
        self.gardens = [Garden() for _ in range(self.seats)]
        self.supply = 36 - 4 * STACKS[self.seats]
        self._begin_round()

    @property
    def me(self) -> Garden:
        """The garden of the player to move."""
        return self.gardens[self.turn]

    # ------------------------------------------------------------ draws

    def draw(self, value: list[str] | str) -> None:
        """Follow a draw."""
        if isinstance(value, str):
            assert self.due == "face"
            assert value[1:] in self.unseen
            self.unseen.remove(value[1:])
            self.places[next(place for place, on in enumerate(self.places) if place and not on)] = [value]
        else:
            assert self.due == "tiles"
            assert len(value) == min(4, self.bag.total() + self.tower.total())
            for hexagon in value:
                if not self.bag.total():
                    self.bag, self.tower = self.tower, Counter()
                assert self.bag[hexagon]
                self.bag[hexagon] -= 1
            self.places[0] = list(value)
        self._turn_up()

    def _begin_round(self) -> None:
        self.number += 1
        self.stack = STACKS[self.seats]
        self.places = [[]]
        self._open_top()

    def _open_top(self) -> None:
        if self.stack and self.bag.total() + self.tower.total():
            self.due = "tiles"
            return
        self.places += [[] for _ in range(self.stack)]
        self.stack = 0
        self._turn_up()

    def _turn_up(self) -> None:
        self.due = "face" if any(not on for on in self.places[1:]) else ""

    # ------------------------------------------------------------ decisions

    def legal(self) -> set[str]:
        """Return the texts of everything that may be decided now; nothing if the turn is complete."""
        if not self.done:
            return self._first_choices()
        first, *later = self.done
        if first == "pass":
            pieces = [f"d{piece}" for piece in [*self.me.tiles, *(f"e{face}" for face in self.me.expansions)]]
            affordable = [text for text in pieces if int(text[-1]) <= self.me.score]
            return {"done"} | {text for text in affordable if not later or order(text[1:]) >= order(later[-1][1:])}
        if first[0] == "t":
            ways = self._choices(first[1])
        elif not later:
            return set(self.me.spaces_for(first))
        else:
            ways = [[later[0]]] if first == "buy" else [[later[0], *payment] for payment in self.me.payments(first)]
        return {way[len(later)] for way in ways if way[: len(later)] == later and len(way) > len(later)}

    def _first_choices(self) -> set[str]:
        found = {"pass"}
        signs = {sign for on in self.places for shown in on if shown != "gone" for sign in shown[-2:]}
        found |= {f"t{sign}" for sign in signs if self._choices(sign)}
        for piece in {*self.me.tiles, *(f"e{face}" for face in self.me.expansions)}:
            if self.me.spaces_for(piece) and self.me.payments(piece):
                found.add(piece)
        if self.supply and self.me.score >= 6 and self.me.free_slots():
            found.add("buy")
        return found

    def _wanted(self, sign: str) -> list[str]:
        """Return the distinct hexes of a colour or pattern in the display, in order."""
        shown = {one[-2:] for on in self.places for one in on if one != "gone" and sign in one[-2:]}
        return sorted(shown, key=HEXES.index)

    def _choices(self, sign: str) -> list[list[str]]:
        """Return every way to take one of each distinct hex so that all fit: the places, by hex."""
        wanted = self._wanted(sign)
        copies = [
            [place for place, on in enumerate(self.places) if any(shown[-2:] == one for shown in on)] for one in wanted
        ]
        room, room_for_expansions = self.me.room()
        found = []
        for choice in product(*copies):
            taken = [self._shown(place, one) for place, one in zip(choice, wanted, strict=True)]
            expansions = sum(shown[0] == "e" for shown in taken)
            if expansions <= room_for_expansions and len(taken) - expansions <= room:
                found.append([f"f{place}" for place in choice])
        return found

    def _shown(self, place: int, hexagon: str) -> str:
        return next(shown for shown in self.places[place] if shown[-2:] == hexagon)

    def move(self, text: str) -> None:
        """Follow a move, and everything after it that leaves no choice."""
        assert text in self.legal(), (text, sorted(self.legal()))
        self._decide(text)
        while self.done:
            choices = self.legal()
            if not choices:
                self._act()
            elif len(choices) == 1:
                self._decide(choices.pop())
            else:
                return

    def _decide(self, text: str) -> None:
        if text == "done":
            self._pass()
            return
        if self.done and self.done[0] == "pass":
            self.me.score -= int(text[-1])
            self._give_up(text[1:])
        self.done.append(text)

    def _act(self) -> None:
        if self.done[0][0] == "t":
            self._take()
        elif self.done[0] == "buy":
            self._buy()
        else:
            self._place()

    # ------------------------------------------------------------ actions

    def _next(self) -> None:
        self.done = []
        for _ in range(self.seats):
            self.turn = (self.turn + 1) % self.seats
            if self.turn not in self.passed:
                return

    def _take(self) -> None:
        from_top = False
        for choice, hexagon in zip(self.done[1:], self._wanted(self.done[0][1]), strict=True):
            place = int(choice[1:])
            taken = self._shown(place, hexagon)
            if taken[0] == "e":
                self.me.expansions.append(hexagon)
                self.places[place] = ["gone"]
            else:
                self.me.tiles.append(hexagon)
                self.places[place].remove(taken)
                from_top |= place == 0
        self._next()
        if from_top:
            self.places.append(self.places[0])
            self.places[0] = []
            self.stack -= 1
            self._open_top()
        else:
            self._turn_up()

    def _buy(self) -> None:
        self.me.score -= 6
        self.supply -= 1
        self.me.blanks.add(int(self.done[1][0]))
        self._next()

    def _place(self) -> None:
        piece, space, *payment = self.done
        for paid in payment:
            self._give_up(paid[1:])
        place = SPACES[space]
        if piece[0] == "e":
            self.me.expansions.remove(piece[1:])
            self.me.faces[int(space[0])] = place
        else:
            self.me.tiles.remove(piece)
        self.me.hexes[place] = piece[-2:]
        self.me.jokers += min(self.me.surrounded(place), self.me.room()[0])
        self._next()

    def _give_up(self, piece: str) -> None:
        if piece == "j":
            self.me.jokers -= 1
        elif piece[0] == "e":
            self.me.expansions.remove(piece[1:])
            self.supply += 1
        else:
            self.me.tiles.remove(piece)
            self.tower[piece] += 1

    def _pass(self) -> None:
        if not self.passed:
            self.me.score = max(0, self.me.score - 1)
        self.passed.append(self.turn)
        self._next()
        if len(self.passed) == self.seats:
            self._end_round()

    def _end_round(self) -> None:
        for garden in self.gardens:
            garden.score += garden.wheel_points(self.number, self.side)
        if self.number == 4:
            self.over = True
            for garden in self.gardens:
                stored = sum(int(hexagon[1]) for hexagon in garden.tiles + garden.expansions)
                garden.score = max(0, garden.score + garden.jokers - stored + garden.group_points(self.side))
            return
        self.tower.update(shown for on in self.places for shown in on if shown != "gone" and shown[0] != "e")
        self.supply += self.stack + sum(on != ["gone"] for on in self.places[1:])
        self.turn = self.passed[0]
        self.passed = []
        self._begin_round()

    # ------------------------------------------------------------ what it knows

    def words(self) -> dict[str, str]:
        """Return what a position's text must say."""
        aside = []
        for on in self.places[1:]:
            aside.append("-" if on == ["gone"] else on[0] if on and on[0][0] == "e" else listed(on) if on else "e?")
        return {
            "round": str(self.number),
            "turn": str(self.turn),
            "marker": str(self.passed[0]) if self.passed else "display",
            "passed": ",".join(map(str, sorted(self.passed))) or "-",
            "stack": str(self.stack),
            "supply": str(self.supply),
            "top": listed(self.places[0]),
            "aside": ",".join(aside) or "-",
            "unseen": listed(self.unseen),
            "bag": listed(self.bag.elements()),
            "tower": listed(self.tower.elements()),
        }
