"""Two people at a table and somebody who watches, wherever the server is; they come back when connections end."""

import socket
from contextlib import suppress

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from azulejo.play import Record, verify
from tests.deploy.podman import Served
from tests.server.processes import Json, Live, first_moves

LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError)


def free_port() -> int:
    """Return a port of this machine that nobody uses."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Party:
    """Ana and Rui play, and somebody watches."""

    def __init__(self, served: Served, game: str = "azul") -> None:
        """Make a table, and sit down at it."""
        with served.client() as client:
            ana = client.create(game, [{"who": "me", "name": "Ana"}, {"who": "open"}])
            rui = client.join(ana.table, name="Rui")
        self.table = ana.table
        self.tokens = [ana.tokens, rui.tokens, []]
        self.served = served
        self.lives: list[Live] = []
        self.number = 0
        """How many events everybody has seen."""

    def come_back(self, served: Served | None = None) -> None:
        """Connect anew, maybe to another server with the same tables, and see that nothing is lost."""
        self.hang_up()
        self.served = served or self.served
        self.served.wait_until_ready()
        self.lives = [self.served.live(self.table, tokens, after=self.number) for tokens in self.tokens]
        for live in self.lives:
            assert live.first["type"] == "state", live.first
            assert live.first["now"]["after"] == self.number
            assert live.number >= self.number

    def hang_up(self) -> None:
        """End all connections."""
        for live in self.lives:
            with suppress(*LOST):
                live.close()
        self.lives = []

    def play(self, turns: int = 1000) -> None:
        """Play turns, or to the end."""
        while turns > 0:
            try:
                if not self.lives:
                    self.come_back()
                if "result" in self.lives[0].now:
                    return
                self._turn()
                turns -= 1
            except LOST:  # as when the server follows itself
                self.hang_up()

    def _turn(self) -> None:
        turn = self.lives[0].now["turn"]
        mover = self.lives[turn]
        done = mover.play(first_moves(mover.now))
        assert done["type"] == "done", done
        for live in self.lives:
            live.upto(done["number"])
        self.number = done["number"]

    @property
    def record(self) -> Json:
        """The record of the game, as the server gives it."""
        with self.served.client() as client:
            found: Json = client.get(f"/tables/{self.table}/record")
            return found

    def finish(self) -> None:
        """Play to the end, and prove the deals and every move from the record."""
        self.play()
        assert self.lives[2].now["result"]["reason"] == "rules"
        game = verify(Record.from_dict(self.record))
        assert game.is_over
        assert game.record().seed is not None
        self.hang_up()
