"""What `attune bench retrieve` does and says."""

from __future__ import annotations

from pathlib import Path

import click

from agents.evaluation.latency import Machine, machine
from agents.evaluation.searching import BEST, Replied, Searched, contexts, prepare, replied, search
from skills.encoder import shared_text_encoder
from skills.models.matcher import Matcher

AIMS = {"ratio": 20.0, "recall": 0.98, "peak_mb": 900.0}


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


def show(found: Searched, whole: Replied, here: Machine) -> None:
    """The figures beside their aims."""
    click.echo(f"{here.system}, {here.cores} cores ({', '.join(here.flags)}), load {here.load}, torch {here.torch}")
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
