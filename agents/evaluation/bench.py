"""`attune bench`: how fast a bot answers and starts and corpora are read, and how much memory that takes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from agents.evaluation.latency import Latency, Machine
    from agents.evaluation.startup import Startup

TARGETS = {"ratio": 2.0, "ready_s": 6.0, "peak_mb": 900.0, "help_s": 0.5, "batch": 4.0, "cosine": 0.999}
"""What a bot of this kind should stay below on a machine that has nothing else to do."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything `attune bench reply` says."""

    bot: str
    machine: Machine
    reply: Latency
    startup: Startup
    help_s: float


@click.group()
def bench() -> None:
    """Measure speed and memory."""


@bench.command()
@click.option("--bot", "bot_file", default="default", show_default=True, metavar="FILE", help="A bot file.")
@click.option("--repeats", default=10, show_default=True, type=click.IntRange(min=1), help="Of each of 36 turns.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def reply(bot_file: str, repeats: int, as_json: bool) -> None:
    """Time one reply against one bare encoder pass, and the start of the program.

    Torch runs on one thread. The two are timed by turns, so that their ratio holds on a busy machine as well; seconds
    mean something only on a quiet one.
    """
    import msgspec

    found = measure(bot_file, repeats)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        show(found)


@bench.command()
@click.option("--adapter", default="default", type=click.Choice(["default", "base"]), help="Shipped or as published.")
@click.option("--repeats", default=10, show_default=True, type=click.IntRange(min=1), help="Of each way.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def encoder(adapter: str, repeats: int, as_json: bool) -> None:
    """Time 64 waiting texts in one batch against one at a time, and compare the vectors with those of PyTorch.

    Everything runs on one thread. The two ways are timed by turns, in seconds of the processor.
    """
    import msgspec

    from agents.evaluation.encoding import encoding
    from agents.evaluation.latency import machine
    from agents.matching import encoder as of
    from agents.training.network import Reference

    texts = of(adapter).text_encoder
    found = encoding(texts, Reference(texts), repeats)
    if as_json:
        click.echo(msgspec.json.encode({"machine": machine(), "encoding": found}).decode())
        return
    here = machine()
    click.echo(f"{here.cores} cores ({', '.join(here.flags)}), load {here.load}")
    click.echo(f"one at a time, texts a second    {found.alone:.1f}")
    click.echo(f"{found.waiting} waiting, texts a second        {found.together:.1f}")
    click.echo(f"ratio                            {found.ratio:.2f}    aim >= {TARGETS['batch']}")
    click.echo(
        f"cosine to PyTorch, least; mean   {found.cosine:.5f}; {found.cosine_mean:.5f}    aim >= {TARGETS['cosine']}"
    )


@bench.command()
@click.option("--datapath", default=Path("data"), show_default=True, type=click.Path(path_type=Path), metavar="DIR")
def corpora(datapath: Path) -> None:
    """Time how long each corpus that is here takes to be read and counted, and all of them together."""
    from agents.corpora.catalogue import corpora as known
    from agents.evaluation.corpora import costs

    names = [corpus.name for corpus in known() if corpus.here(datapath)]
    if not names:
        raise click.ClickException(f"{datapath}: no corpus is here")
    click.echo(f"{'corpus':<12}{'seconds':>8}{'of CPU':>8}{'peak MB':>9}")
    for found in costs(names, datapath):
        click.echo(f"{found.name:<12}{found.seconds:>8.1f}{found.cpu_seconds:>8.1f}{found.peak_mb:>9.0f}")


@bench.command()
@click.option(
    "--candidates", default=100_000, show_default=True, type=click.IntRange(min=1000), help="To search among."
)
@click.option("--datapath", default=Path("data"), show_default=True, type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--folder",
    default=Path.home() / ".cache" / "attune" / "bench-retrieve",
    show_default=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where vectors and index are kept.",
)
@click.option("--queries", default=1000, show_default=True, type=click.IntRange(min=10), help="Contexts to search for.")
@click.option("--replies", default=200, show_default=True, type=click.IntRange(min=1), help="Whole replies to time.")
def retrieve(*, candidates: int, datapath: Path, folder: Path, queries: int, replies: int) -> None:
    """Time the search of very many replies against the exact product, and whole replies from such a bank.

    Every utterance of the corpora that are here is a candidate, and then their clauses in new orders; all are encoded
    once, which takes an hour or two for a million, and goes on where it stopped.
    """
    from agents.evaluation.searching_report import run

    run(candidates, datapath, folder, queries, replies)


def measure(bot_file: str, repeats: int) -> Bench:
    """Start-up first, while this process is small (see `startup`), then replies."""
    from agents.evaluation.startup import help_seconds, startup

    help_s, started = help_seconds(), startup(bot_file)

    from agents.evaluation.latency import latency, machine
    from bot.build import build
    from bot.config import read

    config = read(bot_file)
    timed = latency(build(config), repeats)
    return Bench(config.name, machine(), timed, started, help_s)


def show(found: Bench) -> None:
    """One table of figures beside their targets, and where a reply's time goes."""
    from rich.console import Console
    from rich.table import Table

    here, timed = found.machine, found.reply
    console = Console(highlight=False)
    console.print(
        f"{found.bot} on {here.system}, {here.cores} cores ({', '.join(here.flags) or 'no known flags'}), load "
        f"{here.load}, Python {here.python}, ONNX Runtime {here.runtime}\n",
        markup=False,
    )
    table = Table("figure", "value", "target", box=None, header_style="bold")
    table.add_row("one reply, ms", f"{timed.reply_ms:.2f}", "")
    table.add_row("one encoder pass, ms", f"{timed.pass_ms:.2f}", "")
    table.add_row("reply / pass", f"{timed.ratio:.2f}", f"<= {TARGETS['ratio']}")
    table.add_row("ready to type, s", f"{found.startup.ready_s:.2f}", f"<= {TARGETS['ready_s']}")
    table.add_row("peak resident, MB", f"{found.startup.peak_mb:.0f}", f"<= {TARGETS['peak_mb']:.0f}")
    table.add_row("--help, s", f"{found.help_s:.2f}", f"<= {TARGETS['help_s']}")
    console.print(table, "")
    for name, ms in timed.parts_ms.items():
        console.print(f"  {name}: {ms:.2f} ms")
    console.print(f"Medians over {timed.pairs} pairs; brackets are 95 % bootstrap intervals.", style="dim")
