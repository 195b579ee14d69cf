"""People may ask each other to take back a turn."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Let nobody have asked yet."""
    op.add_column("seats", sa.Column("takeback", sa.String(8)))
    op.add_column("seats", sa.Column("takebacks", sa.SmallInteger, nullable=False, server_default="0"))
