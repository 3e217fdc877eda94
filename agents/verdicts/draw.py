"""Drawing items: contexts of the written corpus, and for each some replies that could answer it, likely ones and less.

Candidates come from other dialogues of the corpus and from our shelf, by the dual encoder less what they bring up that
nobody spoke of, some of the first and some further down; in some items the dialogue's own reply is among them, in some
the dual encoder's plain first choice. What the last gate refuses is no candidate.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.corpora.written import Dialog
from agents.evaluation.vector_cache import Vectors
from agents.matching import Floats
from agents.verdicts.item import Candidate, Item, Said
from skills import reply_gate
from skills.models.encoder import Piece
from skills.models.tidy import words

WRITTEN, SHELF, OWN = "written", "shelf", "own"
"""Sources: a reply of another dialogue, a line of the shelf, and the reply that was given here."""
BANDS = ((0, 1), (1, 4), (4, 10), (10, 30))
"""One candidate is drawn from each of these, of all that could be said best first."""
READ = 400
"""So many of the dual encoder's likeliest are looked at word by word."""
FOREIGN, COMMON = 0.03, 5.0
"""What a word costs that the talk does not hold, for each nat by which it is rarer than e^-5 of the replies."""
OWN_SHARE = 1 / 3
"""Items in which the reply that was given is the fifth candidate; in as many it is the dual encoder's first choice."""
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
    shelf = Shelf.of(dialogs, lines, vectors)
    contexts = vectors.contexts([_pieces(dialogs, place) for place in places])
    for place, context in zip(places, contexts, strict=True):
        told = dialogs[place.talk].utterances
        held = {word for said in told[: place.position + 1] for word in told_words(said.text)}
        plain, best = shelf.best(context, place.talk, held)
        own = told[place.position + 1].text
        chosen = _chosen([one for one in best if one.text != own], [one for one in plain if one.text != own], own, rng)
        shown = tuple(Said(said.speaker, said.text) for said in told[: place.position + 1][-LONGEST:])
        yield Item(identity(dialogs, place), name(dialogs[place.talk]), shown, tuple(chosen))


@dataclass(frozen=True, slots=True)
class Shelf:
    """All that could be said: candidates, their words, vectors (n, d), the dialogue each is of (-1: none).

    `rarity` is of every word in the replies, in nats.
    """

    candidates: list[Candidate]
    words: list[set[str]]
    vectors: Floats
    talks: NDArray[np.int64]
    rarity: dict[str, float]

    @classmethod
    def of(cls, dialogs: Sequence[Dialog], lines: Sequence[str], vectors: Vectors) -> Shelf:
        told = [
            (talk, said.text)
            for talk, dialog in enumerate(dialogs)
            for said in dialog.utterances
            if said.speaker == "supporter"
        ]
        texts = [text for _, text in told]
        counts = Counter(word for text in texts for word in told_words(text))
        rarity = {word: float(np.log(len(texts) / count)) for word, count in counts.items()}
        candidates = [Candidate(text, WRITTEN) for text in texts] + [Candidate(text, SHELF) for text in lines]
        talks = np.array([talk for talk, _ in told] + [-1] * len(lines))
        both = np.concatenate([vectors.replies(texts), vectors.replies(lines)])
        allowed = [row for row, one in enumerate(candidates) if reply_gate.refuse(one.text) is None]
        kept = [candidates[row] for row in allowed]
        return cls(kept, [told_words(one.text) for one in kept], both[allowed], talks[allowed], rarity)

    def best(self, context: Floats, talk: int, held: AbstractSet[str]) -> tuple[list[Candidate], list[Candidate]]:
        """What goes with a context, best first: by the dual encoder alone, and less what it brings up."""
        scores = np.where(self.talks == talk, -np.inf, self.vectors @ context)
        near = np.argsort(-scores, kind="stable")[:READ]
        less = scores[near] - FOREIGN * np.array([self.foreign(self.words[row], held) for row in near])
        best = near[np.argsort(-less, kind="stable")]
        return [self.candidates[row] for row in near], [self.candidates[row] for row in best]

    def foreign(self, said: AbstractSet[str], held: AbstractSet[str]) -> float:
        """How much words bring up that the talk does not hold: their rarity beyond `COMMON`, in nats."""
        rarest = float(np.log(len(self.candidates)))
        return sum(max(0.0, self.rarity.get(word, rarest) - COMMON) for word in said - held)


def told_words(text: str) -> set[str]:
    """The words of a text, without what follows an apostrophe of possession."""
    return {word.removesuffix("'s") for word in words(text)}


def _chosen(best: list[Candidate], plain: list[Candidate], own: str, rng: random.Random) -> list[Candidate]:
    """One of each band, and the own reply, the first by cosine alone, or one more."""
    best = list({one.text: one for one in best}.values())
    found = [best.pop(at) for at in sorted((rng.randrange(*band) for band in BANDS), reverse=True)]
    kind = rng.random()
    if kind < OWN_SHARE:
        return [*found, Candidate(own, OWN)]
    fresh = [one for one in plain if one.text not in {other.text for other in found}]
    if kind < 2 * OWN_SHARE:
        return [*found, fresh[0]]
    return [*found, rng.choice(best[: BANDS[-1][1]])]


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
