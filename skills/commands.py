"""`attune bank`: look after the bank of moves."""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def bank() -> None:
    """Check the bank of moves, see what it covers, and make its index."""


@bank.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--adapter", default="default", help="The encoder's adapter by which likeness is measured.")
def check(folder: Path | None, adapter: str) -> None:
    """Count the moves of FOLDER (ours by default) and name what repeats: texts alike, openers and runs of six words."""
    from rich.console import Console
    from rich.table import Table

    from skills.bank_checks import alike, shared_openers, shared_runs
    from skills.encoder import shared_text_encoder
    from skills.moves import load

    moves = load(folder)
    table = Table("move", "exploration", "comforting", "action", "all", box=None, header_style="bold")
    for kind in sorted({move.move for move in moves}):
        of_kind = [move for move in moves if move.move == kind]
        by_stage = [sum(stage in move.stages for move in of_kind) for stage in ("exploration", "comforting", "action")]
        table.add_row(kind, *map(str, by_stage), str(len(of_kind)))
    Console().print(table)
    texts = shared_text_encoder(adapter).encode_texts([move.text for move in moves], "bot")
    found = [*alike(moves, texts), *shared_openers(moves), *shared_runs(moves)]
    for line in found:
        click.echo(line)
    click.echo(f"{len(moves)} moves, {len(found)} complaints")
    raise SystemExit(1 if found else 0)


@bank.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
def cover(folder: Path | None) -> None:
    """Count the moves for each feeling, stage and part of a reply, beside how often talks come there.

    A cell reads reactions questions suggestions; a common one with nothing in it fails the command.
    """
    from rich.console import Console
    from rich.table import Table

    from skills.cover import STAGES, common, empty, matrix, seen
    from skills.labels import EMOTIONS
    from skills.moves import load

    moves, counts = load(folder), seen()
    found, half = matrix(moves), common(counts)
    table = Table("feeling", *(f"{stage} (seen)" for stage in STAGES), box=None, header_style="bold")
    for row, emotion in enumerate(EMOTIONS):
        cells = [
            f"{' '.join(map(str, found[row, column]))} ({counts[row, column]}{'*' if half[row, column] else ''})"
            for column in range(len(STAGES))
        ]
        table.add_row(emotion, *cells)
    Console().print(table)
    missing = empty(moves, counts)
    for line in missing:
        click.echo(line)
    click.echo(f"{len(moves)} moves, {len(missing)} empty cells in the common half (*)")
    raise SystemExit(1 if missing else 0)


@bank.command()
@click.option("--adapter", default="default", help="The encoder's adapter whose vectors are stored.")
def index(adapter: str) -> None:
    """Make the shipped index of our bank again, after a change of the bank or the encoder."""
    from skills.bank_index import map_for, write
    from skills.encoder import shared_text_encoder
    from skills.models import tensors
    from skills.moves import load
    from skills.retrieve import INDEX

    moves, path = load(), tensors.WEIGHTS / f"{INDEX}{tensors.ENDING}"
    encoder = shared_text_encoder(adapter)
    write(path, moves, encoder, map_for(encoder))
    tensors.pin(path)
    click.echo(f"{path}: {len(moves)} moves")


@click.command()
def pins() -> None:
    """Pin the files that the bot reads (tensors, encoder, bank, crisis lines) as they are: after a change of them."""
    from skills.pins import MANIFEST, write

    click.echo(f"{MANIFEST}: {write()} files")
