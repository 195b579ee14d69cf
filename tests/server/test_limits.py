"""How often, how many, how much: the arithmetic, and what a client of a real server sees of it."""

import contextlib

import httpx
import msgspec
import pytest

from azulejo.server.limits import (
    ANALYSES,
    ANALYSIS,
    CONNECTIONS,
    CREATE,
    FORGET_EVERY,
    READ,
    Buckets,
    Counts,
    RequestLimits,
    Usage,
    counted,
)
from azulejo.server.monitoring import Metrics
from azulejo.server.refusals import Refusal
from azulejo.server.settings import ServerSettings
from tests.server.conftest import StartServer
from tests.server.processes import Failed, Live

pytestmark = pytest.mark.slow

BOTS = [{"who": "me"}, {"who": "open"}]


class Now:
    """A clock set by hand."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    now = Now()
    buckets = Buckets(rate=2.0, burst=3, now=now)
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a") == pytest.approx(0.5)
    assert buckets.take("b") == 0
    now.seconds += 0.5
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    now.seconds += 1000
    assert [buckets.take("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_what_is_taken_at_one_process_is_missing_at_the_others() -> None:
    settings = ServerSettings(read_rate=0.0, read_burst=40, connections_per_address=30)
    here, there = (RequestLimits(settings, Metrics()) for _ in range(2))

    def tell() -> None:
        for told in here.usage("here"):
            there.hear(msgspec.json.decode(msgspec.json.encode(told), type=Usage))

    for _ in range(30):
        here.check(READ, "192.0.2.1")
    here.check(READ, "192.0.2.2")  # hardly anything, and not worth telling
    with contextlib.ExitStack() as held:
        for _ in range(20):
            held.enter_context(here.hold(CONNECTIONS, "192.0.2.1"))
        tell()
        tell()  # nothing counts twice
        for _ in range(10):
            there.check(READ, "192.0.2.1")
        with pytest.raises(Refusal):
            there.check(READ, "192.0.2.1")
        for _ in range(40):
            there.check(READ, "192.0.2.2")
        for _ in range(10):
            held.enter_context(there.hold(CONNECTIONS, "192.0.2.1"))
        with pytest.raises(Refusal):
            held.enter_context(there.hold(CONNECTIONS, "192.0.2.1"))
        held.enter_context(there.hold(CONNECTIONS, "192.0.2.2"))
    tell()
    with there.hold(CONNECTIONS, "192.0.2.1"):
        pass


def test_addresses_that_have_been_quiet_are_forgotten() -> None:
    now = Now()
    buckets = Buckets(rate=1.0, burst=5, now=now)
    for number in range(FORGET_EVERY - 1):
        buckets.take(f"address {number}")
    assert len(buckets) == FORGET_EVERY - 1
    now.seconds += 5
    buckets.take("one more")
    assert len(buckets) == 1


def test_a_bucket_without_a_rate_is_never_filled_again() -> None:
    buckets = Buckets(rate=0.0, burst=1)
    assert buckets.take("a") == 0
    assert buckets.take("a") == 3600


def test_counts_are_by_address_and_in_all() -> None:
    counts = Counts(most=3, most_per_address=2)
    assert [counts.enter("a"), counts.enter("a"), counts.enter("a")] == [True, True, False]
    assert [counts.enter("b"), counts.enter("b")] == [True, False]
    counts.leave("a")
    assert counts.enter("b")
    for address in ("a", "b", "b"):
        counts.leave(address)
    assert (counts.total, counts.of("a"), counts.of("b")) == (0, 0, 0)


def test_an_ipv6_network_is_one_address() -> None:
    assert counted("2001:db8:1:2:3::4") == counted("2001:db8:1:2:ffff::1") != counted("2001:db8:1:3::1")


def test_kinds_of_requests_are_counted_apart() -> None:
    limits = RequestLimits(ServerSettings(create_burst=1, create_rate=0.5), Metrics())
    limits.check(CREATE, "a")
    with pytest.raises(Refusal, match="try again in 2 seconds") as caught:
        limits.check(CREATE, "a")
    assert caught.value.status == 429
    limits.check(READ, "a")
    limits.check(ANALYSIS, "a")
    limits.check(CREATE, "b")


def test_what_is_counted_is_given_back_even_after_a_failure() -> None:
    limits = RequestLimits(ServerSettings(analyses_per_address=1), Metrics())

    def fail() -> None:
        with limits.hold(ANALYSES, "a"):
            assert limits.counts[ANALYSES].of("a") == 1
            with limits.hold(ANALYSES, "a"):
                pass

    with pytest.raises(Refusal, match="1 page of yours"):
        fail()
    assert limits.counts[ANALYSES].of("a") == 0


def test_a_server_refuses_what_comes_too_often_and_says_when_to_come_back(start_server: StartServer) -> None:
    server = start_server(create_burst=2, create_rate=0.01, read_burst=40, read_rate=0.01)
    with server.client() as client:
        for _ in range(2):
            client.create("azul", BOTS)
        with pytest.raises(Failed, match=r"429 that was a bit fast: please try again in \d+ seconds"):
            client.create("azul", BOTS)
        answers = [httpx.get(f"{server.url}/api/v1/info", headers={"accept-language": "ru"}) for _ in range(42)]
        assert {answer.status_code for answer in answers} == {200, 429}
        refused = answers[-1]
        assert 1 <= int(refused.headers["retry-after"]) <= 101
        assert refused.json()["text"].startswith("слишком быстро")


def test_a_server_refuses_too_many_connections_and_tables_of_one_address(start_server: StartServer) -> None:
    server = start_server(connections_per_address=2, tables_per_address=2)
    with server.client() as client:
        made = client.create("azul", BOTS)
        with server.live(made.table, made.tokens), server.live(made.table):
            with Live(server.live_url(made.table)) as third:
                assert third.first["type"] == "refused"
                assert third.first["problem"]["text"].startswith("too many tables are open at once here (2)")
                assert third.closed() == 4429
            with pytest.raises(Failed, match="429"):
                next(client.events(made.table))
        with server.live(made.table) as again:
            assert again.first["type"] == "state"
        client.create("azul", BOTS)
        with pytest.raises(Failed, match="429"):
            client.create("azul", BOTS)


def test_a_server_refuses_bodies_and_messages_that_are_too_large(start_server: StartServer) -> None:
    server = start_server(body_bytes=5000, message_bytes=2000)
    with server.client() as client:
        with pytest.raises(Failed, match="413 the body of the request is too large"):
            client.post("/records", {"record": {"format": "x" * 6000}})
        chunks = (b'{"record": "' + b"x" * 1000 for _ in range(10))
        answer = client.http.post("/records", content=chunks, headers={"content-type": "application/json"})
        assert answer.status_code == 413
        made = client.create("azul", BOTS)
        with server.live(made.table) as live:
            live.send({"type": "ping", "id": 1, "much": "x" * 3000})
            assert live.closed() == 1009
