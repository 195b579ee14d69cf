"""How often, how many, how much: limits for each address, kept in this process.

Behind a load balancer each process counts for itself, so that an address can have at most the limits of the settings
times the number of processes.
"""

import ipaddress
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from azulejo.server.metrics import Metrics
from azulejo.server.refusals import Refusal
from azulejo.server.settings import ServerSettings
from azulejo.texts import message

READ, WRITE, CREATE, ANALYSIS = "read", "write", "create", "analysis"
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
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, NETWORK_V6), strict=False))
    return address


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
        if left >= 1.0:
            self._left[address] = (left - 1.0, now)
            return 0.0
        self._left[address] = (left, now)
        return (1.0 - left) / self.rate if self.rate else 3600.0

    def _forget(self, now: float) -> None:
        full = [one for one, (left, at) in self._left.items() if left + (now - at) * self.rate >= self.burst]
        for address in full:
            del self._left[address]

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
        left = self.of(address) - 1
        if left > 0:
            self._by_address[address] = left
        else:
            self._by_address.pop(address, None)


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
        self.connections = Counts(settings.connections, settings.connections_per_address)
        self.analyses = Counts(10**9, settings.analyses_per_address)

    def check(self, kind: str, address: str) -> None:
        """Count a request of a kind; raises Refusal if there were too many."""
        wait = self._buckets[kind].take(counted(address))
        if wait > 0:
            self._metrics.refusals.labels(kind).inc()
            raise RateLimited(wait)

    @contextmanager
    def connection(self, address: str) -> Iterator[None]:
        """Count a live connection or stream as long as this lasts."""
        with self._counted(self.connections, address, "connections", "server.limit.connections"):
            yield

    @contextmanager
    def analysis(self, address: str) -> Iterator[None]:
        """Count an analysis as long as this lasts."""
        with self._counted(self.analyses, address, "analyses", "server.limit.analyses"):
            yield

    @contextmanager
    def _counted(self, counts: Counts, address: str, name: str, key: str) -> Iterator[None]:
        address = counted(address)
        if not counts.enter(address):
            self._metrics.refusals.labels(name).inc()
            full = counts.total >= counts.most
            raise Refusal(429, message("server.limit.full" if full else key, count=counts.most_per_address))
        try:
            yield
        finally:
            counts.leave(address)
