"""Every game of ours passes the contract suite: the usual one, or that of its own tests (``helpers.py``)."""

from azulejo import games
from tests.contract.helpers import suite_of

for _name in games.own_names():
    _class = f"Test{_name.capitalize()}"
    globals()[_class] = type(_class, (suite_of(_name),), {"game": _name, "__module__": __name__})
