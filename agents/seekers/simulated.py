"""A simulated seeker: the state machine that plays a card. It is a script, and understands nothing that it is told.

    opening --reply--> a fact | an evasion | a resistance | ... --reply--> closing words

Pure: state and a supporter's reply in, the next words and state out; what is drawn is drawn by seed. Nothing is said
twice, so every talk ends. Intensity, trust and their steps are set by hand and were fitted to nobody.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

from agents.corpora.esconv import Survey
from agents.seekers.cards import POINTS, Card
from agents.seekers.manners import MANNERS, Manner
from agents.seekers.signs import Appraisal, appraise

STEP = 0.5
"""How far a reply that helped or hurt moves the intensity."""
EASED = 1.0
"""How far it has moved where a talk made things better."""
WARY, TRUSTING = -2, 2
EVADES = 0.5
"""How often who is evasive puts off a question that no fact answers."""


@dataclass(frozen=True, slots=True)
class State:
    """A talk so far. `told` are the places of facts told, `said` every text of the card that was said.

    `words` is what the seeker said last, `before` how each reply was read, `over` that they have closed.
    """

    card: Card
    seed: int
    intensity: float
    trust: int
    words: str
    said: frozenset[str]
    told: tuple[int, ...] = ()
    before: tuple[Appraisal, ...] = ()
    over: bool = False

    @property
    def manner(self) -> Manner:
        return MANNERS[self.card.manner]

    @property
    def hurts(self) -> int:
        """How many replies hurt so far."""
        return sum(bool(reply.hurt) for reply in self.before)

    @property
    def helps(self) -> int:
        return sum(bool(reply.helped) for reply in self.before)

    @property
    def better(self) -> bool:
        """Whether the talk has helped: the feeling has eased, or, a glad one, it was not spoilt."""
        moved = self.intensity - self.card.intensity
        return moved >= 0 if self.card.glad else -moved >= EASED


def begin(card: Card, seed: int) -> State:
    """The talk after its opening."""
    trust = MANNERS[card.manner].trust
    return State(card, seed, float(card.intensity), trust, card.opening, frozenset({card.opening}))


def answer(state: State, text: str, strategy: str | None = None, *, last: bool = False) -> State:
    """The talk after a supporter's reply of this strategy (None: unknown) and the seeker's `words` to it.

    `last`: nothing can follow, so that they close. Raises ValueError after the closing words.
    """
    if state.over:
        raise ValueError(f"the seeker {state.card.id} has closed this talk")
    read = appraise(state.card, text, strategy, told=state.told, last=state.words, before=state.before)
    state = _felt(state, read)
    if last or state.hurts >= state.manner.patience:
        return _closed(state)
    if read.hurt and (refusal := _unsaid(state, state.card.resists)):
        return _said(state, refusal)
    if _puts_off(state, read) and (evasion := _unsaid(state, state.card.evades)):
        return _said(state, evasion)
    return _tells(state, read)


def survey(state: State) -> Survey:
    """ESConv's survey of the seeker: intensity before and after; empathy and relevance by how many replies helped and

    how many took up what was said. Nobody felt any of it.
    """
    count = max(1, len(state.before))
    empathy = 3 + 2 * (state.helps - state.hurts) / count
    relevance = 1 + 4 * sum(reply.echoes or bool(reply.near) for reply in state.before) / count
    after, *marks = (_point(value) for value in (state.intensity, empathy, relevance))
    return Survey(state.card.intensity, after, *marks)


def stars(replies: Iterable[Appraisal]) -> int:
    """What a seeker of ESConv gives for the last replies, from 1 to 5."""
    return _point(3 + sum(bool(reply.helped) - bool(reply.hurt) for reply in replies))


def _felt(state: State, read: Appraisal) -> State:
    """Intensity and trust after a reply."""
    turn = bool(read.helped) - bool(read.hurt)
    moved = state.intensity + STEP * (turn if state.card.glad else -turn)
    trust = min(TRUSTING, max(WARY, state.trust + turn))
    intensity = min(float(POINTS[-1]), max(float(POINTS[0]), moved))
    return replace(state, intensity=intensity, trust=trust, before=(*state.before, read))


def _puts_off(state: State, read: Appraisal) -> bool:
    """Who is closed puts off what comes, and who is evasive now and then a question that no fact answers."""
    if read.helped or (read.asks and read.near):
        return False
    return state.trust < 0 or (read.asks and state.manner.evasive and _rng(state).random() < EVADES)


def _tells(state: State, read: Appraisal) -> State:
    """The fact that was asked about, or the next in turn, after a word to what helped; closing words after the last."""
    left = [place for place in range(len(state.card.facts)) if place not in state.told]
    if not left:
        return _closed(state)
    asked = [place for place in read.near if read.asks]
    count = state.manner.facts if state.trust > 0 else 1
    places = [*asked, *(place for place in left if place not in asked)][:count]
    eased = _unsaid(state, state.card.eases) if read.helped else None
    told = [state.card.facts[place].text for place in places]
    return _said(replace(state, told=(*state.told, *places)), *([eased] if eased else []), *told)


def _closed(state: State) -> State:
    words = state.card.better if state.better else state.card.no_better
    return replace(_said(state, words), over=True)


def _said(state: State, *texts: str) -> State:
    return replace(state, words=_joined(texts), said=state.said | set(texts))


def _joined(texts: Iterable[str]) -> str:
    """One message; what ends without a mark gets a full stop before the next."""
    first, *rest = texts
    for text in rest:
        first += f"{'' if first[-1] in '.!?' else '.'} {text}"
    return first


def _unsaid(state: State, texts: Iterable[str]) -> str | None:
    """One of the texts that was not said yet, drawn by seed."""
    left = [text for text in texts if text not in state.said]
    return _rng(state).choice(left) if left else None


def _rng(state: State) -> random.Random:
    return random.Random(f"{state.seed} {state.card.id} {len(state.before)}")


def _point(value: float) -> int:
    """The nearest point of the scale, halves upwards."""
    return min(POINTS[-1], max(POINTS[0], int(value + 0.5)))
