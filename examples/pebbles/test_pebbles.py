"""Pebbles keeps the contract."""

from azulejo.testing.contract import ContractSuite


class TestPebbles(ContractSuite):
    """All that a rulebook must do, for every number of seats."""

    game = "pebbles"
    max_bytes = 32
