"""Somebody at the drawn board: presses keys, clicks, and reads what is on the screen."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from azulejo.bots.bot import Bot, random
from azulejo.play import Game
from azulejo.terminal.app import BoardView, TableApp, TableScreen
from azulejo.terminal.selection import OfferedMove, WayOn
from azulejo.terminal.sitting import Sitting

WIDE = (120, 50)
NARROW = (80, 24)


class Person:
    """A person at the table."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        """The screen."""
        return self.app.table

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.sitting.game

    def says(self, part: str) -> str:
        """Return what a part of the screen says, such as ``asked`` or ``lines``."""
        return str(self.table.query_one(f"#{part}", Static).content)

    @property
    def log(self) -> list[str]:
        """The sentences of the log."""
        return [line.said.text(self.table.lang) for line in self.table.log_lines]

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Type a text."""
        names = {"-": "minus", ".": "full_stop"}
        await self.press(*(names.get(letter, letter) for letter in text))

    async def until(self, happens: Callable[[], object]) -> None:
        """Wait for something."""
        while not happens():
            await asyncio.sleep(0.01)
            await self.pilot.pause()

    async def until_asked(self) -> None:
        """Wait until it is this person's turn, or the game is over."""
        await self.until(lambda: self.game.is_over or (self.table.selection.legal and self.table.thinking is None))

    # ------------------------------------------------------------ three ways to choose a move

    async def by_typing(self, move: OfferedMove) -> None:
        """Type the text of a move."""
        await self.type(move.text)
        if self._is_open(move):
            await self.press("enter")  # its text is also the beginning of another

    async def by_pointing(self, move: OfferedMove) -> None:
        """Go to a move step by step, with the arrows."""
        selection = self.table.selection
        while self._is_open(move):
            wanted = next(number for number, way in enumerate(selection.ways) if move in way.moves)
            by = wanted - selection.cursor
            await self.press(*["down" if by > 0 else "up"] * abs(by))
            await self.press("enter")

    async def by_mouse(self, move: OfferedMove) -> None:
        """Click pieces and places, or lines of the list for what has no place on the board."""
        selection = self.table.selection
        while self._is_open(move):
            await self.pilot.pause()  # the picture is drawn
            way = next(way for way in selection.ways if move in way.moves)
            await self._click(way)

    def _is_open(self, move: OfferedMove) -> bool:
        """Return whether a move is neither played nor held."""
        selection = self.table.selection
        return selection.held is None and any(move is one for one in selection.legal)

    async def _click(self, way: WayOn) -> None:
        board, selection = self.table.query_one(BoardView), self.table.selection
        number = selection.ways.index(way)
        for (x, y), cell in board.drawing.cells.items():
            if selection.way_of(cell.tags) == [number]:
                await self.pilot.click(BoardView, offset=(x, y))
                return
        await self.pilot.click("#ways", offset=(3, 1 + number - int(self.table.query_one("#ways").scroll_offset.y)))

    async def choose(self, choose: Callable[[OfferedMove], Awaitable[None]], move: OfferedMove) -> None:
        """Choose a move in one of these ways, and confirm it if that is asked."""
        count = len(self.game.events)
        await choose(move)
        if self.table.selection.held is not None and len(self.game.events) == count:
            assert self.table.selection.held is move
            await self.press("enter")
        assert len(self.game.events) > count
        assert self.game.events[count] == {"move": move.text, "seat": self.table.sitting.seat}

    def suggested(self) -> OfferedMove:
        """Return the move that the rulebook suggests."""
        suggested = self.game.suggest()
        return next(move for move in self.table.selection.legal if suggested and move.code == suggested.code)


@asynccontextmanager
async def seated(
    game: Game, lang: str = "en", size: tuple[int, int] = WIDE, seat: int = 0, bot: Bot = random
) -> AsyncIterator[Person]:
    """Sit down at a table against bots that do not wait."""
    app = TableApp(Sitting(game, seat, bot), lang, pause=0.0)
    async with app.run_test(size=size) as pilot:
        person = Person(app, pilot)
        await person.until_asked()
        await pilot.pause()
        yield person


def at_table(sit: Callable[..., Any]) -> Callable[..., None]:
    """Let a test that waits run by itself."""

    @wraps(sit)
    def run(*arguments: Any, **named: Any) -> None:
        asyncio.run(sit(*arguments, **named))

    return run
