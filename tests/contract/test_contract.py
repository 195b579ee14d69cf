"""Every registered game passes the contract suite.

A game with more to say than its name (size, secrets, options) has a class in ``SUITES``.
"""

from typing import Any, ClassVar

from azulejo import games
from azulejo.testing.contract import ContractSuite


class Azul(ContractSuite):
    max_bytes = 320


class Garden(ContractSuite):
    max_bytes = 1024
    extra_options: ClassVar = {
        "side": ('{"rounds":[{"tree":4,"yellow":2},{},{"bird":9},{}],"pavilion":0,"groups":{"3":1,"6":20}}',)
    }

    def round_ended(self, before: Any, after: Any) -> bool:
        """Tiles and faces are drawn all the time here."""
        return bool(before.round_number != after.round_number)


SUITES: dict[str, type[ContractSuite]] = {"azul": Azul, "garden": Garden}

for _name in games.names():
    _class = f"Test{_name.capitalize()}"
    globals()[_class] = type(_class, (SUITES.get(_name, ContractSuite),), {"game": _name, "__module__": __name__})
