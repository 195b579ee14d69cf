"""Hatchling's hook: client and documentation are built into the package before a wheel or an sdist is packed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools import client, site

NO_CLIENT = (
    "This package will have no browser client: npm and Node {} or newer are needed to build it, and are not here. "
    "Everything else is there; a released wheel or sdist brings the client along."
)


class ClientHook(BuildHookInterface[Any]):
    """Hatchling calls this before it packs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client and the documentation, and leave out what cannot be built here.

        An sdist carries what was built, so that installing from it needs neither Node nor MkDocs. For an editable
        install ``make client`` and ``make docs`` build them.
        """
        if version == "editable":
            return
        pack_site(build_data)
        if not client.is_built() and not client.has_node():
            self.app.display_warning(NO_CLIENT.format(".".join(map(str, client.OLDEST_NODE))))
            return
        client.build()
        build_data["artifacts"].append(f"/{client.CLIENT.relative_to(client.ROOT).as_posix()}/**")


def pack_site(build_data: dict[str, Any]) -> None:
    """Build the documentation where MkDocs is installed (``make docs`` installs it), and pack it where it is built."""
    if site.is_built() or site.can_build():
        site.build()
        build_data["artifacts"].append(f"/{site.SITE.relative_to(site.ROOT).as_posix()}/**")
    else:
        print("The package is made without its documentation: that needs MkDocs (the extra docs), and no isolation.")
