"""What this package is called where packages are fetched from, and which version is installed."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version

DISTRIBUTION = "azulejo-games"
"""The name that pip knows; ``azulejo`` there is another project."""

NOT_INSTALLED = "0"


def version() -> str:
    """Return the version, as ``pyproject.toml`` has it; ``0`` if run from a folder that was never installed."""
    try:
        return installed_version(DISTRIBUTION)
    except PackageNotFoundError:
        return NOT_INSTALLED
