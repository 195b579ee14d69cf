"""How often, how many, how much: limits for each address.

Each process counts for itself, and tells the others every second what addresses have used that use much
(:class:`Usage`): so whoever spreads requests over all processes gets little more than one process would allow.
"""

import ipaddress
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import msgspec

from azulejo.server.monitoring import Metrics
from azulejo.server.refusals import Refusal
from azulejo.server.settings import ServerSettings
from azulejo.texts import message

READ, WRITE, CREATE, ANALYSIS = "read", "write", "create", "analysis"
"""Kinds of requests, each with a rate."""
CONNECTIONS, ANALYSES = "connections", "analyses"
"""What lasts, and is counted as long as it does."""
FORGET_EVERY = 10_000
"""After so many requests those addresses are forgotten whose buckets are full again."""
MOST_ADDRESSES = 10_000
"""So many addresses are remembered with what they count as."""
TOLD_FROM = 0.05
"""The part of a limit from which on the other processes are told."""
MOST_TOLD = 100
"""So many addresses are told in one message."""
FORGOTTEN_AFTER = 10.0
"""Seconds after which a process counts no more that has told nothing."""
NETWORK_V6 = 64
"""One customer has a whole IPv6 network of this size: it counts as one address."""


@lru_cache(MOST_ADDRESSES)
def counted(address: str) -> str:
    """Return what counts as one address.

    >>> counted("192.0.2.7"), counted("2001:db8::1:2:3:4"), counted("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((found, NETWORK_V6), strict=False))


class Usage(msgspec.Struct, tag="usage"):
    """What one process tells the others: what addresses have used of the limits there."""

    process: str
    taken: dict[str, dict[str, int]] = {}
    """By kind and address: how many requests there were since the last time."""
    held: dict[str, dict[str, int]] = {}
    """By kind and address: how many there are now."""


class Buckets:
    """A token bucket for each address: so many at once, and so many a second."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}
        """By address: how many were left, and when."""
        self._taken: Counter[str] = Counter()
        """By address: how many were taken since others were told."""
        self._asked = 0

    def take(self, address: str) -> float:
        """Take one; return 0, or after how many seconds there will be one (and then nothing is taken)."""
        now = self._now()
        self._asked += 1
        if self._asked % FORGET_EVERY == 0:
            self._forget(now)
        left = self._now_left(address, now)
        taken = left >= 1.0
        self._left[address] = (left - taken, now)
        self._taken[address] += taken
        return 0.0 if taken else (1.0 - left) / self.rate if self.rate else 3600.0

    def _now_left(self, address: str, now: float) -> float:
        left, at = self._left.get(address, (float(self.burst), now))
        return min(float(self.burst), left + (now - at) * self.rate)

    def taken_lately(self) -> dict[str, int]:
        """Return how many those have taken since this was last asked who have taken many."""
        taken, self._taken = self._taken, Counter()
        return {address: number for address, number in taken.items() if number > self.burst * TOLD_FROM}

    def take_elsewhere(self, address: str, number: int) -> None:
        """Take note of what an address has taken at another process; it may have less than nothing left then."""
        now = self._now()
        self._left[address] = (max(-float(self.burst), self._now_left(address, now) - number), now)

    def _forget(self, now: float) -> None:
        """Forget those whose buckets are full again."""
        self._left = {
            one: (left, at) for one, (left, at) in self._left.items() if left + (now - at) * self.rate < self.burst
        }

    def __len__(self) -> int:
        return len(self._left)


class Counts:
    """How many of something each address has at this moment, and all of them together."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self.most = most
        self.most_per_address = most_per_address
        self.total = 0
        self.elsewhere: dict[str, tuple[float, dict[str, int]]] = {}
        """By process: when it was last heard of, and how many those have there who have many."""
        self._by_address: dict[str, int] = {}

    def of(self, address: str) -> int:
        """Return how many an address has, here and elsewhere."""
        since = time.monotonic() - FORGOTTEN_AFTER
        others = sum(held.get(address, 0) for at, held in self.elsewhere.values() if at > since)
        return self._by_address.get(address, 0) + others

    def many(self) -> dict[str, int]:
        """Return how many those have here who have many."""
        least = self.most_per_address * TOLD_FROM
        return {address: number for address, number in self._by_address.items() if number > least}

    def enter(self, address: str) -> bool:
        """Count one more; return whether it is allowed (if not, nothing is counted)."""
        if self.total >= self.most or self.of(address) >= self.most_per_address:
            return False
        self.total += 1
        self._by_address[address] = self._by_address.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        self.total -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


class RateLimited(Refusal):
    """Too often: says after how many seconds it can be tried again."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds + 0.5))
        super().__init__(429, message("server.limit.rate", count=self.seconds))


class RequestLimits:
    """All limits of one process; raises Refusal with status 429 where one is reached."""

    def __init__(self, settings: ServerSettings, metrics: Metrics) -> None:
        self._metrics = metrics
        self._buckets = {
            READ: Buckets(settings.read_rate, settings.read_burst),
            WRITE: Buckets(settings.write_rate, settings.write_burst),
            CREATE: Buckets(settings.create_rate, settings.create_burst),
            ANALYSIS: Buckets(settings.analysis_rate, settings.analysis_burst),
        }
        self.counts = {
            CONNECTIONS: Counts(settings.connections, settings.connections_per_address),
            ANALYSES: Counts(10**9, settings.analyses_per_address),
        }
        self.sockets: dict[str, dict[Any, None]] = defaultdict(dict)
        """By address: its connections of any kind, the oldest first."""

    def check(self, kind: str, address: str) -> None:
        """Count a request of a kind; raises Refusal if there were too many."""
        wait = self._buckets[kind].take(counted(address))
        if wait > 0:
            self._metrics.refusals.labels(kind).inc()
            raise RateLimited(wait)

    def usage(self, process: str) -> list[Usage]:
        """Return what the other processes are to be told now."""
        told = [Usage(process, held={kind: counts.many() for kind, counts in self.counts.items()})]
        for kind, buckets in self._buckets.items():
            taken = list(buckets.taken_lately().items())
            for first in range(0, len(taken), MOST_TOLD):
                told.append(Usage(process, taken={kind: dict(taken[first : first + MOST_TOLD])}))
        return told

    def hear(self, usage: Usage) -> None:
        """Take note of what another process has told."""
        for kind, taken in usage.taken.items():
            for address, number in taken.items():
                self._buckets[kind].take_elsewhere(address, number)
        for kind, held in usage.held.items():
            self.counts[kind].elsewhere[usage.process] = time.monotonic(), held

    @contextmanager
    def hold(self, kind: str, address: str) -> Iterator[None]:
        """Count a live connection, a stream or an analysis as long as this lasts; raises Refusal."""
        counts, address = self.counts[kind], counted(address)
        if not counts.enter(address):
            self._metrics.refusals.labels(kind).inc()
            key = "full" if counts.total >= counts.most else kind
            raise Refusal(429, f"server.limit.{key}", count=counts.most_per_address)
        try:
            yield
        finally:
            counts.leave(address)
