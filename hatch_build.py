"""Hatchling's hook: the browser client is built into the package before a wheel or an sdist is packed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools import client

NO_CLIENT = (
    "This package will have no browser client: npm and Node {} or newer are needed to build it, and are not here. "
    "Everything else is there; a released wheel or sdist brings the client along."
)


class ClientHook(BuildHookInterface[Any]):
    """Hatchling calls this before it packs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, and leave it out where there is no Node.

        An sdist carries what was built, so that installing from it needs no Node. For an editable install
        ``make client`` builds it.
        """
        if version == "editable":
            return
        if not client.is_built() and not client.has_node():
            self.app.display_warning(NO_CLIENT.format(".".join(map(str, client.OLDEST_NODE))))
            return
        client.build()
        build_data["artifacts"].append(f"/{client.CLIENT.relative_to(client.ROOT).as_posix()}/**")
