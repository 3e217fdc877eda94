"""`attune pins`: the shipped files as they are."""

from __future__ import annotations

import click


@click.command()
def pins() -> None:
    """Pin the files that the bot reads (tensors, encoder, replies, crisis lines) as they are: after a change."""
    from skills.pins import MANIFEST, write

    click.echo(f"{MANIFEST}: {write()} files")
