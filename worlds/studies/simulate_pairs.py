"""Simulated pairs, so that a collection of talks can be tried before people see it. They are marked as simulated."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from agents.seekers.parts import CardPart
from bot.dialog import STRATEGIES
from worlds.studies import support
from worlds.studies.ledger import Ledger
from worlds.studies.room import TALKS, Finished, Joined, Said, Told
from worlds.studies.rooms import OzRooms, SpeakerListenerRooms, SupportRooms, WritingRooms, open_rooms
from worlds.studies.simulate import LEARNERS, begin, end, learn
from worlds.studies.simulate_dialogs import simulate_oz, simulate_writing
from worlds.studies.simulate_seekers import form, survey, troubled
from worlds.studies.study import Loaded
from worlds.studies.support import Answered, Rated, Support

ENDS, MORE = 0.3, 0.2
"""How often a talk that is long enough ends, and how often a supporter's message is followed by another."""


async def simulate_talks(loaded: Loaded, ledger: Ledger, url: str, numbers: Iterable[int]) -> None:
    """Take people through a collection of any kind, for each number those of one room."""
    async with open_rooms(url, loaded) as rooms:
        for number in numbers:
            match rooms:
                case SpeakerListenerRooms():
                    await simulate_pair(loaded, ledger, rooms, number)
                case SupportRooms():
                    await simulate_support(loaded, ledger, rooms, number)
                case WritingRooms():
                    await simulate_writing(loaded, ledger, rooms, number)
                case OzRooms():
                    await simulate_oz(loaded, ledger, rooms, number)


async def simulate_pair(loaded: Loaded, ledger: Ledger, rooms: SpeakerListenerRooms, number: int) -> list[str]:
    """Take two simulated participants through both talks with each other; returns their names."""
    rng = random.Random(f"{loaded.study.seed} pair {number}")
    names, now = [f"simulated-{loaded.study.seed}-{number}-{seat}" for seat in range(TALKS)], datetime.now(UTC)
    for name in names:
        await begin(loaded, ledger, name, now)
        told = Told(rng.choice(await rooms.offered(name)), "A simulated situation.")
        room = await rooms.join(name, Joined(told), now)
    while not room.over:
        name = room.seats[room.turn]
        now += timedelta(seconds=rng.uniform(8, 60))
        if room.may_finish and rng.random() < ENDS:
            room = await rooms.step(name, Finished(room.talk), now)
        else:
            text = f"Simulated words, {len(room.talks[room.talk]) + 1}."
            room = await rooms.step(name, Said(f"{name}-{now.timestamp()}", text), now)
    for name in names:
        await end(ledger, name, now)
    return names


async def simulate_support(loaded: Loaded, ledger: Ledger, rooms: SupportRooms, number: int) -> list[str]:
    """Take a simulated supporter and a seeker through a talk; who doesn't pass the exam is followed by another.

    A card plays the seeker.
    """
    rng, part = random.Random(f"{loaded.study.seed} support {number}"), troubled(loaded, str(number))
    now, names = datetime.now(UTC), list[str]()
    for attempt in range(LEARNERS):
        name = f"simulated-{loaded.study.seed}-{number}-{attempt}"
        progress = await learn(loaded, ledger, name, await begin(loaded, ledger, name, now), rng)
        if progress.phase == "done":
            continue
        found = await rooms.join(name, support.Joined(form(part.card) if progress.item == "seeker" else None), now)
        names.append(name)
        if len(names) == TALKS:
            break
    while not found.over:
        now += timedelta(seconds=rng.uniform(8, 60))
        name = names[0] if found.role(names[0]) == found.turn else names[1]
        if found.finished:
            for each in names:
                found = await rooms.step(each, Answered(_survey(found, each, part, rng)), now)
            break
        found = await rooms.step(name, _does(found, part, rng, f"{name}-{now.timestamp()}"), now)
    for name in names:
        await end(ledger, name, now)
    return names


def _does(found: Support, part: CardPart, rng: random.Random, name: str) -> support.Event:
    if found.may_finish and part.over:
        return support.Finished()
    if found.turn == "seeker" and found.unrated:
        return Rated(sum(one.role == "supporter" for one in found.said), part.stars())
    if found.turn == "seeker" and not part.over:
        return support.Said(name, part.next())
    text = f"These are the simulated words of the {found.turn}, number {len(found.said) + 1}."
    if found.turn == "seeker":
        return support.Said(name, text)
    strategy = rng.choice(STRATEGIES)
    part.hear(text, strategy)
    return support.Said(name, text, strategy, more=rng.random() < MORE)


def _survey(found: Support, name: str, part: CardPart, rng: random.Random) -> support.Survey:
    if found.role(name) == "supporter" or part.state is None:
        return support.SupporterSurvey(rng.choice((3, 4, 5)))
    return survey(part.state)
