"""Which version of the package serves."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("azulejo")
except PackageNotFoundError:  # run from a folder that was never installed
    VERSION = "0"
