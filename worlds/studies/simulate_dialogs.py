"""Simulated self-dialogs and talks of a Wizard of Oz, to try a study before people see it. They are marked so.

A card speaks for the person, whatever situation is laid before them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from agents.seekers.parts import CardPart
from bot.dialog import STRATEGIES
from worlds.assist.suggestions import Draft, Suggestions
from worlds.studies import self_dialog, wizard_of_oz
from worlds.studies.ledger import Ledger
from worlds.studies.meeting import TWO
from worlds.studies.progress import Judged
from worlds.studies.rooms import OzRooms, WritingRooms
from worlds.studies.self_dialog import Begun, Undone
from worlds.studies.simulate import LEARNERS, begin, end, learn
from worlds.studies.simulate_seekers import anybody
from worlds.studies.study import Loaded
from worlds.studies.wizard_of_oz import WIZARD, Joined, Oz, Prompted

UNDOES = 0.1
"""How often a turn is taken back."""
DRAFTS, SENDS, EDITS = 3, 0.5, 0.3
"""Drafts for a wizard, and how often one is sent as it is or with changes."""


async def simulate_writing(loaded: Loaded, ledger: Ledger, rooms: WritingRooms, number: int) -> str:
    """Take a simulated participant through the self-dialogs; returns their name."""
    rng, now = random.Random(f"{loaded.study.seed} writing {number}"), datetime.now(UTC)
    name = f"simulated-{loaded.study.seed}-{number}"
    progress = await begin(loaded, ledger, name, now)
    writing = await rooms.join(name, self_dialog.Joined(), now)
    for place in progress.items:
        least = loaded.situation(place).least or writing.least
        writing, part = await rooms.step(name, Begun(place, least), now), anybody(loaded, f"{number} {place}")
        while not ((dialog := writing.dialogs[-1]).may_finish and (part.over or _full(writing))):
            now += timedelta(seconds=rng.uniform(8, 60))
            if dialog.said and rng.random() < UNDOES:
                writing = await rooms.step(name, Undone(place, dialog.said[-1].id), now)
            else:
                text = dialog.undone or _words(part, [turn.text for turn in dialog.said])
                writing = await rooms.step(name, self_dialog.Said(place, f"{name}-{now.timestamp()}", text), now)
        writing = await rooms.step(name, self_dialog.Finished(place), now)
        await ledger.step(name, Judged(place), now)
    await end(ledger, name, now)
    return name


async def simulate_oz(loaded: Loaded, ledger: Ledger, rooms: OzRooms, number: int) -> list[str]:
    """Take a simulated wizard and a user through a talk; who doesn't pass the exam is followed by another."""
    rng, now = random.Random(f"{loaded.study.seed} oz {number}"), datetime.now(UTC)
    names, part = list[str](), anybody(loaded, str(number))
    for attempt in range(LEARNERS):
        name = f"simulated-{loaded.study.seed}-{number}-{attempt}"
        progress = await learn(loaded, ledger, name, await begin(loaded, ledger, name, now), rng)
        if progress.phase == "done":
            continue
        oz = await rooms.join(name, Joined("" if progress.item == WIZARD else progress.item), now)
        names.append(name)
        if len(names) == TWO:
            break
    while not oz.over:
        now += timedelta(seconds=rng.uniform(8, 60))
        name = oz.seats[oz.roles.index(oz.turn)]
        if oz.may_finish and part.over:
            oz = await rooms.step(name, wizard_of_oz.Finished(), now)
            continue
        if oz.turn == WIZARD:
            oz = await rooms.step(name, Prompted(len(oz.said), _drafts(len(oz.said), rng)), now)
        oz = await rooms.step(name, wizard_of_oz.Said(f"{name}-{now.timestamp()}", _answer(oz, part, rng)), now)
    for name in names:
        await end(ledger, name, now)
    return names


def _full(writing: self_dialog.Writing) -> bool:
    return len(writing.dialogs[-1].said) >= writing.most


def _words(part: CardPart, said: Sequence[str]) -> str:
    """The next turn: the person's by the card, until it has closed, and a listener's, who says nothing real."""
    role = "listener" if len(said) % TWO else "person"
    if role == "listener" or part.over:
        return f"These are the simulated words of the {role}, number {len(said) + 1}."
    if said:
        part.hear(said[-1])
    return part.next()


def _drafts(place: int, rng: random.Random) -> Suggestions:
    """Made-up drafts, since no bot is asked."""
    strategies = rng.sample(STRATEGIES, DRAFTS)
    texts = [f"This is a simulated draft of the kind {name}, after {place} messages." for name in strategies]
    return Suggestions(tuple(Draft(text, name, 0.5) for text, name in zip(texts, strategies, strict=True)))


def _answer(oz: Oz, part: CardPart, rng: random.Random) -> str:
    """The user's words; or the wizard's: a draft, one with another word in it, or words of their own."""
    drawn = rng.random()
    if oz.prompt is None or drawn > SENDS + EDITS:
        return _words(part, [one.text for one in oz.said])
    draft = rng.choice(oz.prompt.drafts).text
    return draft if drawn < SENDS else draft.replace("simulated", "changed")
