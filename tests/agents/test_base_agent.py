from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

pytest.importorskip("parlai")
from parlai.core.message import Message
from parlai.core.opt import Opt

from agents.base_agent import TalkAgent
from agents.border import Heard, speak


@dataclass
class Count:
    """How many messages were heard, and the last one while it waits."""

    heard: int = 0
    last: str = ""
    done: bool = False

    @property
    def waits(self) -> bool:
        return bool(self.last)


class Counting(TalkAgent[list[int], Count]):
    """Answers how many messages it heard; `common` lists the sizes of the batches."""

    name = "counting"

    def load(self, opt: Mapping[str, Any]) -> list[int]:
        return []

    def begin(self) -> Count:
        return Count()

    def note(self, heard: Heard) -> None:
        self.talk.heard += 1
        self.talk.last = heard.text or ""

    def answer(self, talks: Sequence[Count]) -> list[Message]:
        self.common.append(len(talks))
        for talk in talks:
            talk.last = ""
        return [speak(self.id, str(talk.heard)) for talk in talks]


def test_a_batch_is_one_pass_over_those_that_wait_and_keeps_its_order() -> None:
    agent = Counting(Opt())
    clones = [agent.clone() for _ in range(4)]
    clones[2].observe(Message(text="earlier"))
    given = [Message(text="a"), Message(batch_padding=True, episode_done=True), Message(text="c"), Message(id="x")]
    acts = agent.batch_act([clone.observe(message) for clone, message in zip(clones, given, strict=True)])
    assert [act.get("text") for act in acts] == ["1", None, "2", ""]
    assert acts[1].is_padding()
    assert {act["id"] for act in acts if "id" in act} == {"counting"}
    assert agent.common == [2]
    assert all(clone.common is agent.common for clone in clones)


def test_nothing_is_answered_twice_and_a_new_talk_follows_the_last_message() -> None:
    agent = Counting(Opt())
    assert agent.act()["text"] == ""
    said = [
        agent.observe(Message(text="a", episode_done=done)) and agent.act()["text"] for done in (False, True, False)
    ]
    assert said == ["1", "2", "1"]
    assert agent.act()["text"] == ""
    assert agent.common == [1, 1, 1]
