"""Configuration: defaults, then one TOML file, then environment variables ``AZULEJO_*``, then the command line.

Every setting is a plain value with one name: ``bot_workers`` in the file is ``AZULEJO_BOT_WORKERS`` in the environment.
They are listed with their meaning and default in docs/operator.md, too; a test compares the two.
"""

import ipaddress
import math
import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self, get_type_hints

from azulejo.texts.errors import BadOption

PREFIX = "AZULEJO_"
CONFIG = "AZULEJO_CONFIG"
"""The environment variable that names the TOML file."""

_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True)
class Settings:
    """Everything that an operator can choose; times are in seconds where the name does not say otherwise."""

    # ------------------------------------------------------------ where
    database: str = ""
    """``sqlite:///PATH`` or ``postgresql://USER:PASSWORD@HOST/NAME``; a file in the user's data folder if empty."""
    host: str = "127.0.0.1"
    """The address to listen on; ``0.0.0.0`` for all."""
    port: int = 8000
    """The port to listen on; 0 takes a free one."""
    processes: int = 1
    """How many server processes share the port; more than one needs PostgreSQL."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may call this server, such as ``https://play.example.org``; its own host always may."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose ``X-Forwarded-For`` is believed."""

    # ------------------------------------------------------------ tables
    tables: int = 200_000
    """How many tables there may be in all."""
    tables_per_address: int = 200
    """How many tables that have not ended one address may have made."""
    expire_open_days: float = 7.0
    """An open table that nobody has joined for so long is removed; 0: never."""
    expire_playing_days: float = 90.0
    """A running game without a move for so long is removed, if no clock ends it before; 0: never."""
    expire_over_days: float = 365.0
    """A game that ended so long ago, or a record brought in, is removed; 0: never."""
    takeover_seconds: float = 120.0
    """Where a table lets a bot play for those who are away: how long one must be away while it is one's turn."""
    heartbeat_seconds: float = 5.0
    """How often a process writes down that it is alive; time in which none did is given back to running clocks."""

    # ------------------------------------------------------------ bots and analyses
    bot_workers: int = 0
    """Engine processes for bots; 0: one for every core but one, at least one."""
    bot_queue: int = 100
    """How many bots' turns a process takes on at once; the others wait in the database for whoever has time."""
    bot_seconds: float = 60.0
    """A worker that has not answered for a bot after so long is killed."""
    bot_lease_seconds: float = 90.0
    """For so long a process may work on a bot's move before another one takes it over."""
    bot_attempts: int = 3
    """After so many failures the rulebook's suggestion is played for a bot, so that no table is stuck."""
    bot_delay: float = 0.4
    """The least time that a bot takes for a turn, so that people can follow."""
    analysis_workers: int = 1
    """Engine processes for analyses; 0 switches analyses off."""
    analysis_queue: int = 20
    """How many analyses may wait for a worker."""
    analysis_seconds: float = 30.0
    """The longest analysis."""
    analysis_nodes: int = 20_000_000
    """The largest analysis."""
    analyses_per_address: int = 1
    """How many analyses one address may have running or waiting."""
    worker_nice: int = 10
    """How far engine processes stand back behind the server (Unix niceness)."""
    warm_up: bool = True
    """Whether workers load or compile the rules of all games when they start."""

    # ------------------------------------------------------------ limits
    read_rate: float = 20.0
    """Reading requests a second from one address, on average."""
    read_burst: int = 200
    """Reading requests at once."""
    write_rate: float = 10.0
    """Moves and other changes a second from one address, on average."""
    write_burst: int = 100
    """Moves and other changes at once."""
    create_rate: float = 0.2
    """New tables and imported records a second from one address, on average."""
    create_burst: int = 30
    """New tables and imported records at once."""
    analysis_rate: float = 0.5
    """Analyses a second begun from one address, on average."""
    analysis_burst: int = 20
    """Analyses at once begun."""
    connections: int = 10_000
    """Live connections and event streams of one process in all."""
    connections_per_address: int = 60
    """Live connections and event streams from one address."""
    body_bytes: int = 400_000
    """The largest body of a request, such as a record to import."""
    message_bytes: int = 16_384
    """The largest message of a live connection."""
    queue_messages: int = 100
    """How many messages may wait for a slow reader before the connection is closed."""
    threads: int = 8
    """Threads of a process for rules and storage."""
    reconcile_seconds: float = 3.0
    """How often a process asks storage whether a notice was lost."""
    shutdown_seconds: float = 5.0
    """How long to wait for requests that are under way when the server is told to stop."""

    # ------------------------------------------------------------ what is told
    log_level: str = "auto"
    """``debug``, ``info``, ``warning`` or ``error``; ``auto`` is ``warning`` on a terminal and ``info`` elsewhere."""
    log_addresses: str = "hashed"
    """How addresses stand in the log: ``hashed`` (anew for every start), ``plain`` or ``none``."""
    metrics: bool = True
    """Whether ``/metrics`` answers; keep it from strangers at the proxy if it does."""
    documentation: bool = True
    """Whether the description of the API is served."""

    def __post_init__(self) -> None:
        """Check every value; raises BadOption."""
        for name, kind in _kinds().items():
            value = getattr(self, name)
            if kind in (int, float) and not (LEAST.get(name, 0) <= value < math.inf):
                raise BadOption("server.setting_least", name=name, value=value, least=LEAST.get(name, 0))
            if kind is str and name in CHOICES and value not in CHOICES[name]:
                raise BadOption("errors.option_value", option=name, value=value, values=CHOICES[name])
        if self.port > 65_535:
            raise BadOption("server.setting_most", name="port", value=self.port, most=65_535)
        for network in self.trusted_proxies:
            try:
                ipaddress.ip_network(network, strict=False)
            except ValueError:
                raise BadOption("server.setting_network", name="trusted_proxies", value=network) from None
        if not self.database:
            object.__setattr__(self, "database", f"sqlite:///{data_folder() / 'azulejo.sqlite'}")
        if self.processes > 1 and self.sqlite:
            raise BadOption("server.processes_sqlite", count=self.processes)

    @property
    def sqlite(self) -> bool:
        """Whether the database is a file."""
        return self.database.startswith("sqlite")

    @property
    def bot_processes(self) -> int:
        """How many workers there are for bots."""
        return self.bot_workers or max(1, (os.cpu_count() or 2) - 1)

    @classmethod
    def load(
        cls,
        file: str | Path | None = None,
        environment: Mapping[str, str] = os.environ,
        **given: Any,
    ) -> Self:
        """Read the file (or the one that ``AZULEJO_CONFIG`` names), then the environment; what is given counts most."""
        file = file or environment.get(CONFIG) or None
        values = {} if file is None else _read_file(Path(file))
        for name, kind in _kinds().items():
            text = environment.get(PREFIX + name.upper())
            if text is not None:
                values[name] = _parsed(PREFIX + name.upper(), kind, text)
        return cls(**{**values, **{name: value for name, value in given.items() if value is not None}})


CHOICES = {
    "log_level": ("auto", "debug", "info", "warning", "error"),
    "log_addresses": ("hashed", "plain", "none"),
}
LEAST: dict[str, float] = {
    "processes": 1,
    "bot_queue": 1,
    "bot_seconds": 0.1,
    "bot_attempts": 1,
    "bot_lease_seconds": 0.1,
    "heartbeat_seconds": 0.05,
    "reconcile_seconds": 0.05,
    "analysis_seconds": 0.1,
    "analysis_nodes": 1,
    "analyses_per_address": 1,
    "body_bytes": 1_000,
    "message_bytes": 1_000,
    "queue_messages": 2,
    "threads": 1,
    "tables": 1,
    "tables_per_address": 1,
    "read_burst": 1,
    "write_burst": 1,
    "create_burst": 1,
    "analysis_burst": 1,
}
"""The least that makes sense; 0 where nothing is said."""


def data_folder() -> Path:
    """Return the folder for this user's data, as the system wants it; it need not exist yet."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Azulejo"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Azulejo"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "azulejo"


def _kinds() -> dict[str, Any]:
    hints = get_type_hints(Settings)
    return {field.name: hints[field.name] for field in fields(Settings)}


def _read_file(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadOption("server.config_missing", file=file) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BadOption("server.config_unreadable", file=file, problem=str(problem)) from None
    kinds = _kinds()
    for name, value in found.items():
        if name not in kinds:
            raise BadOption("server.config_unknown", file=file, name=name)
        found[name] = _converted(name, kinds[name], value)
    return found


def _converted(name: str, kind: Any, value: Any) -> Any:
    """Return a value of the file as the setting's type."""
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind == tuple[str, ...] and isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    if kind in (str, int, float, bool) and type(value) is kind:
        return value
    raise _wrong(name, kind, value)


def _parsed(name: str, kind: Any, text: str) -> Any:
    """Return a value of the environment as the setting's type."""
    text = text.strip()
    try:
        if kind is bool:
            return {**dict.fromkeys(_TRUE, True), **dict.fromkeys(_FALSE, False)}[text.lower()]
        if kind in (int, float):
            return kind(text)
    except (KeyError, ValueError):
        raise _wrong(name, kind, text) from None
    if kind is str:
        return text
    return tuple(one.strip() for one in text.split(",") if one.strip())


def _wrong(name: str, kind: Any, value: Any) -> BadOption:
    wanted = {str: '"..."', int: "0, 1, 2, ...", float: "0.5, 1, 2.5, ...", bool: "true | false"}.get(kind, "[...]")
    return BadOption("server.setting_type", name=name, wanted=wanted, value=value)
