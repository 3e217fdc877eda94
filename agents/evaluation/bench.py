"""`attune bench`: how fast a bot answers and starts and corpora are read, and how much memory that takes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skills.sizes import DEFAULT, SIZES

if TYPE_CHECKING:
    from agents.evaluation.encoding import Encoding
    from agents.evaluation.latency import Latency, Machine
    from agents.evaluation.startup import Startup
    from agents.statistics.sheet import Sheet

TARGETS = {"ratio": 2.0, "ready_s": 6.0, "peak_mb": 900.0, "help_s": 0.5, "batch": 4.0, "cosine": 0.999}
"""What a bot of this kind should stay below, or above, on a machine that has nothing else to do."""
WIDTH = 90


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
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def reply(*, bot_file: str, repeats: int, markdown: bool, as_json: bool) -> None:
    """Time one reply against one bare encoder pass, and the start of the program.

    Everything runs on one thread. The two are timed by turns, so that their ratio holds on a busy machine as well;
    seconds mean something only on a quiet one.
    """
    import msgspec

    found = measure(bot_file, repeats)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    from agents.statistics.screen import show

    show((replied(found), parts(found)), markdown=markdown, width=WIDTH)


@bench.command()
@click.option("--size", default=DEFAULT.name, show_default=True, type=click.Choice(list(SIZES)), help="The encoder's.")
@click.option("--adapter", default="default", type=click.Choice(["default", "published"]), help="The encoder's.")
@click.option("--repeats", default=10, show_default=True, type=click.IntRange(min=1), help="Of each way.")
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def encoder(*, size: str, adapter: str, repeats: int, markdown: bool, as_json: bool) -> None:
    """Time 64 waiting texts in one batch against one at a time, and compare the vectors with those of full precision.

    Everything runs on one thread. The two ways are timed by turns, in seconds of the processor.
    """
    import msgspec

    from agents.evaluation.encoding import Precise, encoding
    from agents.evaluation.latency import machine
    from agents.matching import encoder as of
    from agents.training.network import Reference

    texts = of(adapter, size=SIZES[size]).text_encoder
    exact = Precise(texts) if texts.size.block else Reference(texts)
    found = encoding(texts, exact, repeats)
    if as_json:
        click.echo(msgspec.json.encode({"machine": machine(), "encoding": found}).decode())
        return
    from agents.statistics.screen import show

    show((encoded(size, found, machine()),), markdown=markdown, width=WIDTH)


@bench.command()
@click.option("--datapath", default=Path("data"), show_default=True, type=click.Path(path_type=Path), metavar="DIR")
def corpora(datapath: Path) -> None:
    """Time how long each corpus that is here takes to be read and counted, and all of them together."""
    from agents.corpora.catalogue import corpora as known
    from agents.evaluation.corpora import costs

    here = [corpus for corpus in known() if corpus.here(datapath)]
    if all(corpus.packaged for corpus in here):
        raise click.ClickException(f"{datapath}: no corpus is here")
    click.echo(f"{'corpus':<12}{'seconds':>8}{'of CPU':>8}{'peak MB':>9}")
    for found in costs([corpus.name for corpus in here], datapath):
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


def replied(found: Bench) -> Sheet:
    """A reply and the start of the program beside what they should stay below."""
    from agents.statistics.sheet import Sheet

    timed, started = found.reply, found.startup
    return Sheet(
        name="reply",
        title=f"{found.bot} on {described(found.machine)}",
        columns=("figure", "value", "aim"),
        rows=(
            ("one reply, ms", timed.reply_ms, ""),
            ("one encoder pass over the same input, ms", timed.pass_ms, ""),
            ("reply / pass", timed.ratio, f"<= {TARGETS['ratio']}"),
            ("from start to the first prompt, s", round(started.ready_s, 2), f"<= {TARGETS['ready_s']}"),
            ("peak resident memory, MB", round(started.peak_mb), f"<= {TARGETS['peak_mb']:.0f}"),
            ("attune --help, s", round(found.help_s, 2), f"<= {TARGETS['help_s']}"),
        ),
        note=f"Medians over {timed.pairs} pairs.",
        digits=2,
    )


def parts(found: Bench) -> Sheet:
    """Where a reply's time goes."""
    from agents.statistics.sheet import Sheet

    rows = tuple((name, round(ms, 2)) for name, ms in found.reply.parts_ms.items())
    return Sheet(name="parts", title="Parts of a reply, medians", columns=("part", "ms"), rows=rows, digits=2)


def encoded(size: str, found: Encoding, here: Machine) -> Sheet:
    """Texts a second, alone and together, and how near the vectors are to those of full precision."""
    from agents.statistics.sheet import Sheet

    return Sheet(
        name="encoder",
        title=f"the {size} encoder on {described(here)}",
        columns=("figure", "value", "aim"),
        rows=(
            ("texts a second, one at a time", found.alone, ""),
            (f"texts a second, {found.waiting} waiting in one call", found.together, ""),
            ("ratio", found.ratio, f">= {TARGETS['batch']}"),
            ("cosine to full precision, least", f"{found.cosine:.5f}", f">= {TARGETS['cosine']}"),
            ("cosine to full precision, mean", f"{found.cosine_mean:.5f}", ""),
        ),
        note="Seconds are the processor's, on one thread.",
        digits=2,
    )


def described(here: Machine) -> str:
    """A machine in words."""
    flags = ", ".join(here.flags) or "no known flags"
    return f"{here.system}, {here.cores} cores ({flags}), load {here.load}"
