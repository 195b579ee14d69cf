"""Every registered game passes the contract suite.

A game with more to say than its name (size, secrets, options) has a class in ``SUITES``.
"""

from azulejo import games
from azulejo.testing.contract import ContractSuite


class Azul(ContractSuite):
    max_bytes = 320


SUITES: dict[str, type[ContractSuite]] = {"azul": Azul}

for _name in games.names():
    _class = f"Test{_name.capitalize()}"
    globals()[_class] = type(_class, (SUITES.get(_name, ContractSuite),), {"game": _name, "__module__": __name__})
