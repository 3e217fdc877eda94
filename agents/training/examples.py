"""What the heads and the encoder's adapter learn from: the corpora cut into examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agents.corpora import empathetic, esconv
from bot.dialog import STRATEGIES
from skills.models.encoder import WINDOW, Piece


@dataclass(frozen=True, slots=True)
class Felt:
    """A text somebody wrote about their own experience, and the emotion label of the conversation it is from."""

    text: str
    emotion: str
    situation: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """A context and the reply a listener gave to it."""

    context: tuple[Piece, ...]
    reply: str
    emotion: str


@dataclass(frozen=True, slots=True)
class Supported:
    """A context of ESConv with the reply a supporter gave; `talk` is the number of its dialog.

    `past` are the strategies used so far, `position` counts the messages before.
    """

    talk: int
    context: tuple[Piece, ...]
    last: str
    reply: str
    strategy: str
    past: tuple[str, ...]
    position: int


def felt(dialogs: Iterable[empathetic.Dialog]) -> Iterator[Felt]:
    """Every situation, and every utterance of those who told one."""
    for dialog in dialogs:
        yield Felt(dialog.situation, dialog.emotion, True)
        for utterance in dialog.utterances:
            if utterance.speaker == "speaker":
                yield Felt(utterance.text, dialog.emotion, False)


def answered(dialogs: Iterable[empathetic.Dialog]) -> Iterator[Answered]:
    """Every reply of a listener with what was said before it."""
    for dialog in dialogs:
        pieces = [(utterance.speaker == "listener", utterance.text) for utterance in dialog.utterances]
        for place in range(1, len(pieces), 2):
            yield Answered(tuple(pieces[max(0, place - WINDOW) : place]), pieces[place][1], dialog.emotion)


def supported(dialogs: Iterable[esconv.Dialog]) -> Iterator[Supported]:
    """Every message of a supporter that carries one of the eight strategies and answers something."""
    for talk, dialog in enumerate(dialogs):
        pieces: list[Piece] = []
        past: list[str] = []
        last = ""
        for position, message in enumerate(dialog.utterances):
            if message.speaker == "supporter" and message.strategy in STRATEGIES:
                if last:
                    context = tuple(pieces[-WINDOW:])
                    yield Supported(talk, context, last, message.text, message.strategy, tuple(past), position)
                past.append(message.strategy)
            elif message.speaker == "seeker":
                last = message.text
            pieces.append((message.speaker == "supporter", message.text))
