"""Cards of simulated seekers: who somebody is, what they tell bit by bit, what helps them and what hurts.

A card is a TOML file, its name the file's. `agents/seekers/README.md` says what each key means. They are made up:
nobody real said their words.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from agents.corpora.reading import refuse, text_of
from agents.seekers.manners import MANNERS
from agents.seekers.signs import HELPS, HURTS
from bot.errors import ConfigError
from skills.labels import POSITIVE, PROBLEMS

FOLDER = Path(__file__).with_name("cards")
GOOD_NEWS = "good news"
"""The problem of who has none; ESConv has no word for it."""
EMOTIONS = (
    "anger", "anxiety", "depression", "disgust", "fear", "guilt", "jealousy", "nervousness", "pain", "sadness", "shame",
)  # fmt: skip
"""What ESConv's seekers felt, in its 1,300-dialog release; good news has a glad one of EmpatheticDialogues' 32."""
FEWEST, MOST = 5, 8
"""Facts of a card."""
POINTS = range(1, 6)
"""ESConv's intensities."""


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is told in these words once its turn comes, or before where a reply asks with words of `about`."""

    text: str
    about: str


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody with a trouble or good news. `id` is the file's name.

    `eases` is said to what helped, `resists` to what hurt, `evades` to a question that no fact answers; `better` and
    `no_better` are closing words.
    """

    id: str
    who: str
    problem: str
    emotion: str
    intensity: int
    manner: str
    helps: tuple[str, ...]
    hurts: tuple[str, ...]
    opening: str
    facts: tuple[Fact, ...]
    eases: tuple[str, ...]
    resists: tuple[str, ...]
    evades: tuple[str, ...]
    better: str
    no_better: str

    @property
    def glad(self) -> bool:
        """Their feeling is a good one: what helps keeps it up."""
        return self.problem == GOOD_NEWS

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything they may ever say."""
        told = (fact.text for fact in self.facts)
        return (self.opening, *told, *self.eases, *self.resists, *self.evades, self.better, self.no_better)


@cache
def cards() -> tuple[Card, ...]:
    """The cards that come with Attune, by name."""
    return tuple(read(path) for path in sorted(FOLDER.glob("*.toml")))


def find(name: str) -> Card:
    """The card of a name, or that of a TOML file. Raises ConfigError or CorpusError."""
    if name.endswith(".toml"):
        return read(Path(name))
    for card in cards():
        if card.id == name:
            return card
    raise ConfigError(f"{name}: there is no such card; `attune seekers list` has {cards()[0].id}, for example")


def ordered(seed: int, first: str = "") -> list[Card]:
    """The cards in an order drawn by the seed, the one `first` names before all others. Raises as `find` does."""
    drawn = random.Random(seed).sample(cards(), len(cards()))
    if not first:
        return drawn
    named = find(first)
    return [named, *(card for card in drawn if card.id != named.id)]


def read(path: Path) -> Card:
    """The card of a file. CorpusError names the file and everything that is wrong with it."""
    try:
        held = {"id": path.stem, **tomllib.loads(text_of(path))}
        card = msgspec.convert(held, Card)
    except ValueError as error:  # what is no TOML, or of another shape
        refuse(path, None, str(error))
    if wrong := list(faults(card)):
        refuse(path, None, "; ".join(wrong))
    return card


def faults(card: Card) -> Iterator[str]:
    """What makes a card unusable, each with the value and the choices."""
    emotions = sorted(POSITIVE) if card.glad else EMOTIONS
    yield from _among("problem", [card.problem], (*PROBLEMS, GOOD_NEWS))
    yield from _among("emotion", [card.emotion], emotions)
    yield from _among("manner", [card.manner], tuple(MANNERS))
    yield from _among("helps", card.helps, HELPS)
    yield from _among("hurts", card.hurts, HURTS)
    if card.intensity not in POINTS:
        yield f"intensity = {card.intensity}: it is from {POINTS[0]} to {POINTS[-1]}"
    if not FEWEST <= len(card.facts) <= MOST:
        yield f"facts: there are {len(card.facts)}, and {FEWEST} to {MOST} are needed"
    for name in ("helps", "hurts", "eases", "resists", "evades"):
        if not getattr(card, name):
            yield f"{name}: it is empty"
    if any(not text.strip() for text in (card.who, *card.lines)):
        yield "a text is empty"
    for text in sorted({text for text in card.lines if card.lines.count(text) > 1}):
        yield f"{text!r} is there twice: nobody says a thing twice in a talk"


def _among(key: str, given: list[str] | tuple[str, ...], choices: tuple[str, ...] | list[str]) -> Iterator[str]:
    for value in given:
        if value not in choices:
            yield f"{key}: {value!r} is none of {', '.join(choices)}"
