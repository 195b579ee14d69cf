"""What Prometheus is told: how much there is to do, and how long it takes."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        """Begin with nothing; every application has its own."""
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "azulejo_requests_total", "Answered requests", ["method", "route", "status"], registry=self.registry
        )
        self.request_seconds = Histogram(
            "azulejo_request_seconds", "Time to answer a request", ["route"], buckets=QUICK, registry=self.registry
        )
        self.refusals = Counter(
            "azulejo_refusals_total", "Requests refused by a limit", ["limit"], registry=self.registry
        )
        self.changes = Counter(
            "azulejo_changes_total", "Changes of tables, by what was asked", ["kind"], registry=self.registry
        )
        self.change_seconds = Histogram(
            "azulejo_change_seconds",
            "Time from a change being asked for to its being stored",
            ["kind"],
            buckets=QUICK,
            registry=self.registry,
        )
        self.messages = Counter("azulejo_messages_total", "Live messages sent", registry=self.registry)
        self.updates = Counter("azulejo_updates_total", "Updates built and encoded", registry=self.registry)
        self.tell_seconds = Histogram(
            "azulejo_tell_seconds",
            "Time from a notice to the last reader having been told",
            buckets=QUICK,
            registry=self.registry,
        )
        self.slow_readers = Counter(
            "azulejo_slow_readers_total", "Connections closed because they did not read", registry=self.registry
        )
        self.missed_notices = Counter(
            "azulejo_missed_notices_total", "Tables found behind by reconciliation", registry=self.registry
        )
        self.bot_turns = Counter("azulejo_bot_turns_total", "Turns of bots", ["result"], registry=self.registry)
        self.worker_seconds = Histogram(
            "azulejo_worker_seconds",
            "Time that a request keeps a worker",
            ["pool"],
            buckets=SLOW,
            registry=self.registry,
        )
        self.worker_restarts = Counter(
            "azulejo_worker_restarts_total", "Workers killed or lost", ["pool"], registry=self.registry
        )
        self.tables = Gauge("azulejo_tables", "Tables in the database", ["status"], registry=self.registry)
        self.failures = Counter("azulejo_failures_total", "Defects, see the log", ["where"], registry=self.registry)

    def gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Add a figure that is read when somebody asks."""
        Gauge(name, text, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return generate_latest(self.registry)
