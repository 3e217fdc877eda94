"""What `attune bench retrieve` does and says."""

from __future__ import annotations

from pathlib import Path

import click

from agents.evaluation.latency import Machine, machine
from agents.evaluation.parlai_baseline import Compared, compared
from agents.evaluation.searching import BEST, Replied, Searched, contexts, prepare, replied, search
from bot.errors import MissingPackage
from skills.encoder import shared_text_encoder
from skills.models.matcher import Matcher

AIMS = {"ratio": 20.0, "recall": 0.98, "peak_mb": 900.0, "baseline": 5.0}
BASELINE = 50
"""Contexts that ParlAI's agent answers: it needs very long for each."""


def run(candidates: int, datapath: Path, folder: Path, queries: int, replies: int) -> None:
    """Encode what is not encoded yet, then measure and print."""
    from tqdm import tqdm  # type: ignore[import-untyped]

    matcher = Matcher(shared_text_encoder())
    with tqdm(total=candidates, unit="text", desc="encoding", disable=None) as bar:
        for encoded in prepare(datapath, folder, candidates, matcher):
            bar.update(encoded - bar.n)
    bank, talks = folder / str(candidates), contexts(datapath, max(queries, replies))
    here = machine()
    found = search(bank, matcher.identity, matcher.contexts(talks[:queries]))
    show(found, replied(bank, talks[:replies]), here)
    try:
        show_baseline(compared(bank, matcher, talks[:BASELINE]))
    except MissingPackage as error:
        click.echo(f"ParlAI's transformer/biencoder: not compared ({error})")


def show_baseline(found: Compared) -> None:
    """Replies a second beside those of ParlAI's own agent."""
    click.echo(f"\nthe same bank, {found.queries} contexts, both on one thread, from text to reply, by turns:")
    rows = (
        ("ParlAI's transformer/biencoder", f"{found.theirs:.2f}", "replies a second"),
        ("retrieve.corpus's search", f"{found.ours:.1f}", "replies a second"),
        ("ratio", f"{found.ratio:.1f}", f">= {AIMS['baseline']:.0f}"),
    )
    for name, value, aim in rows:
        click.echo(f"{name:<32}{value:<28}{aim}".rstrip())
    click.echo("Only speed is compared: ParlAI's agent has our size, untrained weights and our candidates' vectors.")


def show(found: Searched, whole: Replied, here: Machine) -> None:
    """The figures beside their aims."""
    click.echo(
        f"{here.system}, {here.cores} cores ({', '.join(here.flags)}), load {here.load}, ONNX Runtime {here.runtime}"
    )
    click.echo(f"{found.candidates:,} candidates, {found.queries:,} contexts of EmpatheticDialogues' validation part")
    rows = (
        ("exact product, ms", f"{found.exact_ms:.2f}", ""),
        ("cells, ms", f"{found.cells_ms:.3f}", ""),
        ("exact / cells", f"{found.ratio:.1f}", f">= {AIMS['ratio']:.0f}"),
        (f"recall of the best {BEST}", f"{found.recall:.4f}", f">= {AIMS['recall']}"),
        (f"one whole reply, ms (of {whole.replies})", f"{whole.reply_ms:.1f}", ""),
        ("of it retrieve.corpus, ms", f"{whole.retrieve_ms:.1f}", ""),
        ("peak resident, MB", f"{whole.peak_mb:.0f}", f"<= {AIMS['peak_mb']:.0f}"),
    )
    for name, value, aim in rows:
        click.echo(f"{name:<32}{value:<28}{aim}".rstrip())
