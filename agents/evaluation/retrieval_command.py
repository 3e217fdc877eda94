"""`attune eval retrieval`."""

from __future__ import annotations

from pathlib import Path

import click

from skills.sizes import DEFAULT, SIZES, SMALL

CORPORA = ("empathetic", "esconv", "dailydialog")
SETS = ("ED", "ED+DD", "ED+ESConv")
WIDTH = 200
"""Columns of text that the widest table needs."""


@click.command()
@click.option("--datapath", required=True, type=click.Path(path_type=Path), help="Folder that holds the corpora.")
@click.option("--split", default="valid", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--corpus", "corpora", multiple=True, type=click.Choice(CORPORA), help="Corpora to rank [all].")
@click.option("--candidates", "sets", multiple=True, type=click.Choice(SETS), help="Sets to retrieve from [none].")
@click.option("--adapter", default="default", type=click.Choice(["default", "published"]), help="The encoder's.")
@click.option(
    "--size", type=click.Choice(list(SIZES)), help=f"The encoder's [{DEFAULT.name}; of --table {SMALL.name}]."
)
@click.option("--weights", default=None, type=click.Path(path_type=Path), help="Tensors to measure [the shipped ones].")
@click.option("--pairs/--no-pairs", default=True, show_default=True, help="Read the best candidates again in pairs.")
@click.option("--table", is_flag=True, help="Print Table 2's left half instead, our models beside the paper's.")
@click.option("--bleu/--no-bleu", default=True, help="In the table: AVG BLEU too, which takes an hour.")
@click.option("--papers", default=None, type=click.Path(path_type=Path), help="Where `attune train papers` wrote.")
@click.option("--vectors", default=None, type=click.Path(path_type=Path), help="Where vectors are kept.")
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def retrieval(
    *,
    datapath: Path,
    split: str,
    corpora: tuple[str, ...],
    sets: tuple[str, ...],
    adapter: str,
    size: str | None,
    weights: Path | None,
    pairs: bool,
    table: bool,
    bleu: bool,
    papers: Path | None,
    vectors: Path | None,
    markdown: bool,
    as_json: bool,
) -> None:
    """Rank replies by the dual encoder: P@1,100, recall, MRR, and the reply retrieved from whole training parts.

    P@1,100 of the small encoder is counted in full precision and does not depend on the machine; of the base one in the
    eight bits that it is served in. Replies are those of the corpora, unfiltered.
    """
    own = SIZES[size or (SMALL if table else DEFAULT).name]
    if table and own is not SMALL:
        raise click.UsageError(f"--table measures models that start from the {SMALL.name} encoder, not --size {size}")
    import logging

    import msgspec

    from agents.evaluation import retrieval_run as run
    from agents.evaluation.vector_cache import FOLDER
    from agents.statistics.screen import show
    from agents.statistics.sheet import plain
    from agents.training.papers.recipe import OUT
    from skills.models.tensors import folder_of

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    settings = run.Settings(datapath, split, own, weights or folder_of(own), papers or OUT, vectors or FOLDER)
    if table:
        sheets = [run.table(settings, bleu=bleu)]
    else:
        sheets = [run.ranked(settings, corpora or CORPORA, adapter, pairs=pairs)]
        sheets += [run.retrieved(settings, sets, adapter)] if sets else []
    if as_json:
        click.echo(msgspec.json.encode({sheet.name: plain(sheet) for sheet in sheets}).decode())
        return
    show(sheets, markdown=markdown, width=WIDTH)
