"""Running the command line inside the test, as if it had been typed."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from azulejo.cli.main import main
from azulejo.games.warmup import is_warm, warm_up


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one sentence of a command that refused to run."""
        assert (self.status, self.out) == (2, ""), self
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


Azulejo: TypeAlias = Callable[..., Done]


@pytest.fixture(autouse=True, scope="session")
def _compiled() -> None:
    """What a command says while it compiles is no complaint."""
    if not is_warm("azul"):
        warm_up("azul")


@pytest.fixture(autouse=True)
def _no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AZULEJO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def azulejo(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Azulejo:
    """Run a command: its words, and what is typed while it runs."""

    def run(*words: object, typed: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as leaving:
            main([str(word) for word in words])
        printed = capsys.readouterr()
        status = leaving.value.code
        assert isinstance(status, int)
        return Done(status, printed.out, printed.err)

    return run
