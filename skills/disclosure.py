"""When the bot must say what it is, and when it points to people: by the times of the turns, never by their words.

After seven days away and every three hours of talk, or as the regions of the bot file ask (`bot.law`). At first contact
the doors say it themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from bot.dialog import Conversation, Reply, TurnView
from bot.frontends.console import HELLO
from bot.law import Duties
from bot.parts import part
from skills.care.state import CareState
from skills.intent import Acts

LONG = timedelta(hours=3)
"""So much talk in a day is much."""
DAY = timedelta(days=1)
PAUSE = timedelta(minutes=30)
"""A longer gap between two messages is no talk."""
WEEK, MOST_DAYS = timedelta(days=7), 5
"""So many days with talk in the last week are daily use."""
QUIET = frozenset({"greeting", "thanks", "small_talk"})
"""Acts beside which the person's own life may be mentioned: nothing heavy is told in them."""
BESIDE = QUIET | {"answers", "minimal"}

UNSUITABLE = (
    "A program like me may not be suitable for some young people. If it isn't what you need, that isn't your fault, "
    "and a grown-up you feel safe with may be able to help."
)
BREAK = (
    "We have been writing for a long while. If you like, have a break: a drink of water, a stretch, or some time with "
    "somebody you feel safe with. You can write on whenever you want to."
)
PEOPLE = (
    "You have written here a good deal lately, and you are welcome to. A person can be there in ways a program can't. "
    "If there is someone you could tell how things are, that may be worth doing."
)


@part("disclosure", version=1)
@dataclass(frozen=True, slots=True)
class Disclosed:
    """When the bot last said what it is, and when it last pointed to people. None: never within the talk."""

    at: datetime | None = None
    people: datetime | None = None


def notice(turn: TurnView, acts: Acts | None, due: Duties) -> Reply | None:
    """What is due to be said before the reply of this turn, if anything. At a goodbye nothing is."""
    said = turn.get(Disclosed) or Disclosed()
    names = acts.names if acts else frozenset()
    if "goodbye" in names:
        return None
    care = turn.get(CareState)
    minor = care is not None and care.minor
    gaps = _gaps(turn.conversation, said.at)
    long = _talked(gaps) >= (due.minors_every if minor else due.every)
    if long or any(gap >= due.away for gap in gaps) or (due.daily and _new_day(gaps)):
        tired = minor and long and care is not None and not care.level  # nothing stands between danger and its answer
        text = " ".join(_told(due, minor=minor, tired=tired))
        return Reply(text, "persona", 0.0, learnt=(replace(said, at=turn.now),))
    if names & QUIET and names <= BESIDE and _leans_on_it(turn.conversation, said, turn.now):
        return Reply(PEOPLE, "persona", 0.0, learnt=(replace(said, people=turn.now),))
    return None


def _told(due: Duties, *, minor: bool, tired: bool) -> Iterator[str]:
    yield from (HELLO, *due.words)
    if minor and due.unsuitable:
        yield UNSUITABLE
    if tired:
        yield BREAK


def _gaps(conversation: Conversation, since: datetime | None) -> list[timedelta]:
    """The times between messages since the bot last said what it is, or since the first contact."""
    times = [turn.at for turn in conversation.turns if since is None or turn.at >= since]
    return [later - earlier for earlier, later in pairwise(times)]


def _new_day(gaps: Sequence[timedelta]) -> bool:
    """Whether this is the first message of another talk, a day or more after the last notice."""
    return bool(gaps) and gaps[-1] > PAUSE and sum(gaps, timedelta()) >= DAY


def _talked(gaps: Sequence[timedelta]) -> timedelta:
    return sum((gap for gap in gaps if gap <= PAUSE), timedelta())


def _leans_on_it(conversation: Conversation, said: Disclosed, now: datetime) -> bool:
    if said.people is not None and now - said.people < WEEK:
        return False
    days = {turn.at.date() for turn in conversation.turns if now - turn.at < WEEK}
    return len(days) >= MOST_DAYS or _talked(_gaps(conversation, now - timedelta(days=1))) >= LONG
