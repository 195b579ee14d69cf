"""What the tests of every game must know of Queen's Garden."""

from typing import Any, ClassVar

from azulejo.testing.contract import ContractSuite
from tests.contract.helpers import POINTS, SHARED, Ends


class Suite(ContractSuite):
    max_bytes = 1024
    extra_options: ClassVar = {
        "side": ('{"rounds":[{"tree":4,"yellow":2},{},{"bird":9},{}],"pavilion":0,"groups":{"3":1,"6":20}}',)
    }

    def round_ended(self, before: Any, after: Any) -> bool:
        """Tiles and faces are drawn all the time here."""
        return bool(before.round_number != after.round_number)


ENDS: Ends = {**POINTS, **SHARED}  # ties share (15)
