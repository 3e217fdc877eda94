"""What the bank has for each feeling at each stage, beside how often talks come there: `attune bank cover`.

A cell is an emotion (EmpatheticDialogues' 32) at a stage of support (ESConv's three), for a part of a reply: a
reaction, a question or a suggestion. A move counts in the cells that it names; one for a dozen feelings is about none.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from bot.dialog import SupportStage
from bot.errors import ConfigError
from skills.admission import BROAD
from skills.labels import EMOTIONS, POSITIVE
from skills.moves import Move

ROLES = ("reaction", "question", "suggestion")
STAGES = tuple(SupportStage)
COMMON = Path(__file__).parent / "banks" / "common.json"
"""How often each feeling came at each stage in talks replayed to the bot (`attune eval cover` writes it)."""

Counts = NDArray[np.int64]


def matrix(moves: Sequence[Move]) -> Counts:
    """How many moves there are for each emotion, stage and role, (32, 3, 3)."""
    found = np.zeros((len(EMOTIONS), len(STAGES), len(ROLES)), np.int64)
    for move in moves:
        role = 0 if move.reaction else 1 if move.move == "ask" else 2 if move.move == "offer" else None
        if role is None or len(move.emotions) >= BROAD:
            continue
        for emotion in move.emotions:
            wanted = {"celebrate", "support"} if emotion in POSITIVE else {"support"}
            if wanted.intersection(move.mode):
                for stage in move.stages:
                    found[EMOTIONS.index(emotion), STAGES.index(stage), role] += 1
    return found


def seen(path: Path = COMMON) -> Counts:
    """How often each emotion came at each stage, (32, 3). ConfigError names the file when it can't be read."""
    try:
        counts = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, int]])
    except (OSError, msgspec.DecodeError) as error:
        raise ConfigError(f"{path}: {error} (attune eval cover --datapath DIR writes it)") from None
    return np.array([[counts.get(emotion, {}).get(stage, 0) for stage in STAGES] for emotion in EMOTIONS], np.int64)


def common(counts: Counts) -> NDArray[np.bool_]:
    """(32, 3): the more frequent half of the cells."""
    order = np.argsort(-counts, axis=None, kind="stable")
    half = np.zeros(counts.size, bool)
    half[order[: counts.size // 2]] = True
    return half.reshape(counts.shape) & (counts > 0)


def empty(moves: Sequence[Move], counts: Counts) -> list[str]:
    """Cells of the common half in which the bank has nothing: a reaction and a question anywhere, and for a hard

    feeling in the stage of action a suggestion.
    """
    found, wanted = matrix(moves), common(counts)
    missing: list[str] = []
    for row, column in np.argwhere(wanted):
        emotion, stage = EMOTIONS[row], STAGES[column]
        roles = ROLES if stage is SupportStage.ACTION and emotion not in POSITIVE else ROLES[:2]
        missing += [f"{emotion}, {stage}: no {role}" for role in roles if not found[row, column, ROLES.index(role)]]
    return missing
