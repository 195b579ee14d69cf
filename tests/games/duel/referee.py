"""A second opinion on everything: letters in plain lists, written from docs/rules/duel.md and the rulebook alone.

Nothing here is shared with the rules. A game is told once, from the set-up to the scoring tablets,
in the order and with the words of the book; the story stops where something is drawn or decided,
and goes on with the next event of the record, as a person at the table would.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import Any, TypeAlias, TypeVar

COLOURS = "BYRKT"
TILES_OF_A_COLOUR = 13
LARGE, SMALL = "l", "1234"
FACTORIES = LARGE + SMALL
SUN_SPACES = {"l": 5, "1": 4, "2": 4, "3": 4, "4": 4}
CHIPS = ["B", "Y", "R", "K", "T", "BR", "RT", "TY", "YK", "KB"]
CHIPS_OF_A_KIND = 2
CHIPS_TAKEN_PER_ROUND = 2
PLATES = {
    "special": ["YKTS", "KSTR", "SKRB", "YBKS", "TRBS", "YSKR", "BKST", "STYB", "SYBR"],
    "joker": ["JBTK", "TRBJ", "KYRJ", "TYJK", "YRJB", "TKRJ", "RTYJ", "TBJY", "RJBK"],
}
DISPLAY_SPACES = 3
EDGES = "nesw"
ROUNDS = 5
TOKENS = {1: 2, 2: 2, 3: 2, 4: 2, 5: 0}
BROKEN_TILES = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10}
STARTING_TILE_LOSS = 2
FIRST_GAME = ["1A", "2A", "3A"]
TABLETS_DRAWN = {"random": 3, "random4": 4}
LINES = range(1, 7)
COLUMNS = range(1, 7)

T = TypeVar("T")
Story: TypeAlias = Generator[None, Any, T]
"""A part of the game that stops for draws and decisions."""
Space: TypeAlias = tuple[int, int]
"""A space of the dome for one tile: row and column, from 1 on."""


def handful_text(tiles: Iterable[str]) -> str:
    """Return tiles in the order of the colours, or a dash for none."""
    return "".join(sorted(tiles, key=COLOURS.index)) or "-"


def count_text(tiles: Counter[str]) -> str:
    """Return many tiles, every colour with its number: ``B7Y8``."""
    return "".join(f"{colour}{tiles[colour]}" for colour in COLOURS if tiles[colour]) or "-"


def list_text(words: Iterable[str]) -> str:
    """Return words with commas between, a dash for each that is missing, and a single dash for none."""
    return ",".join(word or "-" for word in words) or "-"


def by_kind(chips: Iterable[str]) -> list[str]:
    """Return chips in the order in which they are listed and paid."""
    return sorted(chips, key=CHIPS.index)


def type_of(front: str) -> str:
    """Return what the back of a plate shows."""
    return "special" if "S" in front else "joker"


def turn_plate(front: str, edge: str) -> str:
    """Return the spaces of a plate in reading order when its upper edge points up, right, down or left."""
    for _ in range(EDGES.index(edge)):
        upper_left, upper_right, lower_left, lower_right = list(front)
        front = lower_left + upper_left + lower_right + upper_right
    return front


def spaces_of(number: int) -> list[Space]:
    """Return the four spaces that the plate with this number, 1 to 9, covers, in reading order."""
    top, left = 2 * ((number - 1) // 3) + 1, 2 * ((number - 1) % 3) + 1
    return [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]


@dataclass
class Plate:
    """A plate of the pile or in the drawer's hand: what is known of it."""

    back: str = ""
    front: str = ""
    seen: set[int] = field(default_factory=set)
    """Who has seen the front and put the plate back, or is about to."""

    @classmethod
    def read(cls, text: str) -> "Plate":
        """Return the plate that a position describes."""
        name, _, seats = text.partition(":")
        backs = {"?": "", "S": "special", "J": "joker"}
        if name in backs:
            return cls(backs[name])
        return cls(type_of(name), name, {int(seat) for seat in seats})

    def text(self) -> str:
        """Return the plate as a position describes it."""
        name = self.front or self.back[:1].upper() or "?"
        return name + (":" + "".join(map(str, sorted(self.seen))) if self.seen else "")


def all_in_place(covered: Sequence[Plate], elsewhere: Iterable[str]) -> bool:
    """Return whether the eighteen plates can lie like that: every one in one place, with its own back."""
    fronts = [*elsewhere, *(plate.front for plate in covered if plate.front)]
    everything = [front for fronts_of_a_type in PLATES.values() for front in fronts_of_a_type]
    if len(set(fronts)) < len(fronts) or not set(fronts) <= set(everything):
        return False
    if any(plate.front and type_of(plate.front) != plate.back for plate in covered):
        return False
    backs = Counter(plate.back for plate in covered if not plate.front)
    unseen = Counter(type_of(front) for front in everything if front not in fronts)
    return all(backs[back] <= unseen[back] for back in PLATES)


# ---------------------------------------------------------------- a player's board


@dataclass
class Player:
    """One player: points, pattern lines, dome, broken tiles, chips and tokens."""

    score: int = 5
    lines: dict[int, str] = field(default_factory=lambda: dict.fromkeys(LINES, ""))
    plates: dict[int, str] = field(default_factory=lambda: dict.fromkeys(range(1, 10), ""))
    """The plates on the dome with the way of their upper edge, ``YKTSn``."""
    dome: dict[Space, str] = field(default_factory=dict)
    broken: str = ""
    chips: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    tokens: int = TOKENS[1]
    taken: int = 0
    passed: bool = False

    @classmethod
    def read(cls, text: str) -> "Player":
        """Return the board that a complete position describes."""
        score, lines, plates, dome, broken, chips, used, tokens, taken, *passed = text.split("/")
        tiles = {
            (row, column): tile
            for row, letters in enumerate(dome.split(","), 1)
            for column, tile in enumerate(letters, 1)
            if tile != "."
        }
        return cls(
            int(score),
            dict(enumerate(words_of(lines), 1)),
            dict(enumerate(words_of(plates), 1)),
            tiles,
            broken.replace("-", ""),
            [chip for chip in words_of(chips) if chip],
            [chip for chip in words_of(used) if chip],
            int(tokens),
            int(taken),
            bool(passed),
        )

    def text(self) -> str:
        """Return the board as a position describes it."""
        dome = ("".join(self.dome.get((row, column), ".") for column in COLUMNS) for row in LINES)
        parts = [
            str(self.score),
            list_text(self.lines.values()),
            list_text(self.plates.values()),
            ",".join(dome),
            handful_text(self.broken),
            list_text(by_kind(self.chips)),
            list_text(by_kind(self.used)),
            str(self.tokens),
            str(self.taken),
        ]
        return "/".join(parts + ["passed"] * self.passed)

    # ------------------------------------------------------------ phase 1

    def places(self) -> list[str]:
        """Return where a plate may be placed: any free space, any orientation (ruling 5)."""
        return [f"{number}{edge}" for number, plate in self.plates.items() if not plate for edge in EDGES]

    def open_lines(self, colour: str) -> list[int]:
        """Return the lines that can take tiles of a colour: not full, and of no other colour (ruling 12)."""
        return [row for row, line in self.lines.items() if len(line) < row and set(line) <= {colour}]

    def add_to_line(self, row: int, tiles: str) -> str:
        """Fill a line as far as it goes; return the tiles that find no space."""
        room = row - len(self.lines[row])
        self.lines[row] += tiles[:room]
        return tiles[room:]

    def stack_broken(self, tiles: str) -> str:
        """Stack broken tiles, four at most; return the others, which go to the Tower."""
        room = max(BROKEN_TILES) - len(self.broken)
        self.broken += tiles[:room]
        return tiles[room:]

    # ------------------------------------------------------------ phase 2

    def letters(self) -> dict[Space, str]:
        """Return what the plates of the dome show: a colour, S or J for every space."""
        letters: dict[Space, str] = {}
        for number, plate in self.plates.items():
            if plate:
                letters.update(zip(spaces_of(number), turn_plate(plate[:4], plate[4]), strict=True))
        return letters

    def matching_columns(self, row: int) -> list[int]:
        """Return where a tile of a line can be laid: free spaces of its colour and joker spaces (ruling 13)."""
        wanted = {self.lines[row][0], "J"}
        letters = self.letters()
        return [column for column in COLUMNS if (row, column) not in self.dome and letters.get((row, column)) in wanted]

    def plates_beside(self, row: int) -> int:
        """Return how many plates lie beside a line."""
        return sum(
            bool(plate) and any(space[0] == row for space in spaces_of(number)) for number, plate in self.plates.items()
        )

    def payments(self, row: int) -> set[tuple[str, ...]]:
        """Return all choices of chips that complete a line, each in the order of payment (ruling 15).

        For every missing tile two chips of its colour, or any three.
        """
        line = self.lines[row]
        missing = row - len(line)
        found = set()
        for number in range(1, len(self.chips) + 1):
            for chips in combinations(by_kind(self.chips), number):
                matching = sum(line[0] in chip for chip in chips)
                for pairs in range(missing + 1):
                    if 2 * pairs + 3 * (missing - pairs) == number and 2 * pairs <= matching:
                        found.add(chips)
        return found

    def lay(self, row: int, column: int) -> str:
        """Move a tile of a line to the dome, and return the others, which go to the Tower (ruling 22)."""
        tile, others = self.lines[row][0], self.lines[row][1:]
        self.lines[row] = ""
        self.dome[row, column] = tile
        self.score += self.points_of(row, column)
        self._lay_special_tile(row, column)
        return others

    def points_of(self, row: int, column: int) -> int:
        """Return the points of a tile just laid: linked tiles in its row and in its column, 1 for a lonely tile."""
        horizontal = 1 + self._linked(row, column, 0, 1) + self._linked(row, column, 0, -1)
        vertical = 1 + self._linked(row, column, 1, 0) + self._linked(row, column, -1, 0)
        return sum(run for run in (horizontal, vertical) if run > 1) or 1

    def _linked(self, row: int, column: int, down: int, right: int) -> int:
        count = 0
        while self.dome.get((row + down, column + right)):
            row, column, count = row + down, column + right, count + 1
        return count

    def _lay_special_tile(self, row: int, column: int) -> None:
        """Lay a special tile if the other three spaces of its plate are filled now (ruling 16)."""
        letters = self.letters()
        spaces = next(spaces for number in self.plates if (row, column) in (spaces := spaces_of(number)))
        for special in spaces:
            if letters[special] == "S" and all(space in self.dome for space in spaces if space != special):
                self.dome[special] = "S"
                self.score += special[0]

    def lose_points(self, holds_starting_tile: bool) -> str:
        """Lose points for broken tiles and for the starting player tile; return the tiles (ruling 17)."""
        self.score = max(0, self.score - BROKEN_TILES[len(self.broken)])
        if holds_starting_tile:
            self.score = max(0, self.score - STARTING_TILE_LOSS)
        broken, self.broken = self.broken, ""
        return broken

    # ------------------------------------------------------------ the scoring tablets

    def tablet_points(self, tablet: str, special_is_a_colour: bool) -> int:
        """Return what a scoring tablet gives or takes at the end of the game."""
        rows = [[(row, column) for column in COLUMNS] for row in LINES]
        columns = [[(row, column) for row in LINES] for column in COLUMNS]
        diagonals = [[(row, row) for row in LINES], [(row, 7 - row) for row in LINES]]
        letters = self.letters()
        jokers = [space for space, letter in letters.items() if letter == "J"]
        specials = [space for space, letter in letters.items() if letter == "S"]
        edge = [space for space in self.dome if 1 in space or 6 in space]
        upper_corners, lower_corners = [spaces_of(1), spaces_of(3)], [spaces_of(7), spaces_of(9)]
        match tablet:
            case "1A":
                return 3 * self._complete(rows)
            case "1B":
                return 4 * sum(len(self._kinds(row, special_is_a_colour)) >= 5 for row in rows)
            case "2A":
                return 7 * self._complete(columns)
            case "2B":
                return len(edge)
            case "3A":
                return 10 * self._complete(diagonals)
            case "3B":
                return 3 * self._complete(upper_corners) + 8 * self._complete(lower_corners)
            case "4A":
                return 2 * len(jokers) * self._complete([jokers])
            case "4B":
                return -3 * sum(space not in self.dome for space in specials)
        raise AssertionError(tablet)

    def _complete(self, groups: Iterable[Sequence[Space]]) -> int:
        """Return how many groups of spaces are full of tiles."""
        return sum(all(space in self.dome for space in group) for group in groups)

    def _kinds(self, row: Sequence[Space], special_is_a_colour: bool) -> set[str]:
        """Return the different kinds of tiles in a row (ruling 19)."""
        return {self.dome[space] for space in row if space in self.dome} - (set() if special_is_a_colour else {"S"})


def words_of(text: str) -> list[str]:
    """Return the parts of a text with commas, empty where there is a dash."""
    return ["" if word == "-" else word for word in text.split(",")]


# ---------------------------------------------------------------- the game


@dataclass
class Referee:
    """Follows a game by its events, and knows what may be drawn or decided next."""

    tablets: str = "first"
    """As the option says it, and by their names once they are known."""
    free_draw_at_zero: str = "false"
    special_is_a_colour: str = "true"
    start: int = 0
    """Who started the round."""
    turn: int = 0
    round_number: int = 1
    phase: str = ""
    setup: int = 2
    """How many plates are still to be chosen in the set-up."""
    starting_tile: int | None = None
    """Who holds the starting player tile; nobody while it lies on the large factory."""
    row: int = 0
    paid: list[str] = field(default_factory=list)
    stacking: str = ""
    picked: str = ""
    drawn: list[Plate | None] = field(default_factory=list)
    placing: Plate | None = None
    suns: dict[str, str] = field(default_factory=lambda: dict.fromkeys(FACTORIES, ""))
    moons: dict[str, str] = field(default_factory=lambda: dict.fromkeys(FACTORIES, ""))
    """What lies on each moon; a stack from the bottom up."""
    chips: dict[str, str] = field(default_factory=lambda: dict.fromkeys(SMALL, ""))
    """Under the moons: ``?`` face down, or the chip."""
    display: list[str] = field(default_factory=lambda: [""] * DISPLAY_SPACES)
    pile: list[Plate] = field(default_factory=lambda: [Plate() for _ in range(18)])
    bag: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(COLOURS, TILES_OF_A_COLOUR)))
    tower: Counter[str] = field(default_factory=Counter)
    players: list[Player] = field(default_factory=lambda: [Player(), Player()])
    choices: list[str] = field(default_factory=list)
    """The legal moves, if a decision is due."""
    can_be_drawn: Callable[[Any], bool] | None = None
    """What can be drawn, if a draw is due."""

    def __post_init__(self) -> None:
        if self.tablets not in TABLETS_DRAWN:
            names = FIRST_GAME if self.tablets == "first" else self.tablets.upper().split(",")
            self.tablets = ",".join(sorted(names))
        if not self.phase:
            self.turn = self.start
        self._story = self._game()
        self._go_on(None)

    @classmethod
    def read(cls, position: str) -> "Referee":
        """Return a referee who comes to a table in the middle of a game.

        It must be somebody's turn, or the display or the factories are to be filled; the text must be complete.
        """
        name, *words = position.split()
        boards = [word.removeprefix("board=") for word in words if word.startswith("board=")]
        word = dict(word.split("=", 1) for word in words if not word.startswith("board="))
        assert name == "duel"
        assert word["phase"] in ("action", "display", "tiles")
        pile: list[Plate] = []
        for text in words_of(word["pile"]):
            plate, _, number = text.partition("*")
            pile += [Plate.read(plate) for _ in range(int(number or 1)) if plate]
        return cls(
            tablets=word["tablets"],
            free_draw_at_zero=word["free_draw_at_zero"],
            special_is_a_colour=word["special_is_a_colour"],
            start=int(word["start"]),
            turn=int(word["turn"]),
            round_number=int(word["round"]),
            phase=word["phase"],
            setup=0,
            starting_tile=None if word["starting_tile"] == "factory" else int(word["starting_tile"]),
            suns=dict(zip(FACTORIES, words_of(word["suns"]), strict=True)),
            moons=dict(zip(FACTORIES, words_of(word["moons"]), strict=True)),
            chips=dict(zip(SMALL, words_of(word["chips"]), strict=True)),
            display=words_of(word["display"]),
            pile=pile,
            bag=parse_counts(word["bag"]),
            tower=parse_counts(word["tower"]),
            players=[Player.read(board) for board in boards],
        )

    @property
    def me(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn]

    # ------------------------------------------------------------ events

    def allows(self, event: Mapping[str, Any]) -> bool:
        """Return whether an event can come next."""
        if "move" in event:
            return event == {"move": event["move"], "seat": self.turn} and event["move"] in self.choices
        if self.can_be_drawn is None or not isinstance(event["draw"], dict):
            return False
        secret = self.phase == "look" and len(self.drawn) > 1
        audience = {"to": self.turn} if secret else {}
        return event == {"draw": event["draw"], **audience} and self.can_be_drawn(event["draw"])

    def follow(self, event: Mapping[str, Any]) -> None:
        """Follow a move or a draw."""
        assert self.allows(event), f"{event} cannot come next"
        self._go_on(event["move"] if "move" in event else event["draw"])

    def _go_on(self, answer: Any) -> None:
        self.choices, self.can_be_drawn = [], None
        try:
            self._story.send(answer)
        except StopIteration:
            self.phase = "end"

    def _decide(self, phase: str, moves: Iterable[str], begins_turn: bool = False) -> Story[str]:
        """Let the player decide; a question with one possible answer is asked only at the beginning of a turn."""
        choices = sorted(set(moves))
        if len(choices) == 1 and not begins_turn:
            return choices[0]
        self.phase, self.choices = phase, choices
        answer: str = yield
        return answer

    def _draw(self, phase: str, can_be_drawn: Callable[[Any], bool]) -> Story[Any]:
        """Let chance decide."""
        self.phase, self.can_be_drawn = phase, can_be_drawn
        return (yield)

    # ------------------------------------------------------------ the game in the order of the book

    def _game(self) -> Story[None]:
        if not self.phase:
            yield from self._set_up()
        elif self.phase != "action":
            yield from self._fill_display("display")
            yield from self._fill_factories()
        while True:
            yield from self._acquisition()
            yield from self._dome_tiling()
            if self.round_number == ROUNDS:
                break
            yield from self._preparation()
        self._score_tablets()

    def _set_up(self) -> Story[None]:
        if self.tablets in TABLETS_DRAWN:
            drawn = yield from self._draw("tablets", self._tablets_can_be)
            self.tablets = ",".join(drawn["tablets"])
        yield from self._fill_display("display")
        yield from self._fill_factories()
        for seat in (1 - self.start, self.start):
            self.turn = seat
            choice = yield from self._decide("choose", self._plates_on_display(), begins_turn=True)
            self._take_from_display(choice)
            yield from self._place_plate()
            self.setup -= 1
            yield from self._fill_display("refill")

    def _tablets_can_be(self, value: Any) -> bool:
        tablets = value.get("tablets", [])
        numbers = [tablet[0] for tablet in tablets]
        return (
            list(value) == ["tablets"]
            and len(numbers) == TABLETS_DRAWN[self.tablets]
            and numbers == sorted(set(numbers))
            and all(tablet in ("1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B") for tablet in tablets)
        )

    # ------------------------------------------------------------ phase 1: acquisition

    def _acquisition(self) -> Story[None]:
        while self._something_is_left():
            yield from self._action()
            if not self.players[1 - self.turn].passed:
                self.turn = 1 - self.turn

    def _something_is_left(self) -> bool:
        """Return whether tiles or chips lie on the factories, or somebody has a token."""
        factories = [*self.suns.values(), *self.moons.values(), *self.chips.values()]
        return any(factories) or any(player.tokens for player in self.players)

    def _action(self) -> Story[None]:
        """Take one of the four actions; pass if there is none (ruling 1)."""
        plates = self._plates_on_display() + ["d"] * self._may_draw_first() if self.me.tokens else []
        suns = [f"{factory}{tile}".lower() for factory in FACTORIES for tile in self.suns[factory]]
        moons = [f"m{tile}".lower() for tile in self._top_tiles()]
        chips = [f"c{factory}" for factory in SMALL if self._may_take_chip(factory)]
        move = yield from self._decide("action", plates + suns + moons + chips or ["pass"], begins_turn=True)
        if move in plates:
            self.me.tokens -= 1
            yield from self._take_plate(move)
        elif move in suns:
            yield from self._pick_from_sun(move[0], move[1].upper())
        elif move in moons:
            yield from self._pick_from_moons(move[1].upper())
        elif move in chips:
            self._take_chip(move[1])
        else:
            self.me.passed = True

    # A) a plate for a token

    def _plates_on_display(self) -> list[str]:
        return [f"p{number}" for number, plate in enumerate(self.display, 1) if plate]

    def _may_draw_first(self) -> bool:
        """Return whether the first plate of an action may be drawn: for a point, or for nothing (ruling 4)."""
        free = not any(self.display) or self.free_draw_at_zero == "true"
        return bool(self.pile) and (self.me.score > 0 or free)

    def _take_plate(self, move: str) -> Story[None]:
        if move != "d":
            self._take_from_display(move)
            yield from self._place_plate()
            return
        yield from self._draw_plates()
        yield from self._keep_one()
        yield from self._place_plate()
        yield from self._return_others()
        self.drawn = []

    def _take_from_display(self, move: str) -> None:
        """Take a plate of the display, which is not refilled (ruling 2)."""
        number = int(move[1]) - 1
        self.placing = Plate(type_of(self.display[number]), self.display[number])
        self.display[number] = ""

    def _draw_plates(self) -> Story[None]:
        """Draw plates of the pile, one at a time and a point for each, then look at them (ruling 3)."""
        while True:
            self.me.score = max(0, self.me.score - 1)
            self.drawn.append(self.pile.pop(0))
            if self.pile and not self.pile[0].back:
                drawn = yield from self._draw("top", self._top_can_be)
                self.pile[0].back = drawn["top"]
            if not self.pile or not self.me.score:
                break
            if (yield from self._decide("drawing", ["d", "."])) == ".":
                break
        drawn = yield from self._draw("look", self._fronts_can_be)
        for plate, front in zip(self._plates_in_hand(), drawn["plates"], strict=True):
            plate.front = front
            plate.seen.add(self.turn)

    def _keep_one(self) -> Story[None]:
        """Keep one of the plates, and show it to all."""
        several = len(self.drawn) > 1
        choice = yield from self._decide("keep", [f"k{number}" for number in range(1, len(self.drawn) + 1)])
        number = int(choice[1:]) - 1
        self.placing, self.drawn[number] = self.drawn[number], None
        assert self.placing is not None
        if several:
            front = self.placing.front
            yield from self._draw("kept", lambda value: value == {"kept": front})
        self.placing.seen = set()

    def _place_plate(self) -> Story[None]:
        assert self.placing is not None
        choice = yield from self._decide("place", self.me.places())
        self.me.plates[int(choice[0])] = self.placing.front + choice[1]
        self.placing = None

    def _return_others(self) -> Story[None]:
        """Put the other plates under the pile, in any order."""
        while self._plates_in_hand():
            left = [f"u{number}" for number, plate in enumerate(self.drawn, 1) if plate]
            choice = yield from self._decide("return", left)
            number = int(choice[1:]) - 1
            plate, self.drawn[number] = self.drawn[number], None
            assert plate is not None
            self.pile.append(plate)

    def _plates_in_hand(self) -> list[Plate]:
        return [plate for plate in self.drawn if plate]

    # B) the tiles of one colour from a sun

    def _pick_from_sun(self, factory: str, colour: str) -> Story[None]:
        """Pick tiles of a sun; the others become a stack (ruling 6), or go to the large moon (ruling 7)."""
        self.picked = colour * self.suns[factory].count(colour)
        others = self.suns[factory].replace(colour, "")
        if factory == LARGE:
            self.moons[LARGE] += others
            if not others:  # nothing will lie on that moon (ruling 10)
                self.starting_tile = self.turn
        elif others:
            self.suns[factory], self.stacking = others, factory
            orders = ("s" + "".join(order).lower() for order in permutations(others))
            choice = yield from self._decide("stack", orders)
            self.moons[factory], self.stacking = choice[1:].upper(), ""
        self.suns[factory] = ""
        yield from self._turn_up_chips()
        yield from self._add_picked_tiles()

    # C) the top tiles of one colour from all moons

    def _top_tiles(self) -> str:
        """Return the tiles on top: all of the large moon, one of every stack."""
        return self.moons[LARGE] + "".join(self.moons[factory][-1:] for factory in SMALL)

    def _pick_from_moons(self, colour: str) -> Story[None]:
        """Pick all top tiles of a colour; the first of the large moon bring the starting player tile (ruling 8)."""
        self.picked = colour * self._top_tiles().count(colour)
        if colour in self.moons[LARGE]:
            self.moons[LARGE] = self.moons[LARGE].replace(colour, "")
            if self.starting_tile is None:
                self.starting_tile = self.turn
        for factory in SMALL:
            self.moons[factory] = self.moons[factory].removesuffix(colour)
        yield from self._turn_up_chips()
        yield from self._add_picked_tiles()

    def _turn_up_chips(self) -> Story[None]:
        """Turn up the chips of factories without tiles on sun and moon (rulings 6, 9 and 18)."""
        empty = [f for f in SMALL if self.chips[f] == "?" and not self.suns[f] and not self.moons[f]]
        if empty:
            drawn = yield from self._draw("chips", lambda value: self._chips_can_be(empty, value))
            self.chips.update(drawn["chips"])

    def _add_picked_tiles(self) -> Story[None]:
        """Put the tiles on one line, the rest breaks; or break all (ruling 12)."""
        lines = [str(row) for row in self.me.open_lines(self.picked[0])]
        choice = yield from self._decide("line", [*lines, "-"])
        rest = self.picked if choice == "-" else self.me.add_to_line(int(choice), self.picked)
        self.tower.update(self.me.stack_broken(rest))
        self.picked = ""

    # D) a revealed chip

    def _may_take_chip(self, factory: str) -> bool:
        """Return whether a chip is turned up, and the player has not taken two in this round (ruling 9)."""
        return self.chips[factory] in CHIPS and self.me.taken < CHIPS_TAKEN_PER_ROUND

    def _take_chip(self, factory: str) -> None:
        self.me.chips.append(self.chips[factory])
        self.me.taken += 1
        self.chips[factory] = ""

    # ------------------------------------------------------------ phase 2: dome-tiling and scoring

    def _dome_tiling(self) -> Story[None]:
        """Let both players tile their domes, the one who started the round first (ruling 21)."""
        for seat in (self.start, 1 - self.start):
            self.turn = seat
            for row in LINES:
                if self.me.lines[row]:
                    yield from self._tile_from(row)
            self.tower.update(self.me.lose_points(self.starting_tile == seat))

    def _tile_from(self, row: int) -> Story[None]:
        """Look at a line: lay a tile of it, complete it with chips, break it or let it stay."""
        if not self.me.matching_columns(row):
            if self.me.plates_beside(row) == 3:  # ruling 14
                self.tower.update(self.me.stack_broken(self.me.lines[row]))
                self.me.lines[row] = ""
            return
        self.row = row
        if len(self.me.lines[row]) < row:
            yield from self._pay_chips()
        if len(self.me.lines[row]) == row or self.paid:
            choices = [f"{row}{column}" for column in self.me.matching_columns(row)]
            choice = yield from self._decide("lay", choices)
            self.tower.update(self.me.lay(row, int(choice[1])))
        self.row, self.paid = 0, []

    def _pay_chips(self) -> Story[None]:
        """Complete a line with chips, or do not; they are turned face down (ruling 15)."""
        payments = self.me.payments(self.row)
        while True:
            done = len(self.paid)
            possible = [chips for chips in payments if list(chips[:done]) == self.paid]
            more = ["c" + chips[done].lower() for chips in possible if len(chips) > done]
            enough = not self.paid or tuple(self.paid) in payments
            choice = yield from self._decide("pay", more + ["."] * enough)
            if choice == ".":
                return
            chip = choice[1:].upper()
            self.me.chips.remove(chip)
            self.me.used.append(chip)
            self.paid.append(chip)

    # ------------------------------------------------------------ phase 3: preparation

    def _preparation(self) -> Story[None]:
        self.round_number += 1
        for player in self.players:
            player.tokens = TOKENS[self.round_number]
            player.taken = 0
            player.passed = False
        self.start = self.start if self.starting_tile is None else self.starting_tile  # ruling 11
        self.starting_tile = None
        self.turn = self.start
        yield from self._fill_display("display")
        yield from self._fill_factories()

    def _fill_display(self, phase: str) -> Story[None]:
        if not self.pile or all(self.display):
            return
        drawn = yield from self._draw(phase, self._display_can_be)
        for front in drawn["display"]:
            self.pile.pop(0)
            self.display[self.display.index("")] = front
        if "top" in drawn:
            self.pile[0].back = drawn["top"]

    def _fill_factories(self) -> Story[None]:
        """Fill the large factory, then the small ones; turn up the chips of those that stay empty (ruling 18)."""
        drawn = yield from self._draw("tiles", self._tiles_can_be)
        for factory, tiles in zip(FACTORIES, drawn["tiles"], strict=True):
            self.suns[factory] = tiles
        tiles = Counter("".join(drawn["tiles"]))
        if tiles.total() > self.bag.total():
            self.bag, self.tower = self.bag + self.tower, Counter()
        self.bag -= tiles
        self.chips = dict.fromkeys(SMALL, "?")
        yield from self._turn_up_chips()

    # ------------------------------------------------------------ the end of the game

    def _score_tablets(self) -> None:
        """Add up all tablets; the total is 0 or more (ruling 20)."""
        self.turn = self.start  # nobody's any more: a position then names the one who started the round
        for player in self.players:
            points = (
                player.tablet_points(tablet, self.special_is_a_colour == "true") for tablet in self.tablets.split(",")
            )
            player.score = max(0, player.score + sum(points))

    def winners(self) -> list[int]:
        """Return who has most points; a tie goes to the holder of the starting player tile (ruling 20)."""
        most = max(player.score for player in self.players)
        first = [seat for seat, player in enumerate(self.players) if player.score == most]
        return [self.starting_tile] if self.starting_tile in first else first

    # ------------------------------------------------------------ what can be drawn

    def _plates_can_lie(self, hand: Sequence[Plate], pile: Sequence[Plate], display: Sequence[str]) -> bool:
        """Return whether the pile can have been shuffled so that these plates come up."""
        domes = [plate[:4] for player in self.players for plate in player.plates.values() if plate]
        return all_in_place([*hand, *pile], [*domes, *(front for front in display if front)])

    def _top_can_be(self, value: Any) -> bool:
        top = replace(self.pile[0], back=value.get("top"))
        return (
            list(value) == ["top"]
            and value["top"] in PLATES
            and self._plates_can_lie(self._plates_in_hand(), [top, *self.pile[1:]], self.display)
        )

    def _fronts_can_be(self, value: Any) -> bool:
        fronts, hand = value.get("plates", []), self._plates_in_hand()
        if list(value) != ["plates"] or len(fronts) != len(hand):
            return False
        if any(plate.front not in ("", front) for plate, front in zip(hand, fronts, strict=True)):
            return False
        seen = [replace(plate, front=front) for plate, front in zip(hand, fronts, strict=True)]
        return self._plates_can_lie(seen, self.pile, self.display)

    def _display_can_be(self, value: Any) -> bool:
        fronts, top = value.get("display", []), value.get("top")
        number = min(self.display.count(""), len(self.pile))
        if not set(value) <= {"display", "top"} or len(fronts) != number:
            return False
        on_top, below = self.pile[:number], self.pile[number:]
        for plate, front in zip(on_top, fronts, strict=True):
            if plate.front not in ("", front) or plate.back not in ("", type_of(front)):
                return False
        if below and not below[0].back:
            if top not in PLATES:
                return False
            below = [replace(below[0], back=top), *below[1:]]
        elif top is not None:
            return False
        return self._plates_can_lie([], below, [*self.display, *fronts])

    def _chips_can_be(self, factories: list[str], value: Any) -> bool:
        """Return whether two of each kind are there, those included that were used."""
        turned_up = value.get("chips", {})
        if list(value) != ["chips"] or sorted(turned_up) != factories:
            return False
        chips = Counter(chip for player in self.players for chip in player.chips + player.used)
        chips.update(chip for chip in self.chips.values() if chip in CHIPS)
        chips.update(turned_up.values())
        return all(kind in CHIPS and number <= CHIPS_OF_A_KIND for kind, number in chips.items())

    def _tiles_can_be(self, value: Any) -> bool:
        """Return whether tiles can be drawn: of the bag, then of the Tower, and not five equal ones (ruling 10)."""
        handfuls = value.get("tiles", [])
        if list(value) != ["tiles"] or len(handfuls) != len(FACTORIES):
            return False
        everything = self.bag + self.tower
        if len(handfuls[0]) == 5 and len(set(handfuls[0])) == 1 and len(+everything) > 1:
            return False
        if not self._are_as_many_as_can_be(handfuls):
            return False
        tiles = "".join(handfuls)
        if self._five_equal_may_pour_the_tower() and not Counter(tiles) - everything:
            return True
        of_the_bag = Counter(tiles[: self.bag.total()])
        return not of_the_bag - self.bag and not Counter(tiles) - everything

    def _are_as_many_as_can_be(self, handfuls: Sequence[str]) -> bool:
        left = self.bag.total() + self.tower.total()
        for factory, tiles in zip(FACTORIES, handfuls, strict=True):
            if len(tiles) != min(SUN_SPACES[factory], left):
                return False
            left -= len(tiles)
        return True

    def _five_equal_may_pour_the_tower(self) -> bool:
        """Return whether five equal tiles may have come first and brought the whole Tower into the bag.

        So it is if the bag holds one colour only, and it alone or with the Tower has five of them.
        """
        colours = +self.bag
        return len(colours) == 1 and all((self.bag + self.tower)[colour] >= 5 for colour in colours)

    # ------------------------------------------------------------ the position

    def text(self) -> str:
        """Return the position as it is typed."""
        words = {
            "tablets": self.tablets,
            "free_draw_at_zero": self.free_draw_at_zero,
            "special_is_a_colour": self.special_is_a_colour,
            "round": str(self.round_number),
            "phase": self.phase,
            "turn": str(self.turn),
            "start": str(self.start),
            "starting_tile": "factory" if self.starting_tile is None else str(self.starting_tile),
            **({"setup": str(self.setup)} if self.setup else {}),
            **({"row": str(self.row), "paid": list_text(self.paid)} if self.row else {}),
            **({"stacking": self.stacking} if self.stacking else {}),
            **({"picked": self.picked} if self.picked else {}),
            **({"drawn": list_text(plate.text() if plate else "" for plate in self.drawn)} if any(self.drawn) else {}),
            **({"placing": self.placing.text()} if self.placing else {}),
            "suns": ",".join(handful_text(tiles) for tiles in self.suns.values()),
            "moons": ",".join([handful_text(self.moons[LARGE]), *(self.moons[factory] or "-" for factory in SMALL)]),
            "chips": list_text(self.chips.values()),
            "display": list_text(self.display),
            "pile": self._pile_text(),
            "bag": count_text(self.bag),
            "tower": count_text(self.tower),
        }
        boards = [f"board={player.text()}" for player in self.players]
        return " ".join(["duel", *(f"{name}={value}" for name, value in words.items()), *boards])

    def _pile_text(self) -> str:
        """Return the pile from the top down, covered plates with their number."""
        texts: list[str] = []
        for plate in self.pile:
            if plate.text() == "?" and texts and texts[-1][0] == "?":
                texts[-1] = f"?*{int(texts[-1][2:] or 1) + 1}"
            else:
                texts.append(plate.text())
        return list_text(texts)


def parse_counts(text: str) -> Counter[str]:
    """Return the tiles of a text like ``B7Y8``."""
    tiles: Counter[str] = Counter()
    for part in text.replace("-", "").translate({ord(colour): f" {colour}" for colour in COLOURS}).split():
        tiles[part[0]] = int(part[1:] or 1)
    return tiles
