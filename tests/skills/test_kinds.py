"""What the last message does and is about."""

from __future__ import annotations

import random

import pytest

from bot.dialog import Conversation, Turn, TurnView
from bot.errors import WeightsError
from bot.testing.scripted import NOON
from skills.encoder import encoder
from skills.kinds import ASKED, KEPT, Hear, Kinds, kinds
from skills.openings import kinds as written
from skills.sizes import BASE, SMALL


def heard(*said: str) -> Kinds:
    """What is made of the person's and the bot's words in turn, the person's last."""
    turns = tuple(Turn("bot" if place % 2 else "user", text, NOON) for place, text in enumerate(said))
    talk = Conversation("test", turns)
    own = encoder(size=BASE.name)
    (vectors,) = own.encode([talk])
    (found,) = kinds(own)(TurnView(talk, vectors, NOON, random.Random(0))).learnt
    assert isinstance(found, Kinds)
    return found


@pytest.mark.parametrize(
    ("said", "among"),
    [
        (("my gran fell asleep at my wedding. is it weird that I found that lovely?",), "normal or silly"),
        (("I lost my keys", "Where did you look?", "you asked me that two minutes ago"), "cross about your last reply"),
        (("I could lend him the money", "What speaks against it?", "idk"), "they answer idk or maybe"),
        (("we had him put down on Friday, fourteen years old, best dog ever",), "about: a pet"),
        (("guess who has her licence since noon!!!",), "good news"),
    ],
)
def test_what_a_message_does_is_among_the_first_kinds(said: tuple[str, ...], among: str) -> None:
    first = [kind for kind, _ in heard(*said).shares[:4]]
    assert any(among in kind for kind in first), first


def test_direct_questions_are_told_from_the_rest() -> None:
    assert heard("my boss reads my mails. do you think that is fair?").asks > ASKED
    assert heard("my boss reads my mails, I found out today").asks < ASKED


def test_kinds_are_those_that_replies_are_written_for_the_likeliest_first() -> None:
    found = heard("my sister had her baby last night")
    assert len(found.shares) == KEPT
    assert {kind for kind, _ in found.shares} <= {*written()}
    assert [share for _, share in found.shares] == sorted((share for _, share in found.shares), reverse=True)
    assert found.explain().startswith(found.shares[0][0])


def test_many_are_heard_as_each_alone() -> None:
    hear = kinds(encoder(size=BASE.name))
    assert isinstance(hear, Hear)
    talks = [Conversation("test", (Turn("user", text, NOON),)) for text in ("my dog died", "what would you do?")]
    views = [TurnView(talk, None, NOON, random.Random(0)) for talk in talks]
    assert hear.many(views) == [hear(view) for view in views]


def test_the_base_encoder_is_needed() -> None:
    with pytest.raises(WeightsError, match="over the base encoder with our adapter alone; this one's size is 'small'"):
        kinds(encoder(size=SMALL.name))
