"""What the heads and the encoder's adapter learn from, of the corpora's talks and exchanges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agents.corpora import empathetic, esconv
from agents.corpora.exchanges import Exchange, of_esconv
from bot.dialog import STRATEGIES


@dataclass(frozen=True, slots=True)
class Felt:
    """A text somebody wrote about their own experience, and the emotion label of the conversation it is from."""

    text: str
    emotion: str
    situation: bool


def felt(dialogs: Iterable[empathetic.Dialog]) -> Iterator[Felt]:
    """Every situation, and every utterance of those who told one."""
    for dialog in dialogs:
        yield Felt(dialog.situation, dialog.emotion, True)
        for utterance in dialog.utterances:
            if utterance.speaker == "speaker":
                yield Felt(utterance.text, dialog.emotion, False)


def supported(dialogs: Iterable[esconv.Dialog]) -> Iterator[Exchange]:
    """Every message of a supporter that carries one of the eight strategies and answers something."""
    return (item for item in of_esconv(dialogs) if item.label in STRATEGIES and item.last)
