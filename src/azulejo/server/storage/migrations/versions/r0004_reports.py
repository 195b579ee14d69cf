"""Reports of finished games are kept with them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make room for reports; games that ended before get theirs when somebody asks."""
    op.create_table(
        "reports",
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("setting", sa.String(8), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("done", sa.Float(53), nullable=False),
        sa.Column("report", sa.Text),
        sa.Column("address", sa.String(32), nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
        sa.Column("lease", sa.String(12)),
        sa.Column("lease_process", sa.String(12)),
        sa.Column("lease_until", sa.Float(53), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_reports"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reports_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_reports_state", "reports", ["state"])
