"""Pairs of whole talks, as items of a study of kind `acute` (Li et al. 2019): of two systems with the same seeker.

Check pairs show whether somebody reads: a talk, and the same with what another talk's supporter said in it.
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from agents.verdicts.item import Candidate, Item, Said
from agents.verdicts.self_chat import Talk
from bot.errors import ConfigError

GOLD, MIXED = "gold", "mixed"
"""What the talks of a check pair are called: the one as it was held, and the one whose supporter answers another."""
BySystem = Mapping[str, Mapping[str, Talk]]


def pairs(talks: Sequence[Talk], count: int, checks: int, seed: int) -> list[Item]:
    """Of each two systems `count` pairs about as many seekers, drawn by seed, and `checks` check pairs.

    ConfigError where there are fewer. Talks in which both said the same are left out.
    """
    rng = random.Random(seed)
    by_system: dict[str, dict[str, Talk]] = defaultdict(dict)
    for talk in talks:
        by_system[talk.system][talk.seeker] = talk
    if len(by_system) < 2:
        raise ConfigError(f"two systems or more are compared, and there are talks of {', '.join(by_system) or 'none'}")
    found = [item for two in combinations(sorted(by_system), 2) for item in _compared(by_system, two, count, rng)]
    return [*found, *_checks(talks, checks, rng)]


def _compared(by_system: BySystem, two: tuple[str, str], count: int, rng: random.Random) -> Iterator[Item]:
    left, right = (by_system[name] for name in two)
    both = [seeker for seeker in sorted(left.keys() & right.keys()) if left[seeker].said != right[seeker].said]
    if len(both) < count:
        raise ConfigError(f"--count {count}: {' and '.join(two)} have {len(both)} different talks with the same seeker")
    for seeker in rng.sample(both, count):
        yield _item(left[seeker], right[seeker])


def _checks(talks: Sequence[Talk], count: int, rng: random.Random) -> Iterator[Item]:
    if count > len(talks):
        raise ConfigError(f"--checks {count}: there are {len(talks)} talks")
    for talk in rng.sample(talks, count):
        others = [one for one in talks if one.seeker != talk.seeker and len(one.said) >= len(talk.said)]
        if not others:
            raise ConfigError(f"--checks {count}: there is no other talk as long as that with {talk.seeker}")
        mixed = _mixed(talk.said, rng.choice(others).said)
        yield _item(Talk(GOLD, talk.seeker, talk.said), Talk(MIXED, talk.seeker, mixed))


def _mixed(said: Sequence[Said], other: Sequence[Said]) -> tuple[Said, ...]:
    """The person's lines of one talk with the supporter's of another."""
    return tuple(theirs if own.speaker == "supporter" else own for own, theirs in zip(said, other, strict=False))


def _item(*two: Talk) -> Item:
    """Its id names no system: readers could see it."""
    key = "\0".join(f"{one.system} {one.seeker}" for one in two)
    name = hashlib.sha256(key.encode()).hexdigest()[:12]
    return Item(name, two[0].seeker, (), tuple(Candidate("", one.system, one.said) for one in two))
