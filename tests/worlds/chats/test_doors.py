"""The whole way through a study by the real libraries, on Telegram and on Discord."""

from __future__ import annotations

import pytest

from bot.build import build_guard
from tests.worlds.chats.conftest import Opened
from tests.worlds.chats.people import USER, OnDiscord, OnTelegram, Person
from tests.worlds.studies.conftest import Make
from tests.worlds.web.test_chat import loaded as chat_of_two
from tests.worlds.web.test_pages import CODES, RETURNS
from worlds.studies.judging import Choice, Given, Ranking, Rating
from worlds.studies.ledger import Ledger, Participation
from worlds.studies.report import export
from worlds.studies.study import Loaded

__all__ = ["chat_of_two"]


async def kept(url: str, loaded: Loaded) -> Participation:
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
    return known


KINDS: dict[str, tuple[type[Given], str]] = {
    "rating": (Rating, "2"),
    "ab": (Choice, "Neither is good"),
    "ranking": (Ranking, "okay"),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_the_whole_way(make: Make, opened: Opened, person: Person, url: str, kind: str) -> None:
    loaded = make(kind, CODES, first=RETURNS, per_participant=3)
    async with opened(loaded):
        consent = await person.say("/start")
        assert "Only adults may take part." in consent.text
        assert "Nobody watches this chat for emergencies" in consent.text
        assert (await person.press("I am 18 or older and agree to take part")).text.startswith("What to do")
        page = await person.press("Begin")
        for number in range(3):
            assert page.text.startswith(f"{number + 1} of 3")
            while page.text.startswith(f"{number + 1} of 3"):
                page = await person.press(KINDS[kind][1])
        assert "Please write nothing about yourself." in page.text
        assert "noted" in (await person.say("kind people")).text
        end = await person.press("Finish")
    assert "Your code: DONE1" in end.text
    assert "https://crowd.example.org/done?cc=DONE1" in end.text
    assert end.buttons == {}
    known = await kept(url, loaded)
    assert [type(one.given) for one in known.judgements] == [KINDS[kind][0]] * 3
    assert (known.progress.outcome, known.remark) == ("completed", "kind people")


async def test_answers_are_of_the_replies_that_they_were_given_to(
    make: Make, opened: Opened, person: Person, url: str
) -> None:
    loaded = make("rating", per_participant=1)
    async with opened(loaded):
        page = await person.begin()
        first = page.text.partition("Reply A: ")[2].split()[0]  # of the two contestants, by what it says
        for label in ("5", "3", "1", "2"):
            assert "left says" in person.page.text
            await person.press(label)
    (judgement,) = (await kept(url, loaded)).judgements
    assert isinstance(judgement.given, Rating)
    assert (
        judgement.given.points
        == {
            "left": {"empathy": (5, 1), "fluency": (3, 2)},
            "right": {"empathy": (1, 5), "fluency": (2, 3)},
        }[first]
    )


async def test_a_button_pressed_twice_is_one_answer(make: Make, opened: Opened, person: Person, url: str) -> None:
    loaded = make("ab")
    async with opened(loaded):
        page = await person.begin()
        await person.push(page.buttons["A"], page.id)
        await person.push(page.buttons["A"], page.id)
        await person.until(lambda: person.page.text.startswith("2 of 5"))
    known = await kept(url, loaded)
    assert (len(known.judgements), known.progress.place) == (1, 1)


async def test_buttons_of_older_pages_change_nothing(make: Make, opened: Opened, person: Person, url: str) -> None:
    loaded = make("ab")
    async with opened(loaded):
        older = [await person.begin(), await person.say("well"), await person.say("well")]
        await person.say("let's see")
        page = await person.press("A")
        for number, (old, label) in enumerate(zip(older, ("A", "B", "Skip this one"), strict=True)):
            await person.push(old.buttons[label], old.id)
            await person.until(lambda number=number: person.seen()[number].text == page.text)  # type: ignore[misc]
    known = await kept(url, loaded)
    assert len(known.judgements) == 1
    assert (known.progress.place, known.progress.skipped) == (1, ())


async def test_a_server_that_starts_anew_goes_on_in_the_middle_of_an_item(
    make: Make, opened: Opened, person: Person, url: str
) -> None:
    loaded = make("rating", CODES, per_participant=1)
    async with opened(loaded):
        await person.begin()
        for label in ("1", "2", "3"):
            await person.press(label)
    async with opened(loaded):
        assert "Almost done" in (await person.press("1")).text
    async with opened(loaded):
        assert "Almost done" in (await person.say("/start")).text
        assert "DONE1" in (await person.press("Finish")).text
    assert len((await kept(url, loaded)).judgements) == 1


@pytest.mark.parametrize(("label", "code"), [("I don't want to take part", "NO1"), ("I am younger than 18", "YOUNG1")])
async def test_who_does_not_take_part_has_a_code_too(
    make: Make, opened: Opened, person: Person, label: str, code: str
) -> None:
    async with opened(make("ab", CODES)):
        consent = await person.say("hello")
        end = await person.press(label)
        assert f"Your code: {code}" in end.text
        await person.push(consent.buttons["I am 18 or older and agree to take part"], consent.id)
        assert code in (await person.say("hello again")).text


async def test_who_stops_is_asked_once_and_paid(make: Make, opened: Opened, person: Person) -> None:
    async with opened(make("ab", CODES + "[pay]\namount = 3\nminutes = 15\n")):
        assert "paid in full" in (await person.say("hello")).text
        await person.press("I am 18 or older and agree to take part")
        page = await person.press("Begin")
        assert "You are paid in full all the same." in (await person.press("Stop")).text
        assert (await person.press("Go on")).text == page.text
        await person.say("/stop")
        end = await person.press("Stop")
        assert "You are paid in full." in end.text
        assert "STOP1" in end.text


async def test_words_of_danger_are_answered_by_the_guard_and_kept_nowhere(
    make: Make, opened: Opened, person: Person, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    loaded = make("ab", CODES)
    async with opened(loaded):
        page = await person.begin()
        assert page.text in (await person.say("how does this work?")).text
        end = await person.say("goodbye, everybody")
    assert "Please call now." in end.text
    assert "STOP1" in end.text
    known = await kept(url, loaded)
    assert known.progress.interrupted
    assert "everybody" not in caplog.text
    assert known.remark == ""


async def test_a_talk_with_two_bots(chat_of_two: Loaded, opened: Opened, person: Person, url: str) -> None:
    async with opened(chat_of_two):
        assert "Write your first message now." in (await person.begin()).text
        for number in ("1", "2"):
            assert "This is" in (await person.say("my exam went badly")).text
            await person.say("I studied for weeks")
            await person.press("I am done with this talk")
            await person.press(number)
        await person.press("the first")
        await person.press("neither")
        assert "DONE1" in (await person.press("Finish")).text
    assert len((await kept(url, chat_of_two)).judgements) == 3


async def test_the_guard_is_that_of_the_default_bot(
    make: Make, opened: Opened, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("worlds.chats.serve.build_guard", build_guard)
    async with opened(make("ab", CODES)):
        await person.begin()
        end = await person.say("I want to kill myself tonight")
    assert "A program reads what is written here, and says:" in end.text
    assert "emergency" in end.text
    assert "STOP1" in end.text


async def test_neither_contestants_nor_accounts_are_named(make: Make, opened: Opened, person: Person, url: str) -> None:
    loaded = make("ranking", "[quality]\ngold = 'gold'\n", per_participant=1)
    async with opened(loaded):
        page = await person.begin()
        assert len(page.text.split("Reply ")) == 5  # three replies, and what is asked of the first
        shown = " ".join(page.buttons.values())
        while "Almost done" not in person.page.text:
            await person.press("good")
            shown += " ".join(person.page.buttons.values())
        await person.press("Finish")
    assert not [name for name in ("left", "right", "gold") if name in shown]
    known = await kept(url, loaded)
    for written in export(loaded, [known], [], loaded.path.parent):
        assert str(USER) not in written.read_text()
    assert str(USER) not in known.progress.participant


async def test_who_asks_for_it_is_forgotten(make: Make, opened: Opened, person: Person, url: str) -> None:
    loaded = make("ab")
    async with opened(loaded):
        await person.begin()
        await person.press("A")
        assert "Erase everything" in (await person.say("/forget")).text
        assert (await person.press("Keep it")).text.startswith("2 of 5")
        await person.say("/forget")
        assert "is erased" in (await person.press("Erase it")).text
    async with Ledger.open(url, loaded) as ledger:
        assert await ledger.everybody() == []


async def test_in_public_only_the_way_is_shown(make: Make, opened: Opened, person: Person, url: str) -> None:
    loaded = make("ab")
    async with opened(loaded):
        if isinstance(person, OnTelegram):
            await person.server.says("/start@attune_bot", user=USER, group=-5)
            (told,) = await person.server.heard(-5)
            assert "https://t.me/attune_bot" in told
        if isinstance(person, OnDiscord):
            discord = person.server
            await discord.says(f"<@{discord.me['id']}> hello", user=USER, guild=5)
            (told,) = await discord.heard(discord.guild_channel(5))
            assert "private" in told
            await discord.until(lambda: set(discord.interactions.commands) == {"start", "stop", "forget"})
            (page,) = await discord.shown(await discord.command("start", user=USER, guild=5))
            assert page.ephemeral
            assert "private" in page.text
    async with Ledger.open(url, loaded) as ledger:
        assert await ledger.everybody() == []
