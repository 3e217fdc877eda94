import random

import pytest

from bot.dialog import Conversation, Turn, TurnView
from bot.frontends.console import HELLO
from bot.testing.scripted import NOON
from skills import reply_gate
from skills.disclosure import Disclosed
from skills.intent import acts
from skills.persona import ANSWERS, BACK, SURE, persona


def asked(*said: str) -> TurnView:
    """The person's and the bot's words in turn, the person's last."""
    speakers = ["user", "bot"] * len(said)
    turns = tuple(Turn(speaker, text, NOON) for speaker, text in zip(speakers, said, strict=False))  # type: ignore[arg-type]
    return TurnView(Conversation("t:1::me", turns), None, NOON, random.Random(0)).knowing(acts(said[-1]))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("are you a bot?", HELLO),
        ("are you a real person", HELLO),
        ("are you real?", HELLO),
        ("are you a therapist?", "not a therapist"),
        ("do you have feelings", "can't feel|don't have feelings"),
        ("do you love me", "can't feel"),
        ("who are you", "Attune, a computer program"),
        ("what's your name?", "Attune"),
        ("do you remember me", "this conversation"),
    ],
)
def test_the_bot_says_what_it_is(question: str, answer: str) -> None:
    reply, *others = persona()(asked(question)).replies
    assert any(words in reply.text for words in answer.split("|"))
    assert reply.score == SURE > max((other.score for other in others), default=0.0) >= 0
    assert reply.text.endswith(BACK[0])


def test_nobody_is_told_who_did_not_ask() -> None:
    assert persona()(asked("my friend is a real person")).replies == ()


def test_the_talk_goes_on_and_the_words_vary() -> None:
    first, *_ = persona()(asked("are you a bot", "hm", "are you a bot")).replies
    assert first.text.endswith(BACK[1])
    assert first.learnt == (Disclosed(at=NOON),)  # and so need not be said again soon
    second, *_ = persona()(asked("are you a bot", first.text, "are you a bot")).replies
    assert second.text != first.text
    assert "program" in second.text


def test_no_answer_claims_a_life_and_each_asks_at_most_once() -> None:
    for _, lines in ANSWERS:
        for text in [f"{line} {back}" for line in lines for back in BACK]:
            assert reply_gate.refuse(text) is None
            assert text.count("?") <= 1
