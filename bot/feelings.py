"""The words for feelings that a person may meet, in the order in which a label set's probabilities stand."""

from __future__ import annotations

from bot.dialog import EmotionState

EMOTIONS = (
    "afraid", "angry", "annoyed", "anticipating", "anxious", "apprehensive", "ashamed", "caring", "confident",
    "content", "devastated", "disappointed", "disgusted", "embarrassed", "excited", "faithful", "furious", "grateful",
    "guilty", "hopeful", "impressed", "jealous", "joyful", "lonely", "nostalgic", "prepared", "proud", "sad",
    "sentimental", "surprised", "terrified", "trusting",
)  # fmt: skip
"""EmpatheticDialogues' 32 emotions (Rashkin et al. 2019, Table 7), in alphabetical order."""

LABEL_SETS = {"empathetic-32": EMOTIONS}

PLAIN = (
    "sad", "lonely", "anxious", "afraid", "angry", "ashamed", "guilty", "disappointed", "hopeful", "content",
    "grateful", "joyful",
)  # fmt: skip
"""A dozen of them to choose from, where none of the likely ones fits."""


def likely(state: EmotionState, number: int) -> tuple[str, ...]:
    """The likeliest feelings, likeliest first; the state's own label alone where its label set is not known here."""
    labels = LABEL_SETS.get(state.label_set, ())
    if len(labels) != len(state.probabilities):
        return (state.label,)
    ranked = sorted(zip(state.probabilities, labels, strict=True), key=lambda pair: -pair[0])
    return tuple(label for _, label in ranked[:number])


def share(state: EmotionState) -> float:
    """The probability of the state's own label; the highest one where its label set is not known here."""
    labels = LABEL_SETS.get(state.label_set, ())
    if len(labels) != len(state.probabilities) or state.label not in labels:
        return max(state.probabilities, default=0.0)
    return state.probabilities[labels.index(state.label)]


def own_word(state: EmotionState, label: str) -> EmotionState:
    """The state as the person puts it: nothing else is thought likely until they write again."""
    labels = LABEL_SETS.get(state.label_set, ())
    shares = tuple(float(name == label) for name in labels) if label in labels else state.probabilities
    return EmotionState(state.label_set, label, shares, state.intensity)
