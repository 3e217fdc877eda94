"""Simulated participants, so that a study can be tried before people see it. They are no people, and are marked so.

Each contestant has a hidden quality, drawn by seed; what a participant answers leans on it, with noise of their own.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from agents.verdicts.item import Item
from bot.errors import StudyError
from worlds.studies import pre_chat
from worlds.studies.codebook import BESIDE
from worlds.studies.judging import MARKS, TIES, Choice, Compared, Given, Judgement, Labelled, Ranking, Rating
from worlds.studies.ledger import Ledger
from worlds.studies.pre_chat import ASKED
from worlds.studies.progress import Agreed, Began, Judged, Progress, Stopped, Surveyed
from worlds.studies.quality import attentive, may_support
from worlds.studies.study import BEFORE, Loaded

NOISE, TIE, LEAVES = 0.8, 0.25, 0.05
"""How far answers stray from a contestant's quality, within which two are alike, and how many stop on the way."""
KNOWS, LEARNERS = 0.95, 40
"""How often a lesson is answered rightly, and how many are tried for one who is to pass the exam."""
RANKS, STRAY, LED = (0.5, 0.15, 0.1), 0.15, 0.1
"""How often a suggested label of each rank is the hidden one, and how often somebody errs or follows the first."""


def quality(loaded: Loaded, name: str) -> float:
    """A contestant's hidden quality, from -1 to 1; what people wrote is the best."""
    if name == loaded.study.quality.gold:
        return 1.5
    drawn = hashlib.sha256(f"{loaded.study.seed} {name}".encode()).digest()
    return 2 * drawn[0] / 255 - 1


async def begin(loaded: Loaded, ledger: Ledger, name: str, now: datetime) -> Progress:
    """A simulated participant comes, agrees and has read the instructions."""
    await ledger.meet(name, now, simulated=True)
    await ledger.step(name, Agreed(agrees=True, adult=True, version=loaded.study.consent.version, items=()), now)
    return await ledger.step(name, Began(), now)


async def learn(loaded: Loaded, ledger: Ledger, name: str, progress: Progress, rng: random.Random) -> Progress:
    """All lessons, if there are any for this participant."""
    judged: list[Judgement] = []
    while progress.phase == "task" and (lesson := loaded.lesson(progress.item)):
        given = lesson.right if rng.random() < KNOWS else (lesson.right + 1) % len(lesson.options)
        judged.append(Judgement(f"{name}-{lesson.name}", lesson.name, Choice(given), 20.0))
        event = Judged(lesson.name, may_support(loaded, judged))
        progress = await ledger.step(name, event, datetime.now(UTC), judged[-1])
    return progress


async def end(ledger: Ledger, name: str, now: datetime) -> None:
    """The talk of the last item is done, and the survey is filled in."""
    progress = await ledger.meet(name, now)
    await ledger.step(name, Judged(progress.items[-1]), now)
    await ledger.step(name, Surveyed(attentive=True), now)


async def simulate(loaded: Loaded, ledger: Ledger, number: int) -> str:
    """Take one simulated participant through the study; returns their name."""
    rng = random.Random(f"{loaded.study.seed} {number}")
    name, now = f"simulated-{loaded.study.seed}-{number}", datetime.now(UTC)
    progress = await begin(loaded, ledger, name, now)
    while progress.phase == "task":
        if rng.random() < LEAVES / len(progress.items):
            await ledger.step(name, Stopped(), now)
            return name
        shown, seconds = progress.item, rng.uniform(8, 60)
        now += timedelta(seconds=seconds)
        given = _given(loaded, loaded.item(shown), rng)
        judgement = Judgement(f"{name}-{shown}", shown, given, round(seconds, 1))
        progress = await ledger.step(name, Judged(shown), now, judgement)
    known = await ledger.known(name)
    if progress.phase == "survey" and known:
        await ledger.step(name, Surveyed(attentive(loaded, known)), now)
    return name


def _given(loaded: Loaded, item: Item, rng: random.Random) -> Given:
    ties = loaded.study.ties
    felt = [quality(loaded, item.candidates[at].source) + rng.gauss(0, NOISE) for at in loaded.shown(item)]
    if item.id == BEFORE:
        return pre_chat.read({name: rng.choice(options) for name, (_, options) in ASKED.items()})
    if loaded.compares(item):
        asked_both = [one.name for one in loaded.study.compare]
        return Compared({name: _choice([each + rng.gauss(0, NOISE / 2) for each in felt], ties) for name in asked_both})
    match loaded.study.kind:
        case "rating" | "chat":
            asked = loaded.study.question
            return Rating({one.name: tuple(_point(each, one.points, rng) for each in felt) for one in asked})
        case "ab" | "ab_turns":
            return _choice(felt, ties)
        case "ranking":
            return Ranking(tuple(MARKS[0 if each > 0.5 else 1 if each > -0.5 else 2] for each in felt))
        case "annotation":
            return _label(loaded, item, rng)
        case _:
            raise StudyError("nothing is judged in a collection of talks")


def _label(loaded: Loaded, item: Item, rng: random.Random) -> Labelled:
    """A hidden label of the item, mostly; led astray by a suggestion now and then, and by chance."""
    names = [one.name for one in loaded.codebook]
    hidden = random.Random(f"{loaded.study.seed} {item.id}")
    suggested = [one.text for one in item.candidates][: len(RANKS)]
    likely = [*suggested, hidden.choice(names)]
    true = hidden.choices(likely, [*RANKS[: len(suggested)], 1 - sum(RANKS[: len(suggested)])])[0]
    if rng.random() < STRAY:
        return Labelled(rng.choice([*names, *BESIDE]))
    led = suggested and not loaded.blind(item) and rng.random() < LED
    return Labelled(suggested[0] if led else true)


def _choice(felt: Sequence[float], ties: bool) -> Choice:
    if ties and abs(felt[0] - felt[1]) < TIE:
        return Choice(tie=TIES[int(sum(felt) < 0)])
    return Choice(int(felt[1] > felt[0]))


def _point(felt: float, points: int, rng: random.Random) -> int:
    middle = (points + 1) / 2
    return min(points, max(1, round(middle + felt * points / 4 + rng.gauss(0, 0.4))))
