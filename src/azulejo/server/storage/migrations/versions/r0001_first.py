"""The first schema: tables, seats, their secrets, events; processes and the connections they hold."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _table_id() -> "sa.Column[str]":
    return sa.Column("table_id", sa.String(12), nullable=False)


def _to_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], f"fk_{name}_table_id", ondelete="CASCADE")


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(12), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("practice", sa.Boolean, nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("seed", sa.LargeBinary),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("deal", sa.String(12), nullable=False),
        sa.Column("remarks", sa.Text),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("turn", sa.SmallInteger),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("changed", sa.Float(53), nullable=False),
        sa.Column("ended", sa.Float(53)),
        sa.Column("expires", sa.Float(53)),
        sa.Column("address", sa.String(32), nullable=False),
        sa.Column("rematch", sa.String(12)),
        sa.Column("clock_left", sa.Text),
        sa.Column("clock_since", sa.Float(53)),
        sa.Column("deadline", sa.Float(53)),
        sa.Column("bot_due", sa.Float(53)),
        sa.Column("lease", sa.String(12)),
        sa.Column("lease_process", sa.String(12)),
        sa.Column("lease_until", sa.Float(53), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("takeover", sa.String(32)),
        sa.Column("fingerprint", sa.String(32)),
        sa.Column("shown_fingerprint", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    single = (
        "commitment",
        "deal",
        "expires",
        "address",
        "deadline",
        "bot_due",
        "takeover",
        "fingerprint",
        "shown_fingerprint",
    )
    for column in single:
        op.create_index(f"ix_tables_{column}", "tables", [column])
    op.create_index("ix_tables_public_created", "tables", ["public", "created", "id"])
    op.create_table(
        "seats",
        _table_id(),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False),
        sa.Column("level", sa.String(32)),
        sa.Column("reserved", sa.SmallInteger),
        sa.Column("last_seen", sa.Float(53), nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("advice", sa.Boolean, nullable=False),
        sa.Column("left", sa.String(8)),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        _to_table("seats"),
    )
    op.create_table(
        "tokens",
        _table_id(),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "hash", name="pk_tokens"),
        _to_table("tokens"),
    )
    op.create_table(
        "events",
        _table_id(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("clocks", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_events"),
        _to_table("events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(12), nullable=False),
        sa.Column("beat", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "presence",
        _table_id(),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("process", sa.String(12), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "process", name="pk_presence"),
        _to_table("presence"),
    )
    op.create_index("ix_presence_process", "presence", ["process"])
