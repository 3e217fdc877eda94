"""Label sets, spelled as their corpora spell them."""

from __future__ import annotations

from bot.feelings import EMOTIONS

__all__ = ["ACTS", "EMOTIONS", "POSITIVE", "PROBLEMS"]

POSITIVE = frozenset({
    "anticipating", "caring", "confident", "content", "excited", "faithful", "grateful", "hopeful", "impressed",
    "joyful", "nostalgic", "prepared", "proud", "sentimental", "surprised", "trusting",
})  # fmt: skip
"""Those of the 32 that most often come with good news or warmth; the others are the hard ones."""

PROBLEMS = (
    "ongoing depression", "job crisis", "breakup with partner", "problems with friends", "academic pressure",
    "Sleep Problems", "conflict with parents", "Issues with Children", "Appearance Anxiety", "Procrastination",
    "Alcohol Abuse", "Issues with Parents", "School Bullying",
)  # fmt: skip
"""The 13 problem types of ESConv's 1,300-dialog release; the first five are the paper's (Liu et al. 2021, Table 2)."""

ACTS = (
    "tell", "ask_advice", "ask_opinion", "ask_fact", "ask_bot", "only_listen", "refuse", "agree", "correct",
    "good_news", "small_talk", "greet", "thanks", "goodbye", "minimal", "hostile",
)  # fmt: skip
"""Dialogue acts of a person: what they do with a message. `agents/corpora/written/README.md` says what each is."""
