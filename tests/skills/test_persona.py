import random

import pytest

from bot.dialog import Conversation, Turn, TurnView
from bot.frontends.console import HELLO
from bot.registry import Encoder
from bot.testing.scripted import NOON
from skills.bot_questions import answers
from skills.disclosure import Disclosed
from skills.encoder import shared_text_encoder
from skills.intent import acts
from skills.persona import ALL_OF_IT, BACK, SURE, persona

TOLD = "My dog died this morning and I keep seeing his bowl"


def asked(*said: str, encoder: Encoder | None = None) -> TurnView:
    """The person's and the bot's words in turn, the person's last, with the vectors of the small encoder."""
    turns = tuple(Turn("bot" if place % 2 else "user", text, NOON) for place, text in enumerate(said))
    conversation = Conversation("t:1::me", turns)
    (vectors,) = (encoder or shared_text_encoder()).encode([conversation])
    return TurnView(conversation, vectors, NOON, random.Random(0)).knowing(acts(said[-1]))


def texts(*said: str) -> list[str]:
    return [reply.text for reply in persona(shared_text_encoder())(asked(*said)).replies]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("are you a bot?", "what"),
        ("are you a real person", "what"),
        ("are you a therapist?", "clinician"),
        ("do you have feelings", "feelings"),
        ("do you like me?", "likes_me"),
        ("what's your name?", "name"),
        ("do you remember me", "memory"),
        ("how old are you?", "age"),
        ("can you call me on the phone", "acts"),
        ("how do I delete all of this?", "data"),
    ],
)
def test_a_question_about_the_bot_is_answered_before_anything_else(question: str, kind: str) -> None:
    reply, *others = persona(shared_text_encoder())(asked(question)).replies
    line = answers()[kind][0]
    assert reply.text == (line if "?" in line else f"{line} {BACK}")
    assert reply.score == SURE > max((other.score for other in others), default=0.0) >= 0


def test_the_first_answers_say_all_that_the_doors_say() -> None:
    assert answers()["what"][0] == HELLO
    assert all(ALL_OF_IT in answers()[kind][0] for kind in ("what", "name", "clinician"))


@pytest.mark.parametrize("text", ["my friend is a real person", TOLD, "and then she asked me, do you even love me"])
def test_nobody_is_told_who_did_not_ask(text: str) -> None:
    assert texts(text) == []


def test_the_way_into_a_talk_is_shown_only_where_there_is_none_yet() -> None:
    assert texts("are you a bot?")[0].endswith(BACK)
    assert texts("hello", "Hello.", "are you a bot?")[0] == HELLO
    assert texts(f"{TOLD}. Are you a real person?")[0] == HELLO


def test_what_was_said_lately_is_not_said_again() -> None:
    first = texts("are you a bot")[0]
    second = texts("are you a bot", first, "are you a bot")[0]
    assert second.startswith(answers()["what"][1])
    said = [part for text in answers()["data"] for part in ("delete my data", text)]
    assert texts(*said, "delete my data") == list(answers()["data"])  # all were given


def test_who_was_told_all_of_it_need_not_hear_it_again_soon() -> None:
    replies = persona(shared_text_encoder())(asked("are you a bot")).replies
    assert [reply.learnt for reply in replies] == [(Disclosed(at=NOON),), *[()] * (len(replies) - 1)]


def test_without_vectors_nothing_is_guessed() -> None:
    turn = TurnView(Conversation("t:1::me", (Turn("user", "are you a bot", NOON),)), None, NOON, random.Random(0))
    assert persona()(turn.knowing(acts("are you a bot"))).replies == ()


def test_beside_another_encoder_ours_reads_anew() -> None:
    published = shared_text_encoder("published")
    assert persona()(asked("are you a bot", encoder=published)).replies[0].text.startswith(HELLO)
