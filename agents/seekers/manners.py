"""Manners of simulated seekers: how readily somebody tells, how much at once, and how much they bear.

Set by hand: they say how a person of a card behaves, and were fitted to nobody.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Manner:
    """`trust` at the beginning, from -2, closed, to 2, open; `patience`: after so many replies that hurt they go.

    `evasive`: they put off questions that no fact of theirs answers. `facts` are told at once by who is open.
    """

    trust: int
    patience: int
    evasive: bool = False
    facts: int = 1


MANNERS = {
    "open": Manner(trust=1, patience=5),
    "terse": Manner(trust=0, patience=3, evasive=True),
    "venting": Manner(trust=1, patience=4, facts=2),
    "resistant": Manner(trust=-2, patience=4, evasive=True),
    "joking": Manner(trust=0, patience=4, evasive=True),
    "self-blaming": Manner(trust=0, patience=5),
    "wants advice": Manner(trust=1, patience=4),
    "hostile": Manner(trust=-2, patience=4, evasive=True),
    "teenager": Manner(trust=-1, patience=3, evasive=True),
    "learner of English": Manner(trust=1, patience=5),
}
