"""A chat that asks before its talks and after each reply, over HTTP."""

from __future__ import annotations

import httpx

from bot.store import Store
from tests.worlds.web.conftest import Opened
from tests.worlds.web.test_chat import loaded as chat_of_two
from tests.worlds.web.test_pages import Person
from worlds.studies.chatted import tables as chatted
from worlds.studies.chatted import talked
from worlds.studies.check import load
from worlds.studies.ledger import Ledger
from worlds.studies.pre_chat import Before
from worlds.studies.study import Loaded

__all__ = ["chat_of_two"]
BEFORE = {"problem": "job crisis", "emotion": "anger", "intensity": "4", "experience": "Current Experience"}


async def test_a_survey_comes_first_and_replies_are_asked_about(chat_of_two: Loaded, opened: Opened, url: str) -> None:
    text = chat_of_two.path.read_text().replace(
        "turns = 2", 'turns = 2\npre_chat = true\neach_turn = "Did that meet you?"'
    )
    chat_of_two.path.write_text(text.replace('name = "understood"', 'name = "intensity"'))
    loaded = load(chat_of_two.path)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        assert "Before you write" in person.page
        refused = await person.send(action="judge", **person.hidden(), **BEFORE | {"intensity": "6"})
        assert refused.status_code == 422
        assert 'value="job crisis" checked' in person.page
        assert "intensity: choose one of 1, 2, 3, 4, 5" in person.page
        await person.send(action="judge", **person.hidden(), **BEFORE)
        for number, after in ((1, "3"), (2, "2")):
            assert f"Program {number} of 2" in person.page
            assert "Did that meet you?" not in person.page
            await person.send(action="say", text="my exam went badly", **person.hidden())
            assert "Did that meet you?" in person.page
            first = person.hidden() | {"action": "say"}
            await person.send(**first, text="and then I failed", met="-1")
            assert " checked" not in person.page  # of the new reply nothing was said yet
            await client.post(person.place, data=first | {"text": "again", "met": "never"})
            await person.judge(**{"A.intensity": after, "met": "1"})
        await person.judge(overall="a", comforting="equal")
        await client.post(person.place, data=first | {"text": "too late", "met": "1"})
    async with Ledger.open(url, loaded) as ledger, Store.open(url) as store:
        (known,) = await ledger.everybody()
        assert known.judgements[0].given == Before("job crisis", "anger", 4, "Current Experience")
        talks = await talked(store, loaded, [known])
        assert [(one.bot, one.replies, one.yes, one.no) for one in talks] == [
            (name, 2, 1, 1) for name in known.progress.items[1:3]
        ]
        found = {table.title: table.rows for table in chatted(loaded, [known], talks)}
    first_bot, second_bot = known.progress.items[1:3]
    assert found["Intensity before and after"] == tuple(
        sorted([(first_bot, "1", "4.00", "3.00", "-1.00"), (second_bot, "1", "3.00", "2.00", "-1.00")])
    )
    assert ("problem job crisis", "1") in found["Before the talks"]
    assert [row[1:4] for row in found["Did that meet you?"]] == [("2", "1", "1")] * 2
