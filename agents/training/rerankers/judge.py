"""The judge of replies: the ranker's recipe on the other half of the talks, so that nothing judges its own choice.

It learns from given replies alone. Nothing tells it that common ones are hollow: what it thinks of them, it has seen.
"""

from __future__ import annotations

from agents.training.common.run import Run
from agents.training.rerankers.pair import save
from agents.training.rerankers.steps import Recipe


def train(run: Run) -> None:
    """Run or resume the recipe and save `judge`, for measuring alone."""
    save(run, "judge", Recipe(half=1, hollow=0))
