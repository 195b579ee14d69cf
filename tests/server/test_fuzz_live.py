"""Messages that no client of ours would send: the server stays up, says what is wrong, and disturbs nobody else."""

import contextlib
import json
import random
import string
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from azulejo.server.live.socket import MOST_MALFORMED
from azulejo.testing import LONG
from tests.server.processes import Json, Live, Made, ServerProcess

MESSAGES = 35_000 if LONG else 700
"""For those who hold seats, and as many for those who do not."""
ANSWERS = ("refused", "done", "why", "pong")
MORE_MEMORY = 20 << 20
"""Bytes that a server may need more at the end than half way there."""
TOO_BIG = 1009
MARK = 900_000
"""Numbers of the pings that tell where the answer to a message ends."""


def real_messages(live: Live) -> list[Json]:
    """Return messages as they should be."""
    after = live.number
    return [
        {"type": "hello", "tokens": [], "after": after, "lang": "en"},
        {"type": "moves", "id": 1, "moves": ["9b1"], "after": after, "seat": 0},
        {"type": "undo", "id": 2, "after": after, "count": 1, "seat": 0},
        {"type": "why", "id": 3, "move": "1b1"},
        {"type": "ping", "id": 4},
        {"type": "resign", "id": 5, "seat": 3},
    ]


def any_value(rng: random.Random, depth: int = 3) -> Any:
    """Return any JSON value."""
    kind = rng.randrange(10 if depth else 8)
    if kind == 8:
        return [any_value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 9:
        return {any_text(rng): any_value(rng, depth - 1) for _ in range(rng.randrange(4))}
    return (
        None,
        rng.random() < 0.5,
        rng.randint(-(10**3), 10**3),
        rng.choice((2**31, -(2**63), 2**64, 10**40, 1e308, -0.0, 0.1)),
        any_text(rng),
        "",
        rng.choice(("hello", "moves", "undo", "why", "ping", "resign", "state", "id", "type", "\x00", "\ud7ff", "🀄")),
        "x" * rng.randrange(3000),
    )[kind]


def any_text(rng: random.Random) -> str:
    return "".join(rng.choice(string.printable) for _ in range(rng.randrange(12)))


def mutated(rng: random.Random, live: Live) -> str:
    """Return a real message with something wrong in it (most often)."""
    message = rng.choice(real_messages(live))
    for _ in range(rng.randint(1, 3)):
        name = rng.choice([*message, any_text(rng)])
        if rng.random() < 0.3:
            message.pop(name, None)
        else:
            message[name] = any_value(rng)
    return json.dumps(message)


def broken(rng: random.Random, live: Live) -> str:
    """Return the text of a message with letters lost, doubled or changed."""
    text = json.dumps(rng.choice(real_messages(live)))
    begin, end = sorted((rng.randrange(len(text)), rng.randrange(len(text))))
    return rng.choice((text[:begin], text[:begin] + text[end:], text[:end] + text[begin:], text + text))


ODD: tuple[str | bytes, ...] = (
    "",
    "null",
    "NaN",
    "[" * 8000,
    '{"a":' * 2000 + "1" + "}" * 2000,
    '{"type":"ping","id":' + "9" * 5000 + "}",
    '{"type":"ping","id":1e400}',
    '{"type":"ping","id":1,"type":"moves"}',
    '{"type":"hello","tokens":["' + "a" * 43 + '"]}',
    '{"type":"moves","id":1,"moves":["1b1"],"after":' + "1" * 30 + "}",
    '{"type":"why","id":1,"move":"\\ud800"}',
    '{"type":"why","id":1,"move":"\\u0000"}',
    b"",
    b"\x00\x01\x02",
    b"\xff\xfe{}",
    b"\xef\xbb\xbf{}",
    b"x" * 16_000,
)
MAKERS: tuple[Callable[[random.Random, Live], str | bytes], ...] = (
    mutated,
    broken,
    lambda rng, live: json.dumps(any_value(rng)),
    lambda rng, live: rng.randbytes(rng.randrange(200)),
    lambda rng, live: rng.choice(ODD),
)


def answers_to(live: Live, message: str | bytes, number: int) -> list[Json]:
    """Send a message and return all answers to it."""
    live.socket.send(message)
    live.send({"type": "ping", "id": MARK + number})
    found: list[Json] = []
    while True:
        answer = live.receive()
        if answer["type"] == "pong" and answer["id"] == MARK + number:
            return found
        if answer["type"] in ANSWERS:
            found.append(answer)


@pytest.fixture
def made(server: ServerProcess) -> Made:
    """A table with two people on one device."""
    with server.client() as client:
        return client.create("azul", [{"who": "me"}, {"who": "hotseat"}])


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("holds_seats", [True, False])
def test_every_message_gets_one_clear_answer(server: ServerProcess, made: Made, holds_seats: bool) -> None:
    rng = random.Random(f"fuzz {holds_seats}")
    kinds: set[str] = set()
    held, memory = contextlib.ExitStack(), []
    with held, server.live(made.table) as watching:
        before = watching.number
        for number in range(MESSAGES):
            if number % (MOST_MALFORMED // 2) == 0:  # whoever has sent too many is sent away
                held.close()
                live = held.enter_context(server.live(made.table, made.tokens if holds_seats else ()))
                memory.append(server.memory)
            message = rng.choice(MAKERS)(rng, live)
            answers = answers_to(live, message, number)
            assert len(answers) == 1, (message, answers)
            kinds.add(answers[0]["type"])
            if answers[0]["type"] == "refused":
                problem = answers[0]["problem"]
                assert 400 <= problem["status"] < 500, (message, problem)
                assert 0 < len(problem["text"]) < 1000, (message, problem)
        assert "refused" in kinds
        assert watching.ask("ping")["type"] == "pong"
        assert {json.loads(text)["type"] for text in watching.raw} <= {"state", "presence", "pong"}
        assert watching.number == before
    middle = memory[len(memory) // 2]
    assert memory[-1] < middle + MORE_MEMORY, "it keeps something of every message"
    with server.live(made.table, made.tokens) as live:  # and the game goes on
        assert live.play([live.now["legal"][0]["move"]], seat=live.now["turn"])["type"] == "done"
    assert '"level":"error"' not in server.log
    assert "azulejo_failures_total{" not in httpx.get(f"{server.url}/metrics").text


@pytest.mark.slow
def test_a_bad_beginning_ends_the_connection(server: ServerProcess, made: Made) -> None:
    rng = random.Random("bad hello")
    with server.client() as client:
        other = client.create("azul", [{"who": "me"}, {"who": "hotseat"}])
    wrong: list[str | bytes] = [message for message in ODD if message != ODD[8]]
    wrong += [rng.randbytes(20), '{"type":"ping"}', '{"type":"hello","after":-1}']
    theirs = json.dumps({"type": "hello", "tokens": other.tokens})
    for message, code in [*((one, 4400) for one in wrong), (theirs, 4403), (ODD[8], 4403)]:
        with connect(server.live_url(made.table), compression=None) as socket:
            socket.send(message)
            answer = json.loads(socket.recv(30))
            assert answer["type"] == "refused", message
            assert all(token not in json.dumps(answer) for token in other.tokens)
            with pytest.raises(ConnectionClosed) as end:
                socket.recv(30)
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == code, message
    assert '"level":"error"' not in server.log


def test_a_message_that_is_too_big_ends_only_its_own_connection(server: ServerProcess, made: Made) -> None:
    with server.live(made.table) as watching, server.live(made.table, made.tokens) as live:
        live.socket.send('{"type":"ping","id":1,"x":"' + "x" * 20_000 + '"}')
        assert live.closed() == TOO_BIG
        assert watching.ask("ping")["type"] == "pong"


def test_a_flood_is_answered_or_sent_away(server: ServerProcess, made: Made) -> None:
    with server.live(made.table) as watching, server.live(made.table, made.tokens) as live:
        flood, pongs, code = 2000, 0, 0
        try:
            for number in range(flood):
                live.send({"type": "ping", "id": number})
            while pongs < flood:
                pongs += live.receive()["type"] == "pong"
        except ConnectionClosed as end:
            code = end.rcvd.code if end.rcvd is not None else 1006
        assert pongs == flood or code == 4408, (pongs, code)
        assert watching.ask("ping")["type"] == "pong"
