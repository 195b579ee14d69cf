"""Makes pictures of the main states of the browser client into ``screenshots/``: ``make screenshots``.

A real server, a real Chromium; both themes, both languages, a wide screen and a phone. ``ARGS="--only azul"`` makes
those whose name contains the word; ``ARGS=--docs`` makes those that the documentation shows, in fewer colours, into its
folders of pictures; ``ARGS=--terminal`` makes those of the terminal board, into ``docs/pictures``: they are its own
screenshots.
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from azulejo.bots.bot import greedy
from azulejo.play import new_game
from azulejo.terminal.app import TableApp
from azulejo.terminal.sitting import Sitting
from tests.server.processes import ServerProcess
from tests.web.conftest import Desk, chromium
from tests.web.sitting import tokens_of

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
OUT = ROOT / "screenshots"
IN_DOCS = {
    "home-wide-light-en": "docs/pictures/home.png",
    "azul-table-wide-light-en": "docs/pictures/azul.png",
    "azul-replay-wide-light-en": "docs/pictures/replay.png",
    "duel-table-wide-dark-ru": "docs/pictures/duel-dark.png",
    "garden-table-phone-light-ru": "docs/pictures/garden-phone.png",
    "home-wide-dark-ru": "docs/ru/pictures/home.png",
    "azul-table-wide-dark-ru": "docs/ru/pictures/azul.png",
    "azul-replay-wide-dark-ru": "docs/ru/pictures/replay.png",
}
"""Where the documentation keeps a picture."""
COLOURS = 96

POSITIONS = {
    "azul": (
        "azul round=3 factories=-,KKWW,-,WWWB,RRRR centre=BBBYYKRRRRR lid=B2Y4 "
        "board=12/B,YY,-,KKK,-/....W,WB...,....R,R..B.,.R.../RR "
        "board=24/-,-,RRR,K,WWWW/BY...,.BY..,..B..,...B.,Y..../-"
    ),
    "duel": (
        "duel round=3 turn=1 start=0 suns=-,BBRK,-,-,BYRT moons=RKTT,-,TYT,YTR,- chips=?,?,?,? display=KYRJ,JBTK,YRJB "
        "pile=S,?*4 bag=B1R1 tower=B3Y8R5K3T3 board=0/R,B,K,-,T,TT/-,-,BKSTn,STYBs,RJBKn,-,-,SKRBn,SYBRe/"
        "....BK,......,...K..,..B...,......,....../-/R,K,YK,KB/-/2/0 "
        "board=5/-,-,RR,BB,B,KKK/TRBJw,TBJYe,TRBSe,TKRJn,-,-,YBKSn,-,-/"
        ".KK...,T.Y...,......,......,Y.....,....../-/B,RT,RT,YK/-/2/0"
    ),
    "garden": "garden top=b3g3y2m2 garden=15/3/b1g3/-/01g2,02g1,03b1 garden=15/3/y1/-/01m1,02y1",
}
PICKED = {"azul": "4w", "duel": "", "garden": ""}
"""What is picked in the picture, as one types it."""


@dataclass(frozen=True)
class Look:
    """How a page is looked at."""

    name: str
    person: dict[str, Any]


LOOKS = (
    Look("wide-light-en", {"lang": "en", "theme": "light"}),
    Look("wide-dark-ru", {"lang": "ru", "theme": "dark"}),
    Look("phone-light-ru", {"lang": "ru", "theme": "light", "phone": True}),
    Look("phone-dark-en", {"lang": "en", "theme": "dark", "phone": True}),
)


def states(desk: Desk) -> Iterator[tuple[str, Callable[[Page], None]]]:
    """Yield the name of every state, and how a page gets there."""

    def home(page: Page) -> None:
        page.goto("/")
        page.locator("article .play").first.click()

    yield "home", home
    yield "settings", lambda page: visit(page, "/settings", "main .card")
    yield "rules", lambda page: visit(page, "/rules/azul", "article h2")
    yield "pieces", lambda page: visit(page, "/art", "main svg")
    for game, position in POSITIONS.items():
        yield f"{game}-table", lambda page, game=game, position=position: table(desk, page, game, position)  # type: ignore[misc]
        yield f"{game}-text", lambda page, game=game, position=position: text(desk, page, game, position)  # type: ignore[misc]
        yield f"{game}-replay", lambda page, game=game, position=position: replay(desk, page, game, position)  # type: ignore[misc]
        yield f"{game}-lesson", lambda page, game=game: visit(page, f"/learn/{game}", ".boards")  # type: ignore[misc]


def visit(page: Page, path: str, shown: str) -> None:
    """Go to a page and wait for what it shows."""
    page.goto(path)
    page.locator(shown).first.wait_for()


def table(desk: Desk, page: Page, game: str, position: str) -> str:
    """Sit down at a table against somebody on the same device, and pick a piece."""
    with desk.server.client() as client:
        seats = [{"who": "me", "name": "Anna"}, {"who": "bot", "level": "club"}]
        if "turn=1" in position:
            seats.reverse()
        made = client.create(game, seats, position=position, settings={"helpers": "advice"})
    desk.sit(page, made.table, tokens_of(made), game).until_my_turn()
    page.keyboard.type(PICKED[game])
    return made.table


def text(desk: Desk, page: Page, game: str, position: str) -> None:
    """The same in words."""
    table(desk, page, game, position)
    page.keyboard.press("F2")


def replay(desk: Desk, page: Page, game: str, position: str) -> None:
    """Look back at a game, and ask the engine."""
    made = table(desk, page, game, position)
    visit(page, f"/r/{made}", ".scrubber")
    page.get_by_role("switch").check()
    page.locator("tbody tr").first.wait_for(timeout=60_000)


def keep(name: str) -> None:
    """Put a picture where the documentation keeps it, with few colours: a third of the bytes."""
    from PIL import Image

    with Image.open(OUT / f"{name}.png") as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(ROOT / IN_DOCS[name], optimize=True)


@dataclass(frozen=True)
class TerminalLook:
    """A picture of the terminal board: the game, the language, the size, and what is typed before."""

    game: str
    lang: str
    size: tuple[int, int]
    typed: tuple[str, ...]


TERMINAL = {
    "terminal-azul": TerminalLook("azul", "en", (120, 36), ("right", "enter", "down")),
    "terminal-azul-small": TerminalLook("azul", "ru", (80, 24), ("down", "enter", "enter")),
    "terminal-duel": TerminalLook("duel", "ru", (120, 40), ("h",)),
    "terminal-duel-small": TerminalLook("duel", "en", (80, 24), ("down", "down")),
    "terminal-garden": TerminalLook("garden", "en", (120, 40), ("down",)),
    "terminal-garden-small": TerminalLook("garden", "ru", (80, 24), ("down", "down")),
}
"""The pictures of ``docs/terminal.md``, by the names of their files."""
TERMINAL_SEED = 8
TERMINAL_MOVES = {"azul": 19, "duel": 34, "garden": 34}
"""A game is played on for so many moves before."""


async def terminal_pictures(only: str) -> None:
    """Make the pictures of the terminal board."""
    for name, look in TERMINAL.items():
        if only in name:
            path = PICTURES / f"{name}.svg"
            path.write_text(await terminal_picture(look), encoding="utf-8")
            print(path.relative_to(PICTURES.parent.parent))


async def terminal_picture(look: TerminalLook) -> str:
    """Sit down at the terminal board, type, and return its screenshot."""
    game = new_game(look.game, seed=TERMINAL_SEED, undo="free")
    sitting = Sitting(game, game.due, greedy)
    told = list(sitting.lines_from(0))
    for _ in range(TERMINAL_MOVES[look.game]):
        told += sitting.push(sitting.bots_choice(sitting.view()))
    sitting.seat = game.due
    app = TableApp(sitting, look.lang, pause=0.0)
    async with app.run_test(size=look.size) as pilot:
        await pilot.pause()
        app.table.log_lines = told
        app.table.fill_log()
        for key in look.typed:
            await pilot.press(key)
            while app.table.thinking is not None:
                await asyncio.sleep(0.1)
                await pilot.pause()
        await pilot.pause()
        # The picture must not ask anybody for a font.
        return re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(title=app.title), flags=re.DOTALL)


def main() -> None:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="make only pictures whose name contains this")
    parser.add_argument(
        "--docs", action="store_true", help="make those that the documentation shows, and put them there"
    )
    parser.add_argument("--terminal", action="store_true", help="make those of the terminal board, for its page")
    given = parser.parse_args()
    if given.terminal:
        asyncio.run(terminal_pictures(given.only))
        return
    OUT.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(f"sqlite:///{folder}/tables.sqlite") as server,
        chromium() as browser,
    ):
        desk = Desk(browser, server)
        for name, go in states(desk):
            for look in LOOKS:
                path = OUT / f"{name}-{look.name}.png"
                if given.only not in path.name or (given.docs and path.stem not in IN_DOCS):
                    continue
                page = desk.person(**look.person)
                go(page)
                page.wait_for_timeout(500)
                page.screenshot(path=path)
                page.context.close()
                print(path.relative_to(ROOT))
                if given.docs:
                    keep(path.stem)
        for problem in desk.problems:
            print(problem, file=sys.stderr)


if __name__ == "__main__":
    main()
