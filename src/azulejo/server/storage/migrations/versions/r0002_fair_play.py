"""Tables whose deal anybody may know are marked, and positions of people are kept to be compared.

What the signs of positions stood for has changed, so they are forgotten; the next move at a table makes a new one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Mark the tables there are, as far as it can still be seen which deal was played before."""
    op.add_column("tables", sa.Column("known_deal", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE tables SET known_deal = true WHERE practice OR EXISTS "
        "(SELECT 1 FROM tables older WHERE older.deal = tables.deal AND older.created < tables.created)"
    )
    op.execute("UPDATE tables SET fingerprint = NULL")
    op.drop_index("ix_tables_shown_fingerprint", "tables")
    op.drop_column("tables", "shown_fingerprint")
    op.add_column("tables", sa.Column("positions", sa.LargeBinary))
