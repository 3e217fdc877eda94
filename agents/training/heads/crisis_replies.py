"""Reply selection in danger (`skills.care.reply_selection`), from moments of talks written for this project.

Labellers named for each moment the written replies that are right there and some that look near and would be wrong
(`crisis/replies/moments.jsonl`); writers wrote messages that a reply answers (`cues.jsonl`). Moments set aside are of
whole talks of which nothing is learnt.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import torch
from msgspec.structs import replace as copy
from torch import Tensor

from agents.training.common.compact import in_eight_bits
from agents.training.common.run import Run
from agents.training.common.vectors import Vectorizer
from agents.training.heads.crisis_replies_network import PLACES, Learner, Rows, Selection
from bot.errors import ConfigError
from bot.json_lines import read_json_lines
from skills.care.replies import WrittenReply, replies
from skills.care.reply_selection import NAME, Said, names_of
from skills.models.head import Floats
from skills.sizes import SMALL

log = logging.getLogger(__name__)
FOLDER = Path(__file__).parent / "crisis" / "replies"
MOMENTS, CUES = FOLDER / "moments.jsonl", FOLDER / "cues.jsonl"
LESS = 0.6
"""How right the second and later of a moment's right replies are."""
VECTOR = 300
"""Directions of the replies' vectors that are kept."""
SURE = (1.0, 0.5, 0.25)
"""Shares of the moments, the surest first, for which the log says how often the likeliest reply is right."""


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who said what, "P" the person and "B" the program, newest last; replies that are `good` and `bad` there.

    `heard`: the kind and level that the guard took it for, where that is known: what it reads beside the words.
    """

    kind: str
    level: int
    talk: tuple[tuple[str, str], ...]
    good: tuple[str, ...]
    bad: tuple[str, ...]
    aside: bool = False
    heard: tuple[str, int] | None = None

    @property
    def said(self) -> Said:
        before = self.talk[-2][1] if len(self.talk) > 1 and self.talk[-2][0] == "B" else ""
        return Said(self.talk[-1][1], before, *(self.heard or (self.kind, self.level)))


class Cues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Messages that the reply called `id` answers, each behind what the program said before, "" for nothing."""

    id: str
    said: tuple[tuple[str, str], ...]


def train(run: Run) -> None:
    """Fit and save `crisis_replies`, and log how it does on the moments set aside."""
    if run.size is SMALL:
        raise ConfigError(f"{NAME} is made for --size base: the guard over the small encoder has words of its own only")
    known, found, said = replies(), both_ways(read_json_lines(MOMENTS, Moment)), read_json_lines(CUES, Cues)
    moments = rows_of(found, known)
    learner = Learner(run, moments, cues_of(said, known), vectors(run.vectorizer(), known, said))
    aside = np.array([moment.aside for moment in found])
    played = np.array([moment.heard is not None for moment in found])
    model = learner.learn(np.flatnonzero(~aside))
    for name, rows in (("written", aside & ~played), ("played", aside & played)):
        scores = learner.scores(np.flatnonzero(rows))
        for share, right, wrong in measured(scores, moments.right[rows], moments.wrong[rows]):
            log.info("%s, the surest %.2f: %.2f right, %.2f wrong of %d", name, share, right, wrong, int(rows.sum()))
    save(run, model, known)


@torch.no_grad()
def save(run: Run, model: Selection, known: Sequence[WrittenReply]) -> None:
    """Write the map as the guard reads it: every reply at its place."""
    near = in_eight_bits({"leads.a": model.leads.weight.numpy(), "places.b": model.places.numpy()})
    kept = {"bias": model.leads.bias.numpy(), "often": model.often.numpy(), "names": names_of(known)}
    run.save(NAME, near | kept, {"seed": str(run.seed)})


def both_ways(found: Sequence[Moment]) -> list[Moment]:
    """The moments, and those of played talks that are learnt once more: as the guard heard them, and as they were."""
    as_they_were = (copy(one, heard=None) for one in found if one.heard and not one.aside)
    return [*found, *as_they_were]


def rows_of(moments: Sequence[Moment], known: Sequence[WrittenReply]) -> Rows:
    """The moments with what was chosen there; in those that are learnt a reply of another kind may still be chosen."""
    place = {reply.id: number for number, reply in enumerate(known)}
    right, wrong = torch.zeros(2, len(moments), len(known))
    for number, moment in enumerate(moments):
        for order, name in enumerate(moment.good):
            right[number, place[name]] = LESS if order else 1.0
        wrong[number, [place[name] for name in moment.bad]] = 1.0
    kinds = torch.tensor([[moment.said.kind in reply.kinds for reply in known] for moment in moments])
    named = (right > 0) | (wrong > 0)
    named[[moment.aside for moment in moments]] = False
    return Rows([moment.said for moment in moments], right, wrong, kinds | named)


def cues_of(found: Sequence[Cues], known: Sequence[WrittenReply]) -> Rows:
    """Each message with its reply as the right one, told in each of the dangers that the reply suits, in turn."""
    place = {reply.id: number for number, reply in enumerate(known)}
    said, numbers = list[Said](), list[int]()
    for cues in found:
        reply = known[place[cues.id]]
        for turn, (before, text) in enumerate(cues.said):
            kind, level = reply.kinds[turn % len(reply.kinds)], reply.levels[turn % len(reply.levels)]
            said.append(Said(text, before, kind, level))
            numbers.append(place[cues.id])
    alike = torch.tensor([[not set(one.kinds).isdisjoint(other.kinds) for other in known] for one in known])
    return Rows(said, torch.eye(len(known))[numbers], torch.zeros(len(said), len(known)), alike[numbers])


def vectors(vectorizer: Vectorizer, known: Sequence[WrittenReply], cues: Sequence[Cues]) -> Floats:
    """Of each reply what it says, what it is said after and the mean of its cues, turned to the widest directions."""
    words, by_name = vectorizer.words, {one.id: one for one in cues}
    texts = vectorizer([words.utterance(reply.text, True) for reply in known])
    after = vectorizer([words.utterance(reply.after) for reply in known])
    said = [[text for _, text in by_name[reply.id].said] for reply in known]
    flat = vectorizer([words.utterance(text) for one in said for text in one])
    means = np.stack([part.mean(0) for part in np.split(flat, np.cumsum([len(one) for one in said])[:-1])])
    whole = np.concatenate([texts, after, means], axis=1).astype(np.float32)
    centred = whole - whole.mean(0)
    found: Floats = centred @ np.linalg.svd(centred, full_matrices=False)[2][: max(VECTOR, PLACES)].T
    return found


def measured(scores: Tensor, right: Tensor, wrong: Tensor) -> list[tuple[float, float, float]]:
    """For each of SURE how often the likeliest reply is among the right ones, and among those named as wrong."""
    sure, best = scores.softmax(1).max(1)
    order, rows = sure.argsort(descending=True), torch.arange(len(best))
    hits, misses = (table[rows, best] > 0 for table in (right, wrong))
    found = []
    for share in SURE:
        first = order[: max(1, int(len(order) * share))]
        found.append((share, float(hits[first].float().mean()), float(misses[first].float().mean())))
    return found
