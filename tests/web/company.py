"""People who play a game to its end, each with a hand at a page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.processes import Client
from tests.web.azul_mouse import AzulMouse
from tests.web.duel_mouse import DuelMouse
from tests.web.garden_mouse import GardenMouse
from tests.web.hand import Hand, Json
from tests.web.sitting import Sitting

HANDS: dict[str, type[Hand]] = {"azul": AzulMouse, "duel": DuelMouse, "garden": GardenMouse}
MOST_DECISIONS = 400

Chooses = Callable[[Json], str]


def suggested(now: Json) -> str:
    """Choose what the server suggests."""
    move: str = now["suggested"]
    return move


def title(result: Json, seat: int, names: Sequence[str]) -> str:
    """Return what stands above a finished game on the page of a seat, in English."""
    winners, points = ", ".join(names[winner] for winner in result["winners"]), standing(result, " to ")
    if len(result["winners"]) > 1:
        return f"{winners} share the victory, {points}"
    return f"You win, {points}" if result["winners"] == [seat] else f"{winners} wins, {points}"


def title_in_russian(result: Json, names: Sequence[str]) -> str:
    """Return what stands above a finished game for whoever has not won alone, in Russian."""
    winners, points = ", ".join(names[winner] for winner in result["winners"]), standing(result, " : ")
    return f"Общая победа: {winners}, {points}" if len(result["winners"]) > 1 else f"Победа: {winners}, {points}"


def standing(result: Json, between: str) -> str:
    """Return the winners' points and those of the others, the most first."""
    winners, scores = result["winners"], result["scores"]
    others = sorted((score for seat, score in enumerate(scores) if seat not in winners), reverse=True)
    return between.join([str(scores[winners[0]]), *([", ".join(map(str, others))] if others else [])])


def tokens_kept(page: Page, table: str) -> dict[int, str]:
    """Return the secrets of the seats that a browser holds at a table."""
    kept: list[Json] = page.evaluate("JSON.parse(localStorage.getItem('azulejo.tables'))")
    tokens: dict[str, str] = next(one["tokens"] for one in kept if one["id"] == table)
    return {int(seat): token for seat, token in tokens.items()}


class Company:
    """A table with its people: what the server tells whoever is to move, and the hand that moves for each seat."""

    def __init__(self, client: Client, game: str, table: str, pages: Mapping[int, Page], **more: Any) -> None:
        self.client = client
        self.table = table
        held = {id(page): HANDS[game](page, **more) for page in pages.values()}
        self.hands = {seat: held[id(page)] for seat, page in pages.items()}
        self._seen = 0
        self.tokens = [token for page in dict.fromkeys(pages.values()) for token in tokens_kept(page, table).values()]

    @property
    def pages(self) -> list[Page]:
        """The pages of all, each once."""
        return list(dict.fromkeys(hand.page for hand in self.hands.values()))

    @property
    def now(self) -> Json:
        """How the table stands, as whoever is to move sees it, with the newest event."""
        found: Json = self.client.state(self.table, self.tokens, after=self._seen)["now"]
        self._seen = max(0, found["number"] - 1)
        return found

    def decide(self, choose: Chooses = suggested) -> Json | None:
        """Let whoever is to move make one decision, and return what they saw; None if the game is over."""
        now = self.now
        while now["turn"] not in (None, *self.hands):  # a bot
            self.pages[0].wait_for_timeout(50)
            now = self.now
        if now["turn"] is None:
            return None
        hand = self.hands[now["turn"]]
        hand.until_ready(now)
        hand.decide(now, choose(now))
        hand.until_seen(now["number"])
        return now

    def play_to_the_end(self, choose: Chooses = suggested) -> Json:
        """Play on until the game is over; return the result, which all pages show."""
        for _ in range(MOST_DECISIONS):
            if self.decide(choose) is None:
                break
        result: Json = self.now["result"]
        assert result["reason"] == "rules"
        for page in self.pages:
            expect(page.locator(".finished h2")).to_be_visible()
            assert Sitting(page, self.table).scores == result["scores"]
        return result
