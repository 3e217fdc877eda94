"""Which support talks pass without a person's look (Liu et al. 2021, section 3 and Appendix A).

A supporter passes with three of four criteria, a seeker with messages long enough. Where the survey was not filled in,
the last two star ratings decide. A talk whose only lack is that the feeling did not ease is marked for a person: some
seekers read the scale the wrong way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agents.corpora.esconv import Dialog, Survey

CRITERIA = ("empathy", "relevance", "length", "improvement")
EMPATHY, RELEVANCE, SUPPORTER_WORDS, IMPROVEMENT, SEEKER_WORDS = 3, 4, 8, 1, 6
"""The least that each criterion asks for: stars, stars, words a message, stars, words a message."""
ENOUGH = 3
STARS = 4
"""Without a survey, each of the last two ratings must be above this."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found. `by` says what it rests on: without survey and stars nothing is `approved` and `by` is None.

    `met` names those of `CRITERIA` that hold; `seeker` is whether the seeker's messages are long enough.
    """

    approved: bool
    by: Literal["survey", "stars"] | None
    met: tuple[str, ...]
    seeker: bool

    @property
    def queued(self) -> bool:
        """Whether a person should ask if the intensity scale was reversed."""
        return self.by == "survey" and self.met == CRITERIA[:-1]


def judge(survey: Survey, supporter: Sequence[str], seeker: Sequence[str], stars: Sequence[int] = ()) -> Verdict:
    """The verdict on one talk from its survey, the two people's messages and the seeker's ratings (1-5) in order."""
    long = mean_words(seeker) >= SEEKER_WORDS
    holds = (
        survey.empathy is not None and survey.empathy >= EMPATHY,
        survey.relevance is not None and survey.relevance >= RELEVANCE,
        mean_words(supporter) >= SUPPORTER_WORDS,
        survey.improvement is not None and survey.improvement >= IMPROVEMENT,
    )
    met = tuple(name for name, held in zip(CRITERIA, holds, strict=True) if held)
    if surveyed(survey):
        return Verdict(len(met) >= ENOUGH and long, "survey", met, long)
    if len(stars) >= 2:
        return Verdict(min(stars[-2:]) > STARS, "stars", met, long)
    return Verdict(False, None, met, long)


def verdict(dialog: Dialog) -> Verdict:
    """`judge` of a talk of the corpus."""
    said = dialog.utterances
    return judge(
        dialog.survey,
        [message.text for message in said if message.speaker == "supporter"],
        [message.text for message in said if message.speaker == "seeker"],
        [message.feedback for message in said if message.feedback is not None],
    )


def surveyed(survey: Survey) -> bool:
    """Whether the seeker filled in the survey after the talk: every question that the rules ask."""
    return None not in (survey.empathy, survey.relevance, survey.improvement)


def mean_words(messages: Sequence[str]) -> float:
    """Words between spaces, a message; 0 where nothing was said."""
    return sum(len(message.split()) for message in messages) / max(len(messages), 1)
