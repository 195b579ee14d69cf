"""What Alembic runs to upgrade a database: always inside the transaction that ``Database.upgrade`` has begun."""

from alembic import context

from azulejo.server.storage.schema import metadata


def run() -> None:
    """Run the revisions that are missing."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()


if __name__ == "env_py":  # as Alembic calls it; whoever else imports this module wants nothing to happen
    run()
