"""The recipe of `selection`: which of all general lines readers choose in a context, and which kinds are answered."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from agents.training.common.compact import in_eight_bits
from agents.training.common.fit import array
from agents.training.common.run import Run
from agents.training.selection.material import Example, examples
from agents.training.selection.network import Learner, Network, Shelf
from agents.verdicts.rounds import Round, rounds
from agents.verdicts.verdict import MARKS
from skills import openings
from skills.encoder import shared_text_encoder
from skills.kinds import ASKED, asking
from skills.models.head import Floats, softmax
from skills.models.matcher import Matcher
from skills.selection import NAME, digest

log = logging.getLogger(__name__)
MEASURE = "its log: talks set aside"
PROPOSED_SINCE = 8
"""The first round of verdicts on general lines as they are proposed."""
APPROVED, DOUBT = 0.9, 8.0
"""What it counts that readers call a line good more often, and bad less often, than general lines as a whole wherever

they are proposed (in the logarithms of the odds); to a line's own ratings so many like all others' are added.
"""
MOST = 1.0
"""... at most: what is bad is so nearly everywhere, and what is good only where it was proposed."""
TOP, KINDS_TOP = (1, 3, 10, 18), (1, 3, 8)


def train(run: Run) -> None:
    """Learn, measure on talks set aside, and save `selection`."""
    general = [(line.text, opening.kind) for opening in openings.read() if opening.general for line in opening.lines]
    texts, names = [text for text, _ in general], openings.kinds()
    vectors = Matcher(shared_text_encoder(run.adapter, run.size)).replies(texts)
    shelf = Shelf(vectors, [names.index(kind) for _, kind in general], len(names))
    found = examples(run.datapath, texts, names)
    aside = np.array([one.aside for one in found])
    learner = Learner(run, found, shelf)
    model = learner.learn(np.flatnonzero(~aside))
    tested = np.flatnonzero(aside)
    for line in told_of([found[place] for place in tested], *learner.scores(model, tested), names):
        log.info("set aside: %s", line)
    held = tensors_of(model) | {"digest": np.frombuffer(digest(texts), np.uint8)}
    held["bias"] = held["bias"] + APPROVED * approved(rounds(first=PROPOSED_SINCE), texts)
    run.save(NAME, held, {"kinds": json.dumps(names), "adapter": run.adapter, "seed": str(run.seed)})


def tensors_of(model: Network) -> dict[str, Floats]:
    """What `skills.selection.Selection` reads of a network."""
    told = {"kinds": model.kinds.weight, "kinds_bias": model.kinds.bias, "heeded": model.heeded, "look": model.look}
    lines = {"query": model.query.weight, "shift": model.query.bias, "lines": model.lines(), "bias": model.bias}
    changes = in_eight_bits({name: array(tensor) for name, tensor in model.changes.items()})
    numbers = {name: array(tensor) for name, tensor in {**told, **lines}.items()}
    return changes | numbers | {"of_kind": model.of_kind.numpy().astype(np.int16)}


def approved(found: Iterable[Round], texts: Sequence[str]) -> Floats:
    """(lines,) how far the odds that readers call a line good, less those that they call it bad, are above all's."""
    places = {text: number for number, text in enumerate(texts)}
    marks = np.zeros((len(texts), len(MARKS)))
    for items, verdicts in found:
        for verdict in verdicts:
            for candidate, mark in zip(items[verdict.item].candidates, verdict.marks, strict=True):
                if candidate.text in places:
                    marks[places[candidate.text], MARKS.index(mark)] += 1
    both, ratings = marks[:, [MARKS.index("good"), MARKS.index("bad")]], marks.sum(1, keepdims=True)
    overall = both.sum(0) / ratings.sum()
    shares = (both + DOUBT * overall) / (ratings + DOUBT)
    above = np.log(shares / (1 - shares)) - np.log(overall / (1 - overall))
    differences: Floats = (above[:, 0] - above[:, 1]).astype(np.float32)
    return np.minimum(differences, np.float32(MOST))


def told_of(tested: Sequence[Example], lines: Floats, kinds: Floats, names: Sequence[str]) -> Iterator[str]:
    """How often something that was chosen is among the first few, and the kind that matters most; how often direct

    questions are heard; and how often of two lines the one is first that was marked better.
    """
    chosen = [place for place, one in enumerate(tested) if one.wanted]
    hits = [_place(lines[place], [*tested[place].wanted]) for place in chosen]
    yield f"{len(hits)} contexts, something chosen " + _among(hits, TOP)
    labelled = [place for place, one in enumerate(tested) if one.kinds]
    first = [max(tested[place].kinds, key=tested[place].kinds.__getitem__) for place in labelled]
    hits = [_place(kinds[place], [kind]) for place, kind in zip(labelled, first, strict=True)]
    which = np.array([asking(name) for name in names])
    heard, asked = softmax(kinds[labelled])[:, which].sum(1) >= ASKED, which[first]
    yield f"{len(hits)} messages, first kind " + _among(hits, KINDS_TOP)
    yield f"questions heard {heard[asked].mean():.3f}, elsewhere {heard[~asked].mean():.3f}"
    pairs = [part for part in map(in_order, lines, tested) if part is not None]
    yield f"{len(pairs)} contexts with verdicts, in order {np.mean(pairs):.3f}"


def in_order(scores: Floats, one: Example) -> float | None:
    """Of all two lines that a reader marked differently the share where the better has the higher score."""
    found = [scores[good] > scores[bad] for good, mark in one.marked for bad, other in one.marked if mark < other]
    return float(np.mean(found)) if found else None


def _place(scores: Floats, right: Sequence[int]) -> int:
    """How many stand before the first that is right."""
    return int((scores > scores[right].max()).sum())


def _among(places: Sequence[int], tops: Sequence[int]) -> str:
    return ", ".join(f"{(np.array(places) < top).mean():.3f} among {top}" for top in tops)
