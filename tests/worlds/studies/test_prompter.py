"""Who prompts a wizard: the bot hears the talk as it was really held, each turn once, also after a restart."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.dialog import Reply, SkillResult, TurnView
from bot.engine import Engine
from skills.safety import safety
from worlds.assist.record import Taken
from worlds.studies import prompter
from worlds.studies.prompter import Prompter
from worlds.studies.wizard_of_oz import Message, Role

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Echo:
    """Drafts that tell what was said so far, and how often they were asked for."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, turn: TurnView, /) -> SkillResult:
        self.asked += 1
        said = " / ".join(one.text for one in turn.conversation.turns)
        return SkillResult(replies=(Reply(said, "echo", 0.9, "Question"),))


def talk(*texts: str) -> list[Message]:
    roles: tuple[Role, Role] = ("user", "wizard")
    taken = Taken(action="sent", strategies=("Question",), taken=0)
    return [
        Message(str(place), roles[place % 2], text, taken if place % 2 else None) for place, text in enumerate(texts)
    ]


def made() -> tuple[Prompter, Echo]:
    echo = Echo()
    return Prompter(Engine((("echo", echo),), safety(country="gb"))), echo


async def test_the_bot_hears_what_the_wizard_really_said() -> None:
    found, echo = made()
    assert [one.text for one in (await found.drafts("ben", talk("The dog is old."), NOW)).drafts] == ["The dog is old."]
    said = talk("The dog is old.", "How old?", "Fourteen.")
    (draft,) = (await found.drafts("ben", said, NOW)).drafts
    assert draft.text == "The dog is old. / How old? / Fourteen."
    assert draft.strategy == "Question"
    again = await found.drafts("ben", said, NOW)
    assert again.drafts == (draft,)
    assert echo.asked == 2  # no turn was read twice


async def test_after_a_restart_the_talk_is_read_from_its_beginning() -> None:
    found, echo = made()
    (draft,) = (await found.drafts("ben", talk("A long day.", "Was it?", "Yes.", "Why?", "Work."), NOW)).drafts
    assert draft.text == "A long day. / Was it? / Yes. / Why? / Work."
    assert echo.asked == 3


async def test_in_danger_there_are_none() -> None:
    found, _ = made()
    heard = await found.drafts("ben", talk("I wish I wouldn't wake up"), NOW)
    assert (heard.drafts, heard.level) == ((), 1)


async def test_talks_that_were_heard_long_ago_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompter, "KEPT", 2)
    found, echo = made()
    for name in "abc":
        await found.drafts(name, talk("Hello."), NOW)
    await found.drafts("c", talk("Hello."), NOW)
    assert echo.asked == 3
    await found.drafts("a", talk("Hello."), NOW)
    assert echo.asked == 4
