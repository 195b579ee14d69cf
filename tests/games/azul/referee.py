"""A second opinion on the points: plain loops over letters, written from docs/rules/azul.md alone.

Nothing here is shared with the rules: boards are texts, walls lists of letters, and a game is
followed by its events as a person at the table would.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

COLOURED_WALL = ("BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB")
FLOOR_SPACES = (1, 1, 2, 2, 2, 3, 3)
EMPTY = "."


def points_of(filled: Sequence[Sequence[bool]], row: int, column: int) -> int:
    """Return the points of a tile just laid: walk in each direction until a cell is empty."""

    def steps(down: int, across: int) -> int:
        at_row, at_column, count = row + down, column + across, 0
        while 0 <= at_row < 5 and 0 <= at_column < 5 and filled[at_row][at_column]:
            at_row, at_column, count = at_row + down, at_column + across, count + 1
        return count

    horizontal = 1 + steps(0, 1) + steps(0, -1)
    vertical = 1 + steps(1, 0) + steps(-1, 0)
    points = 0
    if horizontal > 1:
        points += horizontal
    if vertical > 1:
        points += vertical
    return points or 1


@dataclass
class Board:
    """One player board in letters."""

    score: int = 0
    lines: list[str] = field(default_factory=lambda: [""] * 5)
    wall: list[list[str]] = field(default_factory=lambda: [[EMPTY] * 5 for _ in range(5)])
    floor: str = ""
    holds_marker: bool = False

    @classmethod
    def read(cls, text: str) -> "Board":
        """Return the board that a position's text describes."""
        score, lines, wall, floor = text.split("/")
        return cls(
            int(score),
            [line.replace("-", "") for line in lines.split(",")],
            [list(row) for row in wall.split(",")],
            floor.replace("-", ""),
        )

    def text(self) -> str:
        """Return the board as a position's text describes it."""
        lines = ",".join(line or "-" for line in self.lines)
        wall = ",".join("".join(row) for row in self.wall)
        floor = "".join(sorted(self.floor, key="*BYRKW".index)) or "-"
        return f"{self.score}/{lines}/{wall}/{floor}"

    def drop(self, pieces: str) -> str:
        """Let pieces fall, and return those that find no space."""
        room = 7 - len(self.floor)
        self.floor += pieces[:room]
        return pieces[room:]

    def choices(self, row: int, grey: bool) -> list[int]:
        """Return the columns where the complete line of a row may be laid."""
        colour = self.lines[row][0]
        if not grey:
            return [COLOURED_WALL[row].index(colour)]
        return [
            column
            for column in range(5)
            if self.wall[row][column] == EMPTY and all(self.wall[other][column] != colour for other in range(5))
        ]

    def worth(self, row: int, column: int) -> int:
        """Return the points of a tile laid in an empty cell."""
        filled = [[cell != EMPTY for cell in cells] for cells in self.wall]
        filled[row][column] = True
        return points_of(filled, row, column)

    def lay(self, row: int, column: int) -> str:
        """Lay the tile of a complete line, and return the others."""
        self.score += self.worth(row, column)
        colour = self.lines[row][0]
        self.wall[row][column] = colour
        self.lines[row] = ""
        return colour * row

    def clear_floor(self) -> str:
        """Pay for the floor, and return its tiles."""
        self.score = max(0, self.score - sum(FLOOR_SPACES[: len(self.floor)]))
        fallen, self.floor = self.floor.replace("*", ""), ""
        return fallen

    def full_rows(self) -> int:
        """Return the number of complete rows."""
        return sum(EMPTY not in row for row in self.wall)

    def bonus(self) -> int:
        """Return the bonus at the end of the game."""
        columns = sum(all(row[column] != EMPTY for row in self.wall) for column in range(5))
        colours = sum(sum(row.count(colour) for row in self.wall) == 5 for colour in "BYRKW")
        return 2 * self.full_rows() + 7 * columns + 10 * colours

    def score_if_scored(self, grey: bool) -> int:
        """Return the score if the round ended now; on a grey wall every tile goes where it scores most."""
        board = Board(self.score, list(self.lines), [list(row) for row in self.wall], self.floor)
        for row in range(5):
            if len(board.lines[row]) == row + 1:
                columns = board.choices(row, grey)
                if columns:
                    board.lay(row, max(columns, key=lambda column: (board.worth(row, column), -column)))
                else:
                    board.drop(board.lines[row])
        board.clear_floor()
        return board.score


@dataclass
class Referee:
    """Follows a game by its events and keeps the points."""

    seats: int
    grey: bool
    start: int
    supply: str = "".join(colour * 20 for colour in "BYRKW")
    lid: str = ""
    idle: int = 0
    laid: bool = False
    over: bool = False
    boards: list[Board] = field(init=False)
    sources: dict[str, str] = field(init=False)
    waiting: list[tuple[int, int]] = field(default_factory=list)
    """The lines still to be looked at while the walls are tiled: seat and row."""

    def __post_init__(self) -> None:
        self.boards = [Board() for _ in range(self.seats)]
        self.sources = {"c": "*"}

    def draw(self, factories: Sequence[str]) -> None:
        """Follow a deal."""
        self.sources = {str(number): letters for number, letters in enumerate(factories, 1)} | {"c": "*"}
        for tile in "".join(factories):
            if not self.supply:
                self.supply, self.lid = self.lid, ""
            self.supply = self.supply.replace(tile, "", 1)

    def move(self, text: str, seat: int) -> None:
        """Follow a move."""
        if text[0] == "w":
            assert self.waiting.pop(0) == (seat, int(text[1]) - 1)
            self._lay(seat, int(text[1]) - 1, int(text[2]) - 1)
        else:
            self.take(self.boards[seat], text[0], text[1].upper(), text[2])
            if "".join(self.sources.values()).strip("*"):
                return
            order = [(self.start + place) % self.seats for place in range(self.seats)]
            self.waiting = [(mover, row) for mover in order for row in range(5)]
            self.laid = False
        self._tile()

    def take(self, board: Board, source: str, colour: str, line: str) -> None:
        """Follow a take, without what comes after the last one."""
        picked = colour * self.sources[source].count(colour)
        rest = self.sources[source].replace(colour, "")
        if source == "c":
            if "*" in rest:
                board.holds_marker = True
                board.drop("*")
            self.sources["c"] = rest.replace("*", "")
        else:
            self.sources[source] = ""
            self.sources["c"] += rest
        if line != "-":
            row = int(line) - 1
            room = row + 1 - len(board.lines[row])
            board.lines[row] += picked[:room]
            picked = picked[room:]
        self.lid += board.drop(picked)

    def _tile(self) -> None:
        while self.waiting:
            seat, row = self.waiting[0]
            board = self.boards[seat]
            if len(board.lines[row]) == row + 1:
                columns = board.choices(row, self.grey)
                if len(columns) > 1:
                    return
                if columns:
                    self._lay(seat, row, columns[0])
                else:
                    self.lid += board.drop(board.lines[row])
                    board.lines[row] = ""
            self.waiting.pop(0)
        self._end_round()

    def _lay(self, seat: int, row: int, column: int) -> None:
        self.lid += self.boards[seat].lay(row, column)
        self.laid = True

    def _end_round(self) -> None:
        for seat, board in enumerate(self.boards):
            self.lid += board.clear_floor()
            if board.holds_marker:
                self.start = seat
                board.holds_marker = False
        self.idle = 0 if self.laid else self.idle + 1
        nothing_left = not self.supply and not self.lid
        if any(board.full_rows() for board in self.boards) or nothing_left or self.idle == 10:
            self.over = True
            for board in self.boards:
                board.score += board.bonus()
