"""Which talks a writer learns from, and which of their replies."""

from pathlib import Path

import pytest

from agents.corpora.written import Dialog, Utterance
from agents.training.writer import talks
from agents.training.writer.talks import Learnt, own, people
from agents.verdicts.contexts import Message
from skills.writer.prompt import Line


def test_of_our_own_every_reply_is_learnt() -> None:
    said = (Utterance("person", "hi", acts=("greet",)), Utterance("supporter", "Hello.", "Others"))
    (found,) = own([Dialog("desk", "calm", (1, 1), "somebody", "none", said)])
    assert found == [Learnt(Line(False, "hi"), False), Learnt(Line(True, "Hello.", "Others"), True)]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Message, ...]]:
    found: list[tuple[Message, ...]] = []
    monkeypatch.setattr(talks, "PEOPLE", ("esconv",))
    monkeypatch.setattr(talks, "talks", lambda corpus, datapath, part: iter(found))
    return found


def replies(told: list[tuple[Message, ...]], *messages: Message) -> list[tuple[str, bool]]:
    told[:] = [messages]
    return [(line.strategy, scored) for talk in people(Path(), "train") for line, scored in talk if line.supporter]


def test_of_peoples_replies_those_that_a_program_may_say_are_learnt(told: list[tuple[Message, ...]]) -> None:
    asks = Message("person", "my dog ran away last night")
    fine = Message("supporter", "How long has he been gone now?", "Question")
    life = Message("supporter", "My own dog ran off twice when I was a kid.", "Self-disclosure")
    plain = Message("supporter", "How long  has he been gone now?")
    kind = Message("supporter", "That is a long night to wait through.")
    assert replies(told, asks, fine, asks, life) == [("Question", True), ("", False)]
    assert replies(told, asks, plain, asks, kind) == [("Question", True), ("", True)]


def test_a_talk_without_such_a_reply_or_with_danger_is_left_out(told: list[tuple[Message, ...]]) -> None:
    fine = Message("supporter", "How long has he been gone now?", "Question")
    assert replies(told, Message("person", "hi"), Message("supporter", "Yes.", "Others")) == []
    assert replies(told, Message("person", "i want to kill myself tonight"), fine) == []
