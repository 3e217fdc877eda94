"""Candidates: what can be made of the writer's drafts.

A small model is often right in one sentence and wrong in the next: so a sentence may stand alone, and what one draft
says may stand before what another asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from bot.sentences import sentences
from skills import reply_gate
from skills.writer.check import fault
from skills.writer.prompt import Line, read


def whole(texts: Sequence[str], talk: Sequence[Line]) -> list[str]:
    """The replies that can be said at all, in what the model wrote after a prompt, each once."""
    return _fit([read(text)[1] for text in texts], talk)


def alone(drafts: Sequence[str], talk: Sequence[Line]) -> list[str]:
    """The sentences of drafts of several."""
    return _fit([one for draft in drafts for one in sentences(draft) if one != draft], talk)


def crossed(drafts: Sequence[str], talk: Sequence[Line]) -> list[str]:
    """What one draft says before what another asks."""
    each = [one for draft in drafts for one in sentences(draft)]
    asked = [one for one in each if one.endswith("?")]
    said = [one for one in each if not one.endswith("?")]
    pairs = [f"{one} {other}" for one, other in product(dict.fromkeys(said), dict.fromkeys(asked))]
    return _fit([pair for pair in pairs if pair not in drafts], talk)


def _fit(texts: Sequence[str], talk: Sequence[Line]) -> list[str]:
    found = dict.fromkeys(text for text in texts if fault(text, talk) is None)
    return [text for text in found if reply_gate.refuse(text) is None]
