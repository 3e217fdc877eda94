"""Label sets, spelled as their corpora spell them."""

from __future__ import annotations

EMOTIONS = (
    "afraid", "angry", "annoyed", "anticipating", "anxious", "apprehensive", "ashamed", "caring", "confident",
    "content", "devastated", "disappointed", "disgusted", "embarrassed", "excited", "faithful", "furious", "grateful",
    "guilty", "hopeful", "impressed", "jealous", "joyful", "lonely", "nostalgic", "prepared", "proud", "sad",
    "sentimental", "surprised", "terrified", "trusting",
)  # fmt: skip
"""EmpatheticDialogues' 32 emotions (Rashkin et al. 2019, Table 7), in alphabetical order."""

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
