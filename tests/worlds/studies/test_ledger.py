"""What a participant did is on the disk once a step has ended, never twice, and items are laid out evenly."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import StudyError
from bot.testing.scripted import NOON
from tests.worlds.studies.conftest import Make
from worlds.studies.check import load
from worlds.studies.judging import Choice, Judgement
from worlds.studies.ledger import Ledger
from worlds.studies.progress import Agreed, Began, Judged, Progress, Skipped, Stopped
from worlds.studies.study import Loaded

YES = Agreed(agrees=True, adult=True, version="1", items=())


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'studies.db'}"


@asynccontextmanager
async def opened(url: str, loaded: Loaded, *names: str) -> AsyncIterator[Ledger]:
    """A ledger with participants who have begun."""
    async with Ledger.open(url, loaded) as ledger:
        for name in names:
            await ledger.meet(name, NOON)
            await ledger.step(name, YES, NOON)
            await ledger.step(name, Began(), NOON)
        yield ledger


def choice(progress: Progress, preferred: int, name: str = "one") -> Judgement:
    return Judgement(name, progress.item, Choice(preferred), 9.0)


async def test_a_judgement_sent_twice_is_one_and_a_later_one_counts(make: Make, url: str) -> None:
    async with opened(url, make("ab"), "p") as ledger:
        progress = await ledger.meet("p", NOON)
        for _ in range(3):
            await ledger.step("p", Judged(progress.item), NOON, choice(progress, 0))
        await ledger.step("p", Judged(progress.item), NOON, choice(progress, 1, "two"))
        known = await ledger.known("p")
        assert known
        assert [one.given for one in known.judgements] == [Choice(0), Choice(1)]
        assert known.latest[progress.item].given == Choice(1)
        await ledger.step("p", Skipped(progress.item), NOON)
        again = await ledger.known("p")
        assert again
        assert again.latest == {}
        assert len(again.judgements) == 2  # nothing is deleted


async def test_it_goes_on_where_it_was_in_another_process(make: Make, url: str) -> None:
    loaded = make("ab")
    async with opened(url, loaded, "p") as ledger:
        first = await ledger.meet("p", NOON)
        await ledger.step("p", Judged(first.item), NOON + timedelta(minutes=1), choice(first, 0))
    async with Ledger.open(url, loaded) as ledger:
        again = await ledger.meet("p", NOON + timedelta(days=1))
        assert (again.items, again.place) == (first.items, 1)
        (known,) = await ledger.everybody()
        assert (known.began, known.at) == (NOON, NOON + timedelta(minutes=1))


async def test_items_are_laid_before_equally_many_also_when_all_come_at_once(make: Make, url: str) -> None:
    async with Ledger.open(url, make("ab", per_participant=3)) as ledger:

        async def come(name: str) -> Progress:
            await ledger.meet(name, NOON)
            return await ledger.step(name, YES, NOON)

        found = await asyncio.gather(*(come(f"p{number}") for number in range(33)))
        counts = Counter(name for progress in found for name in progress.items)
        assert all(len(set(progress.items)) == 3 for progress in found)
        assert max(counts.values()) - min(counts.values()) <= 1
        assert len({progress.items for progress in found}) > 20


async def laid(ledger: Ledger, *names: str, after: timedelta = timedelta()) -> Counter[str]:
    """How often each item is laid before those who come then."""
    counts = Counter[str]()
    for name in names:
        await ledger.meet(name, NOON + after)
        counts.update((await ledger.step(name, YES, NOON + after)).items)
    return counts


async def test_what_somebody_who_stops_has_not_seen_is_laid_before_others(make: Make, url: str) -> None:
    async with opened(url, make("ab"), "p") as ledger:
        mine = (await ledger.meet("p", NOON)).items
        await ledger.step("p", Judged(mine[0]), NOON, Judgement("one", mine[0], Choice(0), 9.0))
        for _ in range(2):  # the form came twice
            await ledger.step("p", Stopped(), NOON)
        found = Counter(mine[:1]) + await laid(ledger, "q", "r", "s")
        # 16 of ten items: as evenly as it can be, the four that p hasn't seen among them.
        assert sorted(found.values()) == [1] * 4 + [2] * 6


async def test_who_does_nothing_for_long_is_taken_to_have_gone_and_may_come_again(make: Make, url: str) -> None:
    loaded, late = make("ab", first="hold = 30"), timedelta(minutes=31)
    async with opened(url, loaded, "p") as ledger:
        mine = {*(await ledger.meet("p", NOON)).items}
        assert not mine & {*await laid(ledger, "q", after=timedelta(minutes=29))}
        # Of ten items q has five; p's are others' again, so that r has those that nobody seems to have.
        assert {*await laid(ledger, "r", after=late)} == mine
        (first, *_) = (await ledger.meet("p", NOON)).items
        await ledger.step("p", Judged(first), NOON + late, Judgement("one", first, Choice(0), 9.0))
        known = await ledger.known("p")
        assert known
        assert (known.progress.freed, known.progress.place) == (False, 1)
        # p is counted again: their five are now laid before two, q's before one.
        assert not mine & {*await laid(ledger, "s", after=late)}


async def test_what_somebody_who_is_forgotten_had_seen_is_laid_before_others(make: Make, url: str) -> None:
    async with opened(url, make("ab"), "p", "q") as ledger:
        mine = {*(await ledger.meet("p", NOON)).items}
        await ledger.forget("p")
        assert {*await laid(ledger, "r")} == mine


async def test_a_role_that_somebody_left_is_given_to_another(make_collection: Make, url: str) -> None:
    loaded, late = make_collection(kind="seeker_supporter"), timedelta(hours=2)
    async with opened(url, loaded, "p") as ledger:
        assert (await ledger.meet("p", NOON)).items[-1] == "supporter"
        await laid(ledger, "q", after=late)
        known = await ledger.known("q")
        assert known
        assert known.progress.items[-1] == "supporter"


async def test_which_version_of_the_study_somebody_took_part_in_is_kept(make: Make, url: str) -> None:
    loaded = make("ab")
    async with opened(url, loaded, "p") as ledger:
        kept = await ledger.meet("p", NOON)
    assert (kept.study, kept.form) == (loaded.fingerprint, loaded.form)


async def test_of_items_with_gold_everybody_gets_as_many_as_the_rules_ask(make: Make, url: str) -> None:
    loaded = make("ranking", '[quality]\ngold = "gold"\ngold_items = 2\n', per_participant=4)
    async with opened(url, loaded, *(f"p{number}" for number in range(12))) as ledger:
        for known in await ledger.everybody():
            assert sum(loaded.gold(loaded.item(name)) is not None for name in known.progress.items) == 2


async def test_who_does_not_agree_takes_nothing_from_others(make: Make, url: str) -> None:
    async with Ledger.open(url, make("ab")) as ledger:
        await ledger.meet("p", NOON)
        refused = Agreed(agrees=False, adult=True, version="1", items=())
        assert (await ledger.step("p", refused, NOON)).outcome == "no_consent"
        await ledger.meet("q", NOON)
        with pytest.raises(StudyError):
            await ledger.step("q", Began(), NOON)


async def test_two_studies_in_one_database_know_nothing_of_each_other(make: Make, url: str, tmp_path: Path) -> None:
    loaded = make("ab")
    async with opened(url, loaded, "p"):
        pass
    other = tmp_path / "other.toml"
    other.write_text(loaded.path.read_text())
    async with Ledger.open(url, load(other)) as ledger:
        assert await ledger.everybody() == []
        assert await ledger.known("p") is None


async def test_forgotten_nothing_is_left_and_others_stay(make: Make, url: str, tmp_path: Path) -> None:
    async with opened(url, make("ab"), "mine", "theirs") as ledger:
        progress = await ledger.meet("mine", NOON)
        await ledger.step("mine", Judged(progress.item), NOON, choice(progress, 0))
        await ledger.remark("mine", "a remark of mine", NOON)
        assert await ledger.forget("mine")
        assert not await ledger.forget("mine")
        assert [one.progress.participant for one in await ledger.everybody()] == ["theirs"]
    assert b"a remark of mine" not in (tmp_path / "studies.db").read_bytes()


async def test_of_who_had_a_code_a_mark_is_left_and_nothing_else(make: Make, url: str) -> None:
    async with opened(url, make("ab", '[codes]\nstopped = "STOP1"\n'), "mine", "theirs", "early") as ledger:
        for name in ("mine", "theirs"):
            await ledger.step(name, Stopped(), NOON)
            assert await ledger.forget(name, f"mark of {name}" if name == "mine" else "")
        assert await ledger.forget("early", "mark of early")  # who had no code yet
        assert await ledger.everybody() == []
        assert await ledger.marked("mark of mine")
        assert not await ledger.marked("mark of early")
        assert not await ledger.forget("mine", "mark of mine")  # once more, and the mark stays
        assert await ledger.unmark("mark of mine")
        assert not await ledger.unmark("mark of mine")
        assert not await ledger.marked("mark of mine")


async def test_a_mark_is_of_one_study(make: Make, url: str, tmp_path: Path) -> None:
    loaded = make("ab", '[codes]\nstopped = "STOP1"\n')
    async with opened(url, loaded, "mine") as ledger:
        await ledger.step("mine", Stopped(), NOON)
        await ledger.forget("mine", "mark")
    other = tmp_path / "other.toml"
    other.write_text(loaded.path.read_text())
    async with Ledger.open(url, load(other)) as ledger:
        assert not await ledger.marked("mark")


async def test_wizards_and_users_come_in_turn_and_users_write_about_what_fewest_have(
    make_collection: Make, url: str
) -> None:
    loaded = make_collection(kind="wizard_of_oz", first='bots = ["default"]', situations=2)
    names = [f"p{number}" for number in range(8)]
    async with opened(url, loaded, *names) as ledger:
        items = [(await ledger.meet(name, NOON)).items for name in names]
    assert items[::2] == [("wizard",)] * 4
    assert Counter(items[1::2]) == {("s1",): 2, ("s2",): 2}


async def test_only_wizards_learn_what_the_study_names(make_collection: Make, url: str) -> None:
    rules = '[collection]\nlessons = "wizard"\nexam = 4\n'
    loaded = make_collection(rules, kind="wizard_of_oz", first='bots = ["default"]', situations=2)
    async with opened(url, loaded, "a", "b", "c") as ledger:
        items = [(await ledger.meet(name, NOON)).items for name in ("a", "b", "c")]
    assert items[0] == items[2] == ("plain", "one_thing", "no_life", "drafts", "danger", "wizard")
    assert items[1] in {("s1",), ("s2",)}


async def test_self_dialogs_are_about_what_fewest_have_written_about(make_collection: Make, url: str) -> None:
    loaded = make_collection(kind="self_dialog", situations=4, per_participant=2)
    async with opened(url, loaded, "a", "b") as ledger:
        items = [(await ledger.meet(name, NOON)).items for name in ("a", "b")]
    assert sorted(name for each in items for name in each) == ["s1", "s2", "s3", "s4"]


@pytest.mark.parametrize("kind", ["ranking", "seeker_supporter"])
async def test_many_come_at_once_by_two_servers_over_one_postgresql(
    make: Make, make_collection: Make, on_postgres: str, kind: str
) -> None:
    loaded = make(kind) if kind == "ranking" else make_collection(kind=kind)
    async with Ledger.open(on_postgres, loaded) as left, Ledger.open(on_postgres, loaded) as right:

        async def come(name: str, ledger: Ledger) -> Progress:
            await ledger.meet(name, NOON)
            return await ledger.step(name, YES, NOON)

        found = await asyncio.gather(*(come(f"p{number}", (left, right)[number % 2]) for number in range(30)))
    if kind == "ranking":
        assert {*Counter(name for progress in found for name in progress.items).values()} == {15}
    else:
        assert Counter(progress.items[-1] for progress in found) == {"supporter": 15, "seeker": 15}
