"""What can be done to a table, each one transaction: functions over a ``Transaction`` or a ``TableView``.

Everything here is synchronous and safe in many threads.
"""

from azulejo.server.tables.access import Access, access_of
from azulejo.server.tables.transaction import Change, Tables, TableView, Transaction

__all__ = ["Access", "Change", "TableView", "Tables", "Transaction", "access_of"]
