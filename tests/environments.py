"""Environments that hold what somebody has installed and nothing else, made without a network.

What a package says that it needs is taken from the environment of the tests; what it does not say is not there.
"""

import os
import sysconfig
import venv
import zipfile
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ENTRY = """#!{python}
import sys
from azulejo.cli import main
sys.exit(main())
"""


class Environment:
    """A virtual environment without pip."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False)
        self.python = folder / "bin" / "python"
        self.site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
        self._present: set[str] = set()

    def add(self, requirements: Iterable[Requirement], extra: str = "") -> None:
        """Link what fulfils requirements, and what that needs in turn, out of the environment of the tests."""
        for one in requirements:
            if one.marker is not None and not one.marker.evaluate({"extra": extra}):
                continue
            for wanted in ("", *sorted(one.extras)):
                if f"{one.name}[{wanted}]" in self._present:
                    continue
                self._present.add(f"{one.name}[{wanted}]")
                found = distribution(one.name)
                if not wanted:
                    self._link(found)
                self.add(map(Requirement, found.requires or ()), wanted)

    def _link(self, found: Distribution) -> None:
        assert found.files, f"{found.name} does not say what it consists of"
        for name in sorted({file.parts[0] for file in found.files} - {"..", "__pycache__"}):
            target = self.site / name
            if not target.exists():
                target.symlink_to(Path(str(found.locate_file(name))))

    def install(self, wheel: Path, *extras: str) -> None:
        """Unpack a wheel of ours, and add what it says that it needs."""
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(self.site)
            (metadata,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        needs = Distribution.at(self.site / Path(metadata).parent).requires or ()
        for extra in ("", *extras):
            self.add(map(Requirement, needs), extra)
        command = self.python.parent / "azulejo"
        command.write_text(ENTRY.format(python=self.python))
        command.chmod(0o755)

    @property
    def variables(self) -> dict[str, str]:
        """What its processes find in their environment: no Node, no compiler, nothing of ours."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return {**kept, "PATH": str(self.python.parent)}
