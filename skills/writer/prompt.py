"""Prompt: what the language model reads, a talk as lines of text, the next of which is the reply.

Every message is one line, and a supporter's may carry its strategy, as in ESConv's models (Liu et al. 2021, 5.1):

    Person: they moved my desk again
    Supporter [Question]: Again? When was the last time?

The next reply begins with its strategy, which the model chooses where it isn't given; it may also have none, as most
replies of EmpatheticDialogues (Rashkin et al. 2019).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

OPENING = "A talk between a person and a supporter. The supporter answers what was just said, plainly and warmly.\n"
PERSON, SUPPORTER = "Person", "Supporter"
NO_STRATEGY = ""
END = "\n"
ROOM = 6000
"""Characters of a talk that are read, the newest ones; training knows talks of up to 1,400 pieces of text."""
CONTROL = re.compile(r"<(?=/?[a-z_]+\d*>)")
"""What would be read as a mark of the model's own, such as <eos>."""


class Line(NamedTuple):
    """One message of a talk. A supporter's may have a strategy."""

    supporter: bool
    text: str
    strategy: str = ""


def prompt(talk: Sequence[Line], strategy: str | None = None) -> str:
    """The talk up to where the next reply is to be written: after its strategy, where one or none is given."""
    kept: list[str] = []
    left = ROOM
    for line in reversed([written(line) for line in talk]):
        left -= len(line)
        if left < 0 and kept:
            break
        kept.append(line[-ROOM:])
    begun = f"{SUPPORTER} [" if strategy is None else _begun(strategy)
    return OPENING + "".join(reversed(kept)) + begun


def written(line: Line) -> str:
    """A message as a line of text, whatever its own lines were."""
    said = CONTROL.sub("< ", " ".join(line.text.split()))
    if not line.supporter:
        return f"{PERSON}: {said}{END}"
    return f"{_begun(line.strategy)} {said}{END}"


def _begun(strategy: str) -> str:
    return f"{SUPPORTER} [{strategy}]:" if strategy else f"{SUPPORTER}:"


def read(text: str, strategy: str | None = None) -> tuple[str, str]:
    """(strategy, reply) of what the model wrote after a prompt; an empty reply where it chose no strategy."""
    if strategy is not None:
        return strategy, text.strip()
    found, mark, reply = text.partition("]:")
    return (found.strip(), reply.strip()) if mark else ("", "")
