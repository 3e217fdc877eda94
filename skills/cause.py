"""What a feeling comes from: which of the person's turns, and which words of it (Poria et al. 2021, RECCON).

Every turn is kept as a short code and its likeliest words, so that it can be asked about when a later turn is felt:
the encoder reads no turn twice. What the bot said is not asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from tokenizers import Tokenizer

from bot.dialog import EmotionState, SkillResult, TurnView
from bot.errors import SkillError
from bot.parts import part
from bot.registry import Encoder, Skill, skill
from skills.encoder import ours
from skills.labels import EMOTIONS, POSITIVE
from skills.models import head, tensors
from skills.models.encoder import CHARACTERS, TOKENS
from skills.models.head import Floats, Head

LABELS = ("other", "cause")
MAPS = ("target", "candidate", "bounds")
"""What of the file reads the encoder's vectors and states."""
SIX = ("anger", "disgust", "fear", "happiness", "sadness", "surprise")
"""RECCON's emotions."""
SPOKEN_FOR = {
    "anger": {"angry", "annoyed", "furious", "jealous"},
    "disgust": {"disgusted"},
    "fear": {"afraid", "anxious", "apprehensive", "terrified"},
    "happiness": POSITIVE - {"surprised"},
    "sadness": {"ashamed", "devastated", "disappointed", "embarrassed", "guilty", "lonely", "sad"},
    "surprise": {"surprised"},
}
"""The labels of the 32 that speak for each."""
TO_SIX = np.array([[float(name in SPOKEN_FOR[kind]) for kind in SIX] for name in EMOTIONS], np.float32)
GAPS = 8
"""Turns between; from the last on they count alike."""
FAINT = 5 / len(EMOTIONS)
"""A feeling is one that is five times as likely as if nothing were known; below that the turn is neutral."""
KEPT = 4
"""Turns of the person that are asked about, the last one among them: further back next to nothing is a cause."""
LONGEST = 40
"""Tokens of a span at most."""


@part("cause", version=1)
@dataclass(frozen=True, slots=True)
class Cause:
    """Where the feeling of the last turn comes from: `turn` of the conversation (from 0), and `words` of that turn.

    None and no words where the last turn is neutral, or no turn is likely enough.
    """

    turn: int | None = None
    words: str = ""
    probability: float = 0.0

    def explain(self) -> str:
        return f"turn {self.turn + 1}: {self.words} ({self.probability:.2f})" if self.turn is not None else "-"


@dataclass(frozen=True, slots=True)
class Trace:
    """What is kept of one turn of the person: its place in the talk, its likeliest words, code and outer form."""

    turn: int
    words: str
    code: tuple[float, ...]
    form: tuple[float, ...]


@part("traces", version=1)
@dataclass(frozen=True, slots=True)
class Traces:
    """The person's last turns, oldest first."""

    kept: tuple[Trace, ...] = ()

    def explain(self) -> str:
        return ", ".join(f"turn {trace.turn + 1}: {trace.words}" for trace in self.kept) or "-"


def form(text: str) -> tuple[float, float, float]:
    """Outer form of an utterance: how long it is, whether it asks, whether it exclaims."""
    return round(float(np.log1p(len(text[-CHARACTERS:].split()))), 3), float("?" in text), float("!" in text)


def place(target: int, candidate: int, same: bool) -> tuple[float, ...]:
    """Where a candidate stands before its target, both counted from 0; and whether one person said both."""
    gap = target - candidate
    near = [float(number == min(gap, GAPS - 1)) for number in range(GAPS)]
    return *near, float(np.log1p(gap)), float(same), float(candidate == 0), float(np.log1p(target))


def six(shares: Floats) -> Floats:
    """RECCON's emotions (..., 6) from shares of the 32 (..., 32)."""
    return shares @ TO_SIX


def words(text: str, states: Floats, trained: Head, tokenizer: Tokenizer) -> str:
    """The span of `text` that is likeliest a cause, given the states (t, d) of its tokens, the two marks among them."""
    offsets = places(text, tokenizer)
    if not offsets:
        return ""
    first, last = span(bounds(states[1:-1], trained))
    return text[-CHARACTERS:][offsets[first][0] : offsets[last][1]]


def places(text: str, tokenizer: Tokenizer) -> list[tuple[int, int]]:
    """Where each token that the encoder reads stands in the end of `text` that it reads; pieces stand for words."""
    read = tokenizer.encode(text[-CHARACTERS:], add_special_tokens=False)
    whole = (read.word_to_chars(word) for word in read.word_ids if word is not None)
    return [place for place in whole if place is not None][-(TOKENS - 2) :]


def bounds(states: Floats, trained: Head) -> Floats:
    """(t, 2) how fit each token is to begin a span, and to end one; many are begun and ended by the outermost."""
    scores: Floats = states @ trained.extra["bounds"].T
    scores[0, 0] += trained.extra["outermost"][0]
    scores[-1, 1] += trained.extra["outermost"][1]
    return scores


def span(scores: Floats) -> tuple[int, int]:
    """The first and last token of the best span in scores (t, 2)."""
    pairs = scores[:, :1] + scores[:, 1]
    fitting = np.triu(np.ones(pairs.shape, bool)) & ~np.triu(np.ones(pairs.shape, bool), LONGEST)
    first, last = np.unravel_index(int(np.where(fitting, pairs, -np.inf).argmax()), pairs.shape)
    return int(first), int(last)


def joined(target: Floats, candidate: Floats, rest: Floats) -> Floats:
    """What the head sees of pairs: the codes of both (..., k), their product, and the rest."""
    return np.concatenate([target, candidate, target * candidate, rest], axis=-1)


@skill("cause", reads=(EmotionState,), writes=(Cause, Traces))
def cause(encoder: Encoder | None = None, *, weights: str = "cause") -> Skill:
    """Finds what the feeling comes from: a turn of the person, and the words of it."""
    texts = ours(encoder).text_encoder
    trained = head.load(weights, LABELS, tensors.folder_of(texts.size), dict.fromkeys(MAPS, texts.size.width))
    tokenizer = texts.words.tokenizer
    threshold = float(trained.extra["threshold"][0])

    def find(turn: TurnView) -> SkillResult:
        feeling, vectors = turn.get(EmotionState), turn.vectors
        if vectors is None or vectors.tokens is None:
            raise SkillError("cause needs the encoder's vectors and token states")
        text, number = turn.text, len(turn.conversation.turns) - 1
        code = tuple(round(float(value), 3) for value in trained.extra["candidate"] @ vectors.last)
        now = Trace(number, words(text, vectors.tokens, trained, tokenizer), code, form(text))
        kept = (*(turn.get(Traces) or Traces()).kept, now)[-KEPT:]
        if feeling is None or neutral(feeling):
            return SkillResult((Cause(), Traces(kept)))
        target = trained.extra["target"] @ vectors.last
        likely = chances(target, kept, six(np.array(feeling.probabilities, np.float32)), trained)
        best = int(likely.argmax())
        found = Cause(kept[best].turn, kept[best].words, round(float(likely[best]), 3))
        return SkillResult((found if likely[best] > threshold and found.words else Cause(), Traces(kept)))

    return find


def neutral(feeling: EmotionState) -> bool:
    """Whether none of the 32 stands out."""
    return len(feeling.probabilities) != len(EMOTIONS) or max(feeling.probabilities) < FAINT


def chances(target: Floats, kept: Sequence[Trace], feeling: Floats, trained: Head) -> Floats:
    """(n,) how likely each kept turn is a cause of the feeling (6,) of the newest of them."""
    now = kept[-1]
    rest = [(*now.form, *trace.form, *place(now.turn, trace.turn, True), *feeling) for trace in kept]
    codes = np.array([trace.code for trace in kept], np.float32)
    seen = joined(np.broadcast_to(target, codes.shape), codes, np.array(rest, np.float32))
    chances: Floats = trained.probabilities(seen)[:, 1]
    return chances
