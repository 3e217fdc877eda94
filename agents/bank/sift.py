"""The replies sifted: what is kept, and what each filter left out."""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from agents.bank.filters import CARE, FILTERS, Filter
from agents.bank.repeats import nearly_said_before, said_before
from agents.bank.sources import CORPORA, Said
from bot.errors import CorpusError

SAMPLES, REASONS = 5, 12
REPORT = "report.json"
UNSHOWN = frozenset({"in the reply", "in the talk before", "agreeing with death", "a method", "a means", "a dose"})
"""Reasons for which no sample is kept: nobody needs to read these."""


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one filter left out: how many replies, the commonest reasons, and some of the texts."""

    name: str
    about: str
    count: int
    reasons: dict[str, int]
    samples: tuple[str, ...]


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many replies were read and kept, by source, and what each filter left out, in the filters' order."""

    read: dict[str, int]
    kept: dict[str, int]
    left_out: tuple[LeftOut, ...]


def sift(replies: Iterable[Said]) -> tuple[list[Said], Report]:
    """The replies that pass every filter, in their order, and the report."""
    filters: tuple[Filter, ...] = (*FILTERS, said_before(), nearly_said_before(), *CARE)
    reasons: dict[str, Counter[str]] = defaultdict(Counter)
    texts: dict[str, list[str]] = defaultdict(list)
    read: Counter[str] = Counter()
    kept: list[Said] = []
    for said in replies:
        read[said.source] += 1
        found = next(((item.__name__, why) for item in filters if (why := item(said))), None)
        if found is None:
            kept.append(said)
            continue
        name, why = found
        reasons[name][why] += 1
        if said.source in CORPORA and why not in UNSHOWN:
            texts[name].append(said.text)
    left_out = tuple(_left_out(item, reasons[item.__name__], texts[item.__name__]) for item in filters)
    return kept, Report(dict(read), dict(Counter(said.source for said in kept)), left_out)


def save(report: Report, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    aside = folder / f"{REPORT}.aside"
    aside.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    aside.replace(folder / REPORT)


def load(folder: Path) -> Report:
    """The report of a bank. CorpusError when there is none or it cannot be read."""
    path = folder / REPORT
    try:
        return msgspec.json.decode(path.read_bytes(), type=Report)
    except FileNotFoundError:
        raise CorpusError(f"{path}: there is no such file (`attune bank build` writes it)") from None
    except msgspec.MsgspecError as error:
        raise CorpusError(f"{path}: {error}") from None


def _left_out(item: Filter, reasons: Counter[str], texts: list[str]) -> LeftOut:
    samples = heapq.nsmallest(SAMPLES, texts, key=lambda text: hashlib.sha256(text.encode()).digest())
    about = " ".join((item.__doc__ or "").split()).rstrip(".")
    return LeftOut(item.__name__, about, reasons.total(), dict(reasons.most_common(REASONS)), tuple(samples))
