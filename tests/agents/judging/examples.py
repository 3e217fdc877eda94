"""Items that the tests of judges share: replies of two contestants, and two whole talks."""

from __future__ import annotations

from agents.judging.pairs import Pair
from agents.judging.questions import Question
from agents.verdicts.item import Candidate, Item, Said

LONG = "That is close to Friday. Which room would hurt most to leave unpacked?"
COMFORT = Question("Comforting", "Which bot was more skillful in comforting you?")
FLUENCY = Question("Fluency", "Which bot's responses were more fluent and understandable?")


def item(number: int, *replies: tuple[str, str], **more: str) -> Item:
    candidates = tuple(Candidate(text, source) for source, text in replies or (("one", LONG), ("two", "Oh no.")))
    return Item(f"i{number}", f"t{number}", (Said("person", f"we move on day {number}"),), candidates, **more)


TALKS = Item(
    "w",
    "esconv-3",
    (),
    (
        Candidate("", "one", (Said("person", "He left."), Said("supporter", "Left you, after all these years."))),
        Candidate("", "two", (Said("person", "He left."), Said("supporter", "I see."))),
    ),
)
PAIR, WHOLE = Pair(item(1), 0, 1), Pair(TALKS, 0, 1)
