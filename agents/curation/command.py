"""`attune curate`: a corpus of emotional dialogs out of a folder of subtitles."""

from __future__ import annotations

from pathlib import Path

import click

from agents.corpora.command import DATAPATH

LEFT_OUT = 3
"""Exit code of a run that came to its end but left damaged files out."""
LABELLER = click.option(
    "--labeller",
    default="agents.curation.labelling:shipped",
    show_default=True,
    metavar="MODULE:FUNCTION",
    help='Makes what labels texts; "none": dialogs are cut and not labelled.',
)
WORKERS = click.option("--workers", default=2, show_default=True, type=click.IntRange(min=1), help="Processes.")
RAY = click.option("--ray", default="", metavar="HOST:PORT", help="A Ray whose workers do it (docs/cluster.md).")


@click.group()
def curate() -> None:
    """Make a corpus of emotional dialogs out of subtitles, as MEED2's was made."""


@curate.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="A folder for this run.")
@click.option("--top", default=1_000_000, show_default=True, type=click.IntRange(min=1), help="Dialogs to keep.")
@click.option("--encoding", default="utf-8", show_default=True, help="Of .srt files; XML declares its own.")
@LABELLER
@WORKERS
@RAY
def run(*, source: Path, out: Path, top: int, encoding: str, labeller: str, workers: int, ray: str) -> None:
    """Curate the subtitles below SOURCE (.xml, .xml.gz, .srt); a run that was stopped goes on.

    Exit code 3 says that it was finished without some damaged files, which the report names.
    """
    from agents.curation.report import shown
    from agents.curation.run import Job
    from agents.curation.run import curate as work

    found = work(Job(source, out, top, labeller, encoding, workers, ray))
    click.echo(shown(found))
    if found.left_out:
        raise SystemExit(LEFT_OUT)


@curate.command()
@click.argument("name")
@DATAPATH
@click.option("--split", "part", default="train", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="A folder for this run.")
@LABELLER
@WORKERS
@RAY
def score(*, name: str, datapath: Path, part: str, out: Path, labeller: str, workers: int, ray: str) -> None:
    """Label every utterance of the corpus NAME, without its words; a run that was stopped goes on."""
    from agents.curation.score import SCORES, Scoring
    from agents.curation.score import score as work

    found = work(Scoring(name, part, datapath, out, labeller, workers, ray))
    click.echo(f"{found:,} dialogs: {out / SCORES}")


@curate.command()
@click.option("--lines", default=100_000, show_default=True, type=click.IntRange(min=1000), help="Lines to make.")
@click.option("--seed", default=7, show_default=True)
@LABELLER
@WORKERS
def bench(*, lines: int, seed: int, labeller: str, workers: int) -> None:
    """Make subtitles, curate them, and print lines a second and the peak of memory, stage by stage."""
    from agents.curation.bench import measure, shown

    click.echo(shown(measure(lines, seed, labeller, workers)))
