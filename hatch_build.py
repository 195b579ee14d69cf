"""Hatchling's hook: the browser client and the documentation are built into the package before a wheel is packed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools import client, site


class ClientHook(BuildHookInterface[Any]):
    """Hatchling calls this before it packs."""

    def dependencies(self) -> list[str]:
        """Return what a build needs besides hatchling: Node, if the machine has none."""
        return [] if client.is_built() or client.has_node() else [client.NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, except for an editable install, where ``make client`` does."""
        if version != "editable":
            client.build()
            build_data["artifacts"].append(f"/{client.CLIENT.relative_to(client.ROOT).as_posix()}/**")
            pack_site(build_data)


def pack_site(build_data: dict[str, Any]) -> None:
    """Build the documentation where MkDocs is installed (``make docs`` installs it), and pack it where it is built."""
    if site.is_built() or site.can_build():
        site.build()
        build_data["artifacts"].append(f"/{site.SITE.relative_to(site.ROOT).as_posix()}/**")
    else:
        print("The package is made without its documentation: that needs MkDocs (the extra docs), and no isolation.")
