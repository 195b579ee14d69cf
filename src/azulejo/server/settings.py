"""Configuration: defaults, then one TOML file, then environment variables ``AZULEJO_*``, then the command line.

Every setting is declared once, with its type and bounds: ``bot_workers`` in the file is ``AZULEJO_BOT_WORKERS`` in the
environment. They are listed with their meaning and default in docs/operator.md, too; a test compares the two.
"""

import ipaddress
import math
import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias

import msgspec

from azulejo.kernel.machine import usable_cores
from azulejo.texts.errors import BadOption

PREFIX = "AZULEJO_"
CONFIG = "AZULEJO_CONFIG"
"""The environment variable that names the TOML file."""

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Amount: TypeAlias = Annotated[float, msgspec.Meta(ge=0)]
"""Seconds, days, so many a second."""
Tenth: TypeAlias = Annotated[float, msgspec.Meta(ge=0.1)]
Moment: TypeAlias = Annotated[float, msgspec.Meta(ge=0.05)]
Bytes: TypeAlias = Annotated[int, msgspec.Meta(ge=1_000)]


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that an operator can choose; times are in seconds where the name does not say otherwise."""

    # ------------------------------------------------------------ where
    database: str = ""
    """``sqlite:///PATH`` or ``postgresql://USER:PASSWORD@HOST/NAME``; a file in the user's data folder if empty."""
    host: str = "127.0.0.1"
    """The address to listen on; ``0.0.0.0`` for all."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 8000
    """The port to listen on; 0 takes a free one."""
    processes: Positive = 1
    """How many server processes share the port; more than one needs PostgreSQL."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may call this server, such as ``https://play.example.org``; its own host always may."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose ``X-Forwarded-For`` is believed."""

    # ------------------------------------------------------------ tables
    tables: Positive = 200_000
    """How many tables there may be in all."""
    tables_per_address: Positive = 200
    """How many tables that have not ended, or records brought in, one address may have made."""
    expire_open_days: Amount = 7.0
    """An open table that nobody has joined for so long is removed; 0: never."""
    expire_playing_days: Amount = 90.0
    """A running game without a move for so long is removed, if no clock ends it before; 0: never."""
    expire_over_days: Amount = 365.0
    """A game that ended so long ago, or a record brought in, is removed; 0: never."""
    takeover_seconds: Amount = 120.0
    """Where a table lets a bot play for those who are away: how long one must be away while it is one's turn."""
    heartbeat_seconds: Moment = 5.0
    """How often a process writes down that it is alive; time in which none did is given back to running clocks."""

    # ------------------------------------------------------------ bots and analyses
    bot_workers: Number = 0
    """Engine processes for bots; 0: one for every core but one, at least one."""
    bot_queue: Positive = 100
    """How many bots' turns a process takes on at once; the others wait in the database for whoever has time."""
    bot_seconds: Tenth = 60.0
    """A worker that has not answered for a bot after so long is killed."""
    bot_lease_seconds: Tenth = 90.0
    """For so long a process may work on a bot's move before another one takes it over."""
    bot_attempts: Positive = 3
    """After so many failures the rulebook's suggestion is played for a bot, so that no table is stuck."""
    bot_delay: Amount = 0.4
    """The least time that a bot takes for a turn, so that people can follow."""
    analysis_workers: Number = 1
    """Engine processes for analyses; 0 switches analyses off."""
    analysis_queue: Number = 20
    """How many analyses may wait for a worker."""
    analysis_seconds: Tenth = 30.0
    """The longest analysis."""
    analysis_nodes: Positive = 20_000_000
    """The largest analysis."""
    analyses_per_address: Positive = 4
    """How many pages of one address may have an analysis running or waiting."""
    report_workers: Number = 1
    """Engine processes for reports of finished games; 0 switches reports off."""
    report_queue: Number = 1000
    """How many reports may wait that somebody has asked for."""
    report_seconds: Tenth = 300.0
    """A worker that has not got on with a report for so long is killed."""
    worker_nice: Number = 10
    """How far engine processes stand back behind the server (Unix niceness)."""
    warm_up: bool = True
    """Whether workers load or compile the rules of all games when they start."""

    # ------------------------------------------------------------ limits
    read_rate: Amount = 20.0
    """Reading requests a second from one address, on average."""
    read_burst: Positive = 200
    """Reading requests at once."""
    write_rate: Amount = 10.0
    """Moves and other changes a second from one address, on average."""
    write_burst: Positive = 100
    """Moves and other changes at once."""
    create_rate: Amount = 0.2
    """New tables and imported records a second from one address, on average."""
    create_burst: Positive = 30
    """New tables and imported records at once."""
    analysis_rate: Amount = 0.5
    """Pages a second that begin with analyses from one address, on average; their steps count as reading."""
    analysis_burst: Positive = 20
    """Pages at once that begin with analyses."""
    connections: Number = 10_000
    """Live connections and event streams of one process in all."""
    connections_per_address: Number = 60
    """Live connections and event streams from one address; connections of any kind may be twice as many."""
    header_bytes: Bytes = 16_384
    """The largest head of a request: its address and its headers, of which there may be 100."""
    request_seconds: Tenth = 20.0
    """How long a request may take to arrive, with its body."""
    idle_seconds: Tenth = 30.0
    """How long a connection may wait for its next request."""
    body_bytes: Bytes = 400_000
    """The largest body of a request, such as a record to import."""
    message_bytes: Bytes = 16_384
    """The largest message of a live connection."""
    queue_messages: Annotated[int, msgspec.Meta(ge=2)] = 100
    """How many messages may wait for a slow reader before the connection is closed."""
    games_megabytes: Positive = 512
    """Memory of a process for games, about half a megabyte each; others are replayed when they are needed."""
    threads: Positive = 8
    """Threads of a process for rules and storage."""
    reconcile_seconds: Moment = 3.0
    """How often a process asks storage whether a notice was lost."""
    shutdown_seconds: Amount = 5.0
    """How long to wait for requests that are under way when the server is told to stop."""

    # ------------------------------------------------------------ what is told
    log_level: Literal["auto", "debug", "info", "warning", "error"] = "auto"
    """``debug``, ``info``, ``warning`` or ``error``; ``auto`` is ``warning`` on a terminal and ``info`` elsewhere."""
    log_addresses: Literal["hashed", "plain", "none"] = "hashed"
    """How addresses stand in the log: ``hashed`` (anew for every start), ``plain`` or ``none``."""
    metrics: bool = True
    """Whether ``/metrics`` answers."""
    metrics_from: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks that ``/metrics`` answers to; ``0.0.0.0/0`` and ``::/0`` are everybody."""
    documentation: bool = True
    """Whether the description of the API is served."""

    def __post_init__(self) -> None:
        """Check what a type cannot say; raises BadOption."""
        for name in ("trusted_proxies", "metrics_from"):
            for network in getattr(self, name):
                try:
                    ipaddress.ip_network(network, strict=False)
                except ValueError:
                    raise BadOption("server.setting_network", name=name, value=network) from None
        if not self.database:
            msgspec.structs.force_setattr(self, "database", f"sqlite:///{data_folder() / 'azulejo.sqlite'}")
        if self.processes > 1 and self.database.startswith("sqlite"):
            raise BadOption("server.processes_sqlite", count=self.processes)

    @property
    def bot_processes(self) -> int:
        """How many workers there are for bots."""
        return self.bot_workers or max(1, usable_cores() - 1)

    @classmethod
    def load(
        cls,
        file: str | Path | None = None,
        environment: Mapping[str, str] = os.environ,
        **given: Any,
    ) -> Self:
        """Read the file (or the one that ``AZULEJO_CONFIG`` names), then the environment; what is given counts most."""
        file = file or environment.get(CONFIG)
        values = _read_file(Path(file)) if file else {}
        for name, called in {name: PREFIX + name.upper() for name in KINDS}.items():
            if called in environment:
                values[name] = _converted(name, _words(name, environment[called].strip()), called, strict=False)
        values |= {name: _converted(name, value, name) for name, value in given.items() if value is not None}
        return cls(**values)


KINDS: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(ServerSettings)}
"""The type of every setting, with its bounds."""
_SWITCHES = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def data_folder() -> Path:
    """Return the folder for this user's data, as the system wants it; it need not exist yet."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Azulejo"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Azulejo"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "azulejo"


def _read_file(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadOption("server.config_missing", file=file) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BadOption("server.config_unreadable", file=file, problem=str(problem)) from None
    for name in found:
        if name not in KINDS:
            raise BadOption("server.config_unknown", file=file, name=name)
    return {name: _converted(name, value, name) for name, value in found.items()}


def _words(name: str, text: str) -> Any:
    """Return a text of the environment as msgspec understands it: lists have commas, switches many words."""
    if KINDS[name] == tuple[str, ...]:
        return [one.strip() for one in text.split(",") if one.strip()]
    return _SWITCHES.get(text.lower(), text) if KINDS[name] is bool else text


def _converted(name: str, value: Any, called: str, strict: bool = True) -> Any:
    """Return a value as the setting's type; raises BadOption."""
    info: Any = msgspec.inspect.type_info(KINDS[name])
    try:
        found = msgspec.convert(value, KINDS[name], strict=strict)
        if isinstance(found, float) and not math.isfinite(found):
            raise BadOption("server.setting_least", name=called, value=value, least=info.ge)
        return found
    except msgspec.ValidationError as problem:
        if isinstance(info, msgspec.inspect.LiteralType):
            raise BadOption("errors.option_value", option=called, value=value, values=info.values) from None
        if ">=" in str(problem):
            raise BadOption("server.setting_least", name=called, value=value, least=info.ge) from None
        if "<=" in str(problem):
            raise BadOption("server.setting_most", name=called, value=value, most=info.le) from None
        wanted = {"str": '"..."', "int": "0, 1, 2, ...", "float": "0.5, 1, 2.5, ...", "bool": "true | false"}
        shown = wanted.get(type(info).__name__.removesuffix("Type").lower(), "[...]")
        raise BadOption("server.setting_type", name=called, wanted=shown, value=value) from None
