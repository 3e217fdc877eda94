"""PRC-Emo's two ideas for emotion in conversation, for heads instead of a language model.

Li, Xu, Qiao and Liu, "Do LLMs Feel? Teaching Emotion Recognition with Prompts, Retrieval, and Curriculum Learning"
(AAAI 2026): demonstrations are the training utterances most like the one that is read, found by a sentence encoder;
the curriculum shows talks in which emotions seldom shift before talks in which they often do. The weights of shifts are
those of the published code (github.com/LiXinran6/PRC-Emo), which takes its wheel of emotions from Yang et al., "Hybrid
Curriculum Learning for Emotion Recognition in Conversation" (AAAI 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians

import numpy as np
import torch

from agents.training.common.fit import Ints
from skills.models.head import Floats

WHEEL = {"joy": 27, "surprise": 81, "anger": 99, "disgust": 153, "fear": 171, "sadness": 261}
"""Where emotions stand on the circle of valence (to the right) and arousal (upwards), in degrees."""
SHIFT = 0.4
"""What each shift counts, beside the likeness of its two emotions: shifts between like ones are the harder to see."""
NEAREST = 16
KEENNESS = 0.1
"""Of two demonstrations, one nearer by this much cosine counts e times as much."""
BUCKETS = 5
CHUNK = 1024


def likeness(first: str, second: str) -> float:
    """How like two emotions are, 0 to 1: the cosine on the wheel, and 0 where one is pleasant and the other is not.

    What is not on the wheel is neutral, and as like to anything as one in `len(WHEEL) + 1`.
    """
    if first not in WHEEL or second not in WHEEL:
        return 1 / (len(WHEEL) + 1)
    one, other = (radians(WHEEL[name]) for name in (first, second))
    return max(cos(one - other), 0.0) if cos(one) * cos(other) > 0 else 0.0


def difficulty(said: Sequence[tuple[str, str]]) -> float:
    """(shifts within speakers + shifts between them + speakers) / (utterances + speakers); shifts are weighed.

    `said` are speaker and emotion of each utterance of a talk. A shift between speakers is one from an utterance to the
    next by somebody else.
    """
    speakers = sorted({who for who, _ in said})
    own = [pair for speaker in speakers for pair in pairwise(felt for who, felt in said if who == speaker)]
    others = [(felt, after) for (who, felt), (next_, after) in pairwise(said) if who != next_]
    shifts = sum(SHIFT + likeness(*pair) for pair in own + others if pair[0] != pair[1])
    return (shifts + len(speakers)) / (len(said) + len(speakers))


def opened(done: float) -> float:
    """Which share of the talks, the easiest first, is learnt from when a share `done` of all steps is done.

    One of `BUCKETS` equal parts is added at a time; in the last of as many equal times everything is learnt from.
    """
    return min(int(done * BUCKETS) + 1, BUCKETS) / BUCKETS


@dataclass(frozen=True, slots=True)
class Library:
    """Utterances to find demonstrations in: unit vectors (m, d), labels (m,), and the talks (m,) they are from."""

    vectors: Floats
    labels: Ints
    talks: Ints

    def thinned(self, plain: int, seed: int) -> Library:
        """The label `plain` (the neutral one) as often as all others together, if it is there more often.

        Where nearly everything is neutral, nearly all neighbours say only that.
        """
        neutral = np.flatnonzero(self.labels == plain)
        felt = np.flatnonzero((self.labels != plain) & (self.labels >= 0))
        some = np.random.default_rng(seed).permutation(neutral)[: max(len(felt), 1)]
        rows = np.sort(np.concatenate([felt, some]))
        return Library(self.vectors[rows], self.labels[rows], self.talks[rows])


def told(library: Library, classes: int, vectors: Floats, talks: Ints | None = None) -> Floats:
    """(n, classes): the labels of the nearest in the library, each weighed by its nearness; rows sum to one.

    `talks` (n,) are those the vectors are from, where they are from the library's own: nothing from one's own talk is
    a demonstration, for that would tell the answer.
    """
    held, labels = (
        torch.from_numpy(library.vectors),
        torch.from_numpy(np.eye(classes, dtype=np.float32)[library.labels]),
    )
    owners = torch.from_numpy(library.talks)
    found = np.zeros((len(vectors), classes), dtype=np.float32)
    for start in range(0, len(vectors), CHUNK):
        rows = slice(start, start + CHUNK)
        near = torch.from_numpy(np.ascontiguousarray(vectors[rows], dtype=np.float32)) @ held.T
        if talks is not None:
            near[torch.from_numpy(talks[rows])[:, None] == owners] = float("-inf")
        nearest = near.topk(min(NEAREST, near.shape[1]), dim=1)
        weights = (nearest.values / KEENNESS).softmax(dim=1)
        found[rows] = (weights[..., None] * labels[nearest.indices]).sum(1).numpy()
    return found
