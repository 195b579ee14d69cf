"""Nobody is told what is hidden from them: every message of a whole game of each kind, to every receiver.

The full record is known when a game is over. From it follows what each viewer was allowed to see after every number of
events; whatever was sent must be exactly that. Secrets (tokens, the seed) must stand nowhere in what others were sent.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from azulejo.games.contract import SPECTATOR
from azulejo.play import Game, Record
from tests.server.crash import GAMES
from tests.server.processes import Failed, Json, Live, Made, ServerProcess

KNOWN_PARTS = {
    *("type", "table", "after", "number", "events", "board", "position", "turn", "scores", "legal"),
    *("suggested", "undo", "clocks", "result"),
}
"""All that an update may have; a new part must be looked at here, too."""


ASK_EVERY = 8
"""After so many moves everybody asks for everything by HTTP, too."""


@dataclass
class Truth:
    """What really happened at a table, and so what everybody was allowed to see when."""

    record: Record
    games: list[Game] = field(default_factory=list)
    """The game after every number of events."""

    def __post_init__(self) -> None:
        game = Game.from_record(self.record, until=0, trust=False)
        self.games = [game.copy()]
        for event in self.record.events:
            game.replay(event)
            self.games.append(game.copy())

    @property
    def private(self) -> int:
        """How many events somebody was not allowed to see."""
        last = self.games[-2]
        full = last.record().events
        return sum(
            any(last.record(viewer).events[at] != full[at] for viewer in range(SPECTATOR, last.seats))
            for at in range(len(full))
        )

    def leaks(self, told: Json, eye: int) -> Iterator[str]:
        """Yield what an update or position tells a viewer that it may not."""
        number: int = told["number"]
        game = self.games[number]
        yield from (f"unknown part {name}" for name in set(told) - KNOWN_PARTS)
        allowed = game.record(eye)
        for line in told.get("events", []):
            seen = allowed.events[line["number"]]
            if line["event"] != dict(seen):
                yield f"event {line['number']} to {eye}: {line['event']} instead of {dict(seen)}"
            if dict(seen) != dict(self.record.events[line["number"]]) and (line.get("said") or line.get("steps")):
                yield f"words about the hidden event {line['number']} to {eye}"
        state = game.redacted(eye) if number else None
        if state is not None:
            book = game.rulebook
            if told["position"] != book.position_text(state):
                yield f"position after {number} to {eye}: {told['position']} instead of {book.position_text(state)}"
            if told["board"] != json.loads(msgspec.json.encode(book.board(state, None if eye == SPECTATOR else eye))):
                yield f"board after {number} to {eye}"
        if told.get("legal") and eye != game.turn:
            yield f"moves of seat {game.turn} to {eye}"
        if told.get("result", {}).get("seed") and not game.is_over:
            yield "the seed before the end"

    def record_leaks(self, data: Json, eye: int) -> Iterator[str]:
        """Yield what a record tells a viewer that it may not."""
        game = self.games[len(data["events"])]
        if data["events"] != [dict(event) for event in game.record(eye).events]:
            yield f"record of {len(data['events'])} events to {eye}"
        if "seed" in data and not game.is_over:
            yield "the seed in a record before the end"


@dataclass
class Told:
    """Everything that one viewer was sent, as it came."""

    eye: int
    raw: list[str] = field(default_factory=list)
    updates: list[Json] = field(default_factory=list)
    records: list[Json] = field(default_factory=list)
    ended: int = 0
    """So many of the raw answers came before the end of the game."""

    def take(self, answer: Any) -> None:
        """Note an answer; the updates in it are looked at one by one."""
        self.raw.append(json.dumps(answer))
        if isinstance(answer, dict) and "position" in answer:
            self.updates.append(answer)
        elif isinstance(answer, dict) and answer.get("type") == "state":
            self.updates.append(answer["now"])
        elif isinstance(answer, dict) and "format" in answer:
            self.records.append(answer)


def play_and_listen(server: ServerProcess, game: str, rng: random.Random) -> tuple[str, list[Made], list[Told]]:
    """Play a whole game, everybody connected and asking for everything; return all that anybody was sent."""
    with server.client() as client:
        maker = client.create(game, [{"who": "me"}, {"who": "open"}], settings={"public": True})
        people = [maker, client.join(maker.table)]
        table = maker.table
        told = [Told(0), Told(1), Told(SPECTATOR)]
        tokens = [people[0].tokens, people[1].tokens, []]
        lives: list[Live] = [server.live(table, given) for given in tokens]
        step = 0
        while (turn := lives[0].now.get("turn")) is not None:
            mover = lives[turn]
            while mover.now["turn"] == turn:
                done = mover.play([chosen([one["move"] for one in mover.now["legal"]], rng)])
                assert done["type"] == "done", done
                mover.upto(done["number"])
                step += 1
                if step % ASK_EVERY == 0 and mover.now["turn"] is not None:
                    for one, given in zip(told, tokens, strict=True):
                        ask_everything(client, table, given, one, rng)
            for live in lives:
                live.upto(done["number"])
        for one, live, given in zip(told, lives, tokens, strict=True):
            live.close()
            final = next(at for at, text in enumerate(live.raw) if '"result":' in text)
            one.raw += live.raw[:final]
            one.ended = len(one.raw)
            one.raw += live.raw[final:]
            afterwards = Told(one.eye)  # when everything may be seen
            ask_everything(client, table, given, afterwards, rng)
            one.raw += afterwards.raw
            for text in live.raw:
                message: Json = json.loads(text)
                if message["type"] in ("state", "update"):
                    one.updates.append(message["now"] if message["type"] == "state" else message)
        return table, people, told


def chosen(legal: list[str], rng: random.Random) -> str:
    """Return any move, but most often a plate of Azul Duel drawn: that is what others may not see."""
    return "d" if "d" in legal and rng.random() < 0.8 else rng.choice(legal)


def ask_everything(client: Any, table: str, tokens: list[str], told: Told, rng: random.Random) -> None:
    """Ask for all that can be asked for by HTTP."""
    state = client.state(table, tokens)
    told.take(state)
    told.take(client.get(f"/tables/{table}/record", tokens))
    told.take(client.get("/tables"))
    told.take(client.get(f"/tables/{table}/positions/{rng.randint(1, state['now']['number'])}", tokens))
    told.take(next(client.events(table, tokens)))
    headers = {"authorization": f"Bearer {', '.join(tokens)}"} if tokens else {}
    text = client.http.get(f"/tables/{table}/record", params={"format": "text"}, headers=headers)
    told.raw.append(text.text)
    legal = state["now"].get("legal") or [{"move": "1b1"}]
    for method, path, more in (
        ("GET", f"/tables/{table}/why", {"params": {"move": legal[0]["move"]}}),
        ("GET", f"/tables/{table}/positions/{state['now']['number'] + 1}", {}),
        ("POST", "/analysis", {"json": {"table": table, "limits": {"nodes": 1}}}),
    ):
        if state["table"]["status"] == "over" and path == "/analysis":
            continue
        try:
            told.take(client.ask(method, path, tokens, **more))
        except Failed as refused:
            if refused.status not in (400, 403, 404):
                raise
            told.raw.append(json.dumps(refused.problem))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_message_of_a_whole_game_tells_anything_hidden(server: ServerProcess, game: str) -> None:
    table, people, told = play_and_listen(server, game, random.Random(f"leaks {game}"))
    with server.client() as client:
        full: Json = client.get(f"/tables/{table}/record")
    truth = Truth(Record.from_dict({name: part for name, part in full.items() if name not in ("seed", "players")}))
    assert truth.private > 0 or game != "duel"

    for one in told:
        assert len(one.updates) > 20
        found = [leak for update in one.updates for leak in truth.leaks(update, one.eye)]
        found += [leak for record in one.records for leak in truth.record_leaks(record, one.eye)]
        assert found == []

    secrets = [secret for made in people for secret in (*made.tokens, made.maker) if secret is not None]
    before_end = [text for one in told for text in one.raw[: one.ended]]
    everything = "\n".join(text for one in told for text in one.raw)
    assert full["seed"] not in "\n".join(before_end)
    assert full["seed"] in everything  # it is looked for in the right form
    for secret in secrets:
        assert secret not in everything
        assert secret not in server.log
    assert full["seed"] not in server.log

    plant_leaks(truth, told)


def plant_leaks(truth: Truth, told: list[Told]) -> None:
    """Make every kind of leak, and see that it is found: the test above could fail."""
    running = [update for update in told[2].updates if update.get("events") and not update.get("result")]
    honest = running[-1]
    assert list(truth.leaks(honest, SPECTATOR)) == []
    assert list(truth.leaks({**honest, "legal": [{"move": "1b1"}]}, SPECTATOR))
    assert list(truth.leaks({**honest, "debug": 1}, SPECTATOR))
    assert list(truth.leaks({**honest, "result": {"seed": "00"}}, SPECTATOR))
    if not truth.private:
        return
    planted = 0
    for update in running:
        game = truth.games[update["number"]]
        book, state = game.rulebook, game.state
        if book.position_text(state) != update["position"]:
            assert list(truth.leaks({**update, "position": book.position_text(state)}, SPECTATOR))
            assert list(truth.leaks({**update, "board": msgspec.to_builtins(book.board(state, None))}, SPECTATOR))
            planted += 1
        for line in update["events"]:
            real = dict(truth.record.events[line["number"]])
            if real != line["event"]:
                assert list(truth.leaks({**update, "events": [{**line, "event": real}]}, SPECTATOR))
                assert list(truth.leaks({**update, "events": [{**line, "said": {"key": "x"}}]}, SPECTATOR))
                planted += 1
    assert planted > 0
    shown = [record for record in told[2].records if "seed" not in record][-1]
    real_events = [dict(event) for event in truth.record.events[: len(shown["events"])]]
    assert real_events == shown["events"] or list(truth.record_leaks({**shown, "events": real_events}, SPECTATOR))
