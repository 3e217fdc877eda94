"""ESConv in numbers: every table and figure of Liu et al. 2021 that counts the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agents.corpora.esconv import Dialog, load, read
from agents.statistics import esconv_counts, esconv_strategies
from agents.statistics.sheet import Sheet
from agents.statistics.talks import parts, played, stored

NAMES = ("size", "annotations", "phrases", "progress", "sixths", "transitions", "feedback", "intensity", "approval")
RATED = ("original_with_feedback", "FailedESConv")
"""The release's files whose talks have the seekers' stars; its parts have none, those of a study have."""


def sheets(datapath: Path, split: str, talks_file: Path | None = None, bot: str | None = None) -> tuple[Sheet, ...]:
    """All tables of one part, or of all that are there; with a bot's talks, stored or played, beside people's.

    Stars are counted in `RATED`, where these lie beside the parts, else in the parts; without any, `feedback` is left
    out. The failed talks of `approval` lie beside the parts too. Raises CorpusError, and ConfigError for the bot.
    """
    folder = datapath / "esconv"
    theirs = stored(talks_file) if talks_file else None
    found = parts(load, datapath, split, lambda part: folder / f"{part}.json")
    rated = {name: tuple(read(folder / f"{name}.json")) for name in RATED if (folder / f"{name}.json").is_file()}
    talks = [talk for part in found.values() for talk in part]
    if bot:
        theirs = played(tuple(talks), bot)
    title = _title(" and ".join(found), talks)
    failed = {name: rated[name] for name in RATED[1:] if name in rated}
    rated = rated or {part: some for part, some in found.items() if _has_stars(some)}
    return (
        esconv_counts.size(talks, title),
        esconv_counts.annotated(talks, {name: rated[name] for name in rated if name not in failed}, title),
        esconv_strategies.phrases(talks, title),
        esconv_strategies.progress(talks, title, theirs),
        esconv_strategies.progress(talks, title, theirs, "sixths"),
        esconv_strategies.transitions(talks, title),
        *([esconv_counts.feedback(rated)] if rated else ()),
        esconv_counts.intensity(talks, title),
        esconv_counts.approval({**found, **failed}),
    )


def _has_stars(talks: Sequence[Dialog]) -> bool:
    return any(said.feedback for talk in talks for said in talk.utterances)


def _title(name: str, talks: Sequence[Dialog]) -> str:
    return f"ESConv, {name}: {len(talks):,} talks, {sum(len(talk.utterances) for talk in talks):,} messages"
