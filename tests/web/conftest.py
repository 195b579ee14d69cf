"""A real Chromium in front of a real server with the client as it is built."""

import fcntl
import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.server.processes import ServerProcess
from tests.web.sitting import Sitting
from tools import client

expect.set_options(timeout=20_000)

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 900}
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark whatever needs a browser as slow."""
    for item in items:
        if "desk" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")


@pytest.fixture(scope="session")
def built(root: Path) -> Path:
    """The folder of the built client, built once for all workers."""
    with (root / "web" / ".build-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        client.build()
    return client.CLIENT


@pytest.fixture(scope="session")
def server(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for all browsers of this test process."""
    database = tmp_path_factory.mktemp("web") / "tables.sqlite"
    with ServerProcess(f"sqlite:///{database}") as running:
        yield running


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the system's Chromium: the one without windows if it is there, which takes a third of the time."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.fail(f"there is no Chromium on the PATH: install your system's package {BROWSERS[0]} or {BROWSERS[1]}")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


RUNNING = pytest.StashKey[tuple[ExitStack, Browser]]()


@pytest.fixture
def browser(pytestconfig: pytest.Config) -> Browser:
    """The browser of this test process, for all tests of this folder that come one after the other."""
    if RUNNING not in pytestconfig.stash:
        stack = ExitStack()
        pytestconfig.stash[RUNNING] = stack, stack.enter_context(chromium())
    return pytestconfig.stash[RUNNING][1]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close the browser before tests of other folders: as long as it is there Playwright's event loop runs."""
    is_last = nextitem is None or Path(__file__).parent not in nextitem.path.parents
    if is_last and RUNNING in item.config.stash:
        item.config.stash[RUNNING][0].close()
        del item.config.stash[RUNNING]


class Desk:
    """Opens pages for people, each with a browser profile of their own, and notes whatever goes wrong in them."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self.browser = browser
        self.server = server
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def person(
        self,
        *,
        phone: bool = False,
        lang: str = "en",
        theme: Literal["light", "dark"] = "light",
        motion: bool = False,
        worker: bool = False,
        tables: list[dict[str, Any]] | None = None,
        **settings: Any,
    ) -> Page:
        """Return an empty page of somebody new; motion and the service worker are off unless they are tested."""
        context = self.browser.new_context(
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            is_mobile=phone,
            locale={"en": "en-GB", "ru": "ru-RU"}[lang],
            color_scheme=theme,
            reduced_motion="no-preference" if motion else "reduce",
            base_url=self.server.url,
            service_workers="allow" if worker else "block",
        )
        kept = {"azulejo.settings": {"lang": lang, "lessons": ["none"], **settings}, "azulejo.tables": tables or []}
        texts = json.dumps({name: json.dumps(value) for name, value in kept.items()})
        context.add_init_script(
            f"for (const [name, text] of Object.entries({texts}))"
            " localStorage.getItem(name) ?? localStorage.setItem(name, text)"
        )
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.problems.append(f"{page.url}: {error}"))
        page.on("console", lambda said: self._said(page, said.type, said.text))
        page.on("request", lambda request: self._asked(page, request.url))
        return page

    def _said(self, page: Page, kind: str, text: str) -> None:
        lost = ("net::ERR", "status of 4", "closed before receiving a handshake")  # what a test has stopped itself
        if kind == "error" and not any(one in text for one in lost):
            self.problems.append(f"{page.url}: {text}")

    def _asked(self, page: Page, url: str) -> None:
        own = (self.server.url, self.server.url.replace("http", "ws", 1), "data:", "blob:")
        if not url.startswith(own):
            self.problems.append(f"{page.url} asks another host: {url}")

    def sit(self, page: Page, table: str, tokens: dict[int, str], game: str) -> Sitting:
        """Let somebody come to a table with the secrets of their seats."""
        kept = [{"id": table, "game": game, "tokens": tokens, "seen": 0}]
        page.add_init_script(f"localStorage.setItem('azulejo.tables', {json.dumps(json.dumps(kept))})")
        return Sitting(page, table).open()


@pytest.fixture
def desk(browser: Browser, server: ServerProcess) -> Iterator[Desk]:
    """A desk with browsers; a page that fails, says so or asks another host fails the test."""
    opened = Desk(browser, server)
    yield opened
    for context in opened.contexts:
        context.close()
    assert opened.problems == []
