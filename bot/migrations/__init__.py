"""The history of the database, for Alembic (`bot:migrations`)."""
