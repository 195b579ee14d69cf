"""How often, how many, how much: limits for each address, kept in this process.

Behind a load balancer each process counts for itself, so that an address can have at most the limits of the settings
times the number of processes.
"""

import ipaddress
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

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
NETWORK_V6 = 64
"""One customer has a whole IPv6 network of this size: it counts as one address."""


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


class Buckets:
    """A token bucket for each address: so many at once, and so many a second."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}
        """By address: how many were left, and when."""
        self._asked = 0

    def take(self, address: str) -> float:
        """Take one; return 0, or after how many seconds there will be one (and then nothing is taken)."""
        now = self._now()
        self._asked += 1
        if self._asked % FORGET_EVERY == 0:
            self._forget(now)
        left, at = self._left.get(address, (float(self.burst), now))
        left = min(float(self.burst), left + (now - at) * self.rate)
        taken = left >= 1.0
        self._left[address] = (left - taken, now)
        return 0.0 if taken else (1.0 - left) / self.rate if self.rate else 3600.0

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
        self._by_address: dict[str, int] = {}

    def of(self, address: str) -> int:
        """Return how many an address has."""
        return self._by_address.get(address, 0)

    def enter(self, address: str) -> bool:
        """Count one more; return whether it is allowed (if not, nothing is counted)."""
        if self.total >= self.most or self.of(address) >= self.most_per_address:
            return False
        self.total += 1
        self._by_address[address] = self.of(address) + 1
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
