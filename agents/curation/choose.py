"""The most emotional dialogs of all, in two passes over the results: one to choose, one to copy."""

from __future__ import annotations

import hashlib
import heapq
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from agents.curation.shard import ENDING, LEFT_OUT, Tally


def results(shards: Path, names: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every line of the results of the files `names`, in their order, as it is written and as it reads."""
    for name in names:
        with (shards / f"{name}{ENDING}").open(encoding="utf8") as file:
            for line in file:
                yield line, json.loads(line)


def choose(found: Iterable[dict[str, Any]], top: int) -> tuple[set[int], Counter[str]]:
    """The places among `found` of the `top` most emotional dialogs, earlier ones first among equals.

    A dialog whose words are those of one already held is passed over: films have several subtitle files. At most `top`
    places and checksums are in memory. Dialogs without emotionality are all equal, and the first `top` are chosen.
    """
    heap: list[tuple[float, int, bytes]] = []
    held: set[bytes] = set()
    counts: Counter[str] = Counter()
    for place, dialog in enumerate(found):
        key = _words(dialog)
        if key in held:
            counts["said in another file"] += 1
            continue
        entry = (dialog["emotionality"] or 0.0, -place, key)
        if len(heap) < top:
            heapq.heappush(heap, entry)
            held.add(key)
        elif entry > heap[0]:
            held.discard(heapq.heapreplace(heap, entry)[2])
            held.add(key)
    return {-place for _, place, _ in heap}, counts


def _words(dialog: dict[str, Any]) -> bytes:
    said = "\n".join(turn["text"].casefold() for turn in dialog["turns"])
    return hashlib.blake2b(said.encode(), digest_size=16).digest()


def gather(shards: Path, names: Iterable[str]) -> tuple[Tally, list[str]]:
    """All counts together, and why each file that was left out was."""
    tally, reasons = Tally(), list[str]()
    for _, item in results(shards, names):
        if LEFT_OUT in item:
            reasons.append(item[LEFT_OUT])
        elif "stages" in item:
            tally.stages.update(item["stages"])
            tally.rules.update(item["rules"])
    return tally, reasons


def dialogs(shards: Path, names: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The dialogs alone, without the counts."""
    return ((line, item) for line, item in results(shards, names) if "turns" in item)


def write(shards: Path, names: Iterable[str], out: Path, top: int) -> Counter[str]:
    """Copy the `top` most emotional dialogs to `out`, in the sources' order; says how many, and how many twice."""
    kept = list(names)
    chosen, counts = choose((item for _, item in dialogs(shards, kept)), top)
    aside = out.with_suffix(".part")
    with aside.open("w", encoding="utf8") as file:
        for place, (line, _) in enumerate(dialogs(shards, kept)):
            if place in chosen:
                file.write(line)
    aside.replace(out)
    counts["chosen"] = len(chosen)
    return counts
