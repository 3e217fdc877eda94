"""What the person feels: EmpatheticDialogues' 32 emotions, followed over the talk; mapped also to ESConv's seven."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bot.dialog import Conversation, EmotionState, SkillResult, TurnView, Vectors
from bot.errors import SkillError
from bot.parts import part
from bot.registry import Encoder, Skill, skill
from skills.encoder import encoder_size
from skills.labels import EMOTIONS, POSITIVE
from skills.models import feeling, prototypes
from skills.models.encoder import CHARACTERS, WINDOW
from skills.models.head import Floats
from skills.sizes import Size

LABEL_SET = "empathetic-32"
FOLLOWED = 4
"""So many of the person's last utterances are kept as `outline`s."""

SEVEN = {
    "anger": ("angry", "annoyed", "furious", "jealous"),
    "anxiety": ("anxious", "apprehensive", "anticipating"),
    "depression": ("devastated", "lonely", "disappointed"),
    "disgust": ("disgusted",),
    "fear": ("afraid", "terrified"),
    "sadness": ("sad", "sentimental", "nostalgic"),
    "shame": ("ashamed", "embarrassed", "guilty"),
}
"""ESConv's seven emotions (Table 2) and the labels of the 32 that speak for each; the pleasant ones speak for none."""


def to_seven(probabilities: Sequence[float]) -> dict[str, float]:
    """Probabilities of ESConv's seven from those of the 32, summed by `SEVEN` and brought to one."""
    share = dict(zip(EMOTIONS, probabilities, strict=True))
    sums = {name: sum(share[label] for label in labels) for name, labels in SEVEN.items()}
    total = sum(sums.values()) or 1.0
    return {name: value / total for name, value in sums.items()}


def outline(shares: Sequence[float]) -> tuple[float, ...]:
    """Eight numbers of one reading of the 32: the share of the pleasant emotions, then ESConv's seven by `to_seven`."""
    pleasant = sum(share for share, label in zip(shares, EMOTIONS, strict=True) if label in POSITIVE)
    return tuple(round(float(value), 4) for value in (pleasant, *to_seven(shares).values()))


@part("emotion_trajectory", version=1)
@dataclass(frozen=True, slots=True)
class EmotionTrajectory:
    """The `outline` of each of the person's last utterances, read alone, oldest first.

    Those that only the guard answered are not read, and are passed over.
    """

    outlines: tuple[tuple[float, ...], ...] = ()

    def adding(self, new: tuple[float, ...]) -> EmotionTrajectory:
        """With one utterance more."""
        return EmotionTrajectory((*self.outlines, new)[-FOLLOWED:])

    def explain(self) -> str:
        return f"pleasant {', '.join(f'{one[0]:.2f}' for one in self.outlines)}"


@skill("emotion", reads=(EmotionTrajectory,), writes=(EmotionState, EmotionTrajectory))
def emotion(encoder: Encoder | None = None, *, weights: str = "emotion", memory: float = 0.6) -> Skill:
    """Names what the person feels. `memory` is how much of the last turn's reading a wordless turn would keep.

    `weights = "free"` compares with example lines of this project by the model as published.
    """
    if not 0 <= memory < 1:
        raise SkillError(f"emotion: memory must be from 0 to below 1, and is {memory}")
    size = encoder_size(encoder)
    read = _free(size) if weights == "free" else _trained(weights, size)

    def feel(turn: TurnView) -> SkillResult:
        if turn.vectors is None:
            raise SkillError("emotion needs the encoder's vectors")
        talk, alone = read(turn.vectors, turn.conversation)
        followed = (turn.get(EmotionTrajectory) or EmotionTrajectory()).adding(outline(alone.tolist()))
        return SkillResult((blend(turn.get(EmotionState), talk, weight(turn.text, memory)), followed))

    return feel


Read = Callable[[Vectors, Conversation], tuple[Floats, Floats]]
"""Two readings (32,): of the talk so far, and of the last utterance alone."""


def _trained(weights: str, size: Size) -> Read:
    """What the words mean, last and in the talk so far, and which words they are."""
    readers = feeling.load(head=weights, size=size)

    def read(vectors: Vectors, conversation: Conversation) -> tuple[Floats, Floats]:
        last = vectors.last[None]
        (talk,) = readers.of_talks(last, vectors.context[None], [told(conversation)])
        (alone,) = readers.of_texts(last, [conversation.turns[-1].text[-CHARACTERS:]])
        return talk, alone

    return read


def _free(size: Size) -> Read:
    """By likeness to lines of this project; of the talk, the mean of those of the last words and of the context."""
    lines = prototypes.load(size=size)

    def read(vectors: Vectors, _: Conversation) -> tuple[Floats, Floats]:
        alone = lines.probabilities(vectors.last)
        return (alone + lines.probabilities(vectors.context)) / 2, alone

    return read


def told(conversation: Conversation) -> str:
    """What the person said in the turns that the encoder's context looks back at, as one text."""
    return " ".join(turn.text[-CHARACTERS:] for turn in conversation.turns[-WINDOW:] if turn.speaker == "user")


def weight(text: str, memory: float) -> float:
    """How much the newest words count against the reading before: a bare "yes" little, a full sentence nearly all."""
    words = min(len(text[:2000].split()), 40)
    return 1 - memory * 4 / (4 + words)


def blend(before: EmotionState | None, read: Floats, weight: float) -> EmotionState:
    """The new reading mixed with the one before; intensity is left to the skill that measures it."""
    mixed = read
    if before is not None and before.label_set == LABEL_SET and len(before.probabilities) == len(read):
        mixed = weight * read + (1 - weight) * np.array(before.probabilities, np.float32)
    shares = tuple(round(float(value), 6) for value in mixed / mixed.sum())
    return EmotionState(LABEL_SET, EMOTIONS[int(np.argmax(mixed))], shares, before.intensity if before else 3.0)
