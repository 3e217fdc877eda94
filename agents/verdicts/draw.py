"""Drawing items: contexts of the written corpus, and for each some replies that could answer it, likely ones and less.

Candidates come from other dialogues of the corpus and from the bank, by the dual encoder, some of its first choices and
some further down; in some items the dialogue's own reply is among them. What the last gate refuses is no candidate.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from agents.corpora.written import Dialog
from agents.evaluation.vector_cache import Vectors
from agents.verdicts.item import Candidate, Item, Said
from skills import reply_gate
from skills.models.encoder import Piece

WRITTEN, BANK, OWN = "written", "bank", "own"
"""Sources: a reply of another dialogue, a line of the bank, and the reply that was given here."""
BANDS = ((0, 1), (1, 5), (5, 30))
"""Of the corpus's replies, best first, one is drawn from each of these; so the dual encoder's first is always there."""
LINES = 5
"""One of so many of the bank's best lines is drawn."""
OWN_SHARE = 0.25
"""Items in which the reply that was given is among the candidates; in the others a second one of the last band."""
LONGEST = 8
"""Messages of a talk that are shown."""


@dataclass(frozen=True, slots=True)
class Place:
    """A message of the person in a dialogue, by numbers."""

    talk: int
    position: int


def draw(
    dialogs: Sequence[Dialog],
    lines: Sequence[str],
    vectors: Vectors,
    count: int,
    seed: int,
    *,
    taken: Callable[[str], bool] = lambda _: False,
) -> Iterator[Item]:
    """`count` items, as evenly over the dialogues as can be. `taken` says which ids were drawn before."""
    rng = random.Random(seed)
    places = [place for place in _places(dialogs, rng) if not taken(identity(dialogs, place))][:count]
    replies = [
        (talk, said.text)
        for talk, dialog in enumerate(dialogs)
        for said in dialog.utterances
        if said.speaker == "supporter"
    ]
    shelf, bank = vectors.replies([text for _, text in replies]), vectors.replies(lines)
    owners = np.array([talk for talk, _ in replies])
    contexts = vectors.contexts([_pieces(dialogs, place) for place in places])
    for place, context in zip(places, contexts, strict=True):
        scores = np.where(owners == place.talk, -np.inf, shelf @ context)
        best = _allowed([replies[row][1] for row in np.argsort(-scores, kind="stable")[: 4 * BANDS[-1][1]]])
        said = _allowed([lines[row] for row in np.argsort(-(bank @ context), kind="stable")[: 4 * LINES]])
        yield _item(dialogs, place, best, said, rng)


def _item(dialogs: Sequence[Dialog], place: Place, best: list[str], said: list[str], rng: random.Random) -> Item:
    own = dialogs[place.talk].utterances[place.position + 1].text
    best = [text for text in best if text != own]
    chosen = [Candidate(best.pop(at), WRITTEN) for at in sorted((rng.randrange(*band) for band in BANDS), reverse=True)]
    chosen.append(Candidate(rng.choice([text for text in said if text != own][:LINES]), BANK))
    last = Candidate(own, OWN) if rng.random() < OWN_SHARE else Candidate(rng.choice(best[: BANDS[-1][1]]), WRITTEN)
    context = dialogs[place.talk].utterances[: place.position + 1][-LONGEST:]
    shown = tuple(Said(one.speaker, one.text) for one in context)
    return Item(identity(dialogs, place), name(dialogs[place.talk]), shown, (*chosen, last))


def name(dialog: Dialog) -> str:
    """A dialogue's name, by its first message: the same wherever it stands in the corpus."""
    return hashlib.sha256(f"{dialog.problem}\n{dialog.utterances[0].text}".encode()).hexdigest()[:10]


def identity(dialogs: Sequence[Dialog], place: Place) -> str:
    """An item's id: the dialogue's name and the message's number."""
    return f"{name(dialogs[place.talk])}.{place.position}"


def _places(dialogs: Sequence[Dialog], rng: random.Random) -> list[Place]:
    """Every message of the person, in rounds: one of each dialogue, then another of each, and so on."""
    rounds: dict[int, list[Place]] = {}
    for talk, dialog in enumerate(dialogs):
        own = [Place(talk, at) for at, said in enumerate(dialog.utterances) if said.speaker == "person"]
        for number, place in enumerate(rng.sample(own, len(own))):
            rounds.setdefault(number, []).append(place)
    return [place for number in sorted(rounds) for place in rng.sample(rounds[number], len(rounds[number]))]


def _pieces(dialogs: Sequence[Dialog], place: Place) -> list[Piece]:
    told = dialogs[place.talk].utterances[: place.position + 1]
    return [(said.speaker == "supporter", said.text) for said in told]


def _allowed(texts: Sequence[str]) -> list[str]:
    return [text for text in dict.fromkeys(texts) if reply_gate.refuse(text) is None]
