"""Leak: a reply that gives away the prompt, found by words that stand in both in one order.

What is compared is the prompt's own text (template, manner, definitions of strategies) and nothing that was filled in:
a person's words, what the card says that it is, and lines that were written to be said may come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skills.models.tidy import words

RUN = 6
"""So many words in a row; of Attune's own lines and written replies none shares more than five with our prompt."""
LEAKED = "a leaked prompt"
Run = tuple[str, ...]


class Leak:
    """The runs of words of a prompt's own texts; words of two texts are no run."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._runs = frozenset(run for text in texts for run in _runs(text))

    def __call__(self, reply: str) -> bool:
        """Whether a reply has a run of the prompt's words."""
        return not self._runs.isdisjoint(_runs(reply))


def _runs(text: str) -> Iterator[Run]:
    said = words(text)
    return (tuple(said[start : start + RUN]) for start in range(len(said) - RUN + 1))
