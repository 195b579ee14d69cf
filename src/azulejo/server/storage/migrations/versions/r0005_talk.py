"""People may talk at a table, and complain about each other."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Let nothing have been said yet."""
    op.create_table(
        "talk",
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("text", sa.Text),
        sa.Column("emote", sa.String(12)),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_talk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_talk_table_id_tables", ondelete="CASCADE"),
    )
    op.create_table(
        "complaints",
        sa.Column("id", sa.String(12), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("table_id", sa.String(12), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("by_seat", sa.SmallInteger, nullable=False),
        sa.Column("by_name", sa.Text, nullable=False),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("talk", sa.Text, nullable=False),
        sa.Column("outcome", sa.String(12)),
        sa.Column("handled", sa.Float(53)),
        sa.PrimaryKeyConstraint("id", name="pk_complaints"),
    )
    op.create_index("ix_complaints_at", "complaints", ["at"])
    op.create_index("ix_complaints_table_id", "complaints", ["table_id"])
    op.add_column("seats", sa.Column("silent", sa.Boolean, nullable=False, server_default=sa.false()))
