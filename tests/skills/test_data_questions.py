"""The sentences here were written after the example lines, and none of them is one."""

import random
from collections.abc import Callable

import pytest

from bot.dialog import Conversation, Turn, TurnView
from bot.testing.scripted import NOON
from skills.data_lines import ASKS, TALK
from skills.data_questions import last_sentence, lines, load
from skills.encoder import shared_text_encoder
from skills.intent import acts
from skills.models.head import Floats
from skills.persona import OF_DATA, SURE, persona

ASKED = """
I'd feel better if you got rid of these messages
could all of what I typed today be erased, please?
how can I take my confession out of here again
I want my side of this talk gone
Please burn everything after reading
kindly clear out whatever you know of me
what button do I press to delete my messages?
Is it possible to start with a blank page and have the old chat removed?
I don't feel comfortable with this being stored, take it off
can you scrub my name and all I said from your memory
delete this whole thing right now
remove my data
where have my earlier messages gone to, are they stored?
where exactly does this chat get saved?
Which server holds my messages?
tell me where you keep all that I've said
is there a record of what we talked about?
how many days do you store these chats?
Do these messages vanish when I log off?
you're not saving any of this, are you?
Who is able to open my messages?
Does some company get to see my chat?
could somebody else read these lines one day?
is my boss able to look at this chat
do I have to worry that others will see what I wrote to you?
What do you do with my personal information?
Can I have all my messages as a file?
I'd like to read over everything you've noted about me
how do I get a printout of our whole chat?
That was good to get out. Can you delete our chat now?
"""
ORDINARY = """
I want to delete my whole life
I deleted all her photos
erase him from my mind
I threw my phone in the lake with every picture on it
The app crashed and took my whole journal with it
my mum gave away my childhood books without asking
she took all her things and left nothing but the cat
he burned my drawings in the garden
I unfollowed everybody from back home
I finally got rid of his toothbrush
I pulled out of the wedding party chat
They cancelled my contract by text message
my boss took my name off the paper
we cleared grandma's room in one afternoon
I washed his shirt by mistake and his smell is gone
my voicemail filled up and dropped her last call
a virus ate my dissertation
the school expelled my son and won't hand out his records
my ex kept a copy of our flat key
My lawyer says the file has gone missing
I gave my daughter's letters back to her
I can't remember what his voice was like
he can't remember who I am on bad days
I remember every word he said that night
I keep replaying it and can't switch it off
please let this memory fade
nobody remembers my brother but me
I made sure nobody noticed
I hide my scars from everyone
my sister told the whole family about my abortion
he shouted my secret across the office
people at church are talking about me
my dad opened my mail again
I think my partner is tracking where I go
the teacher showed my essay to the class
she screenshotted what I wrote and sent it around
I trusted my cousin and he sold me out
I've never said this out loud
I don't share things easily
can anybody love a person like me?
who would want me after this?
who do I turn to when it's three in the morning?
where did I lose myself?
where does all this rage come from?
where will we live when they sell the house?
how much longer can I keep this up?
how do I get past what she said?
how do I make up for what I did?
how can I stop seeing it in front of my eyes?
what do I do with his ashes?
what's left of us after ten years?
is there any way back to how we were?
is it too late to say sorry?
can I get my old job back?
could I have saved him?
will the neighbours hear us fight?
I quit my job and deleted the work mail from my phone
I wiped the slate clean and moved to another city
I want a copy of that photo so badly
I save a seat for her at every dinner
"""


Answer = Callable[..., str | None]


@pytest.fixture(scope="module", params=["default", "published"])
def answer(request: pytest.FixtureRequest) -> Answer:
    """`answer(*said)` is what the skill says after these words, the person's first and last."""
    encoder = shared_text_encoder(request.param)
    skill = persona(encoder)

    def answer(*said: str) -> str | None:
        speakers = ["user", "bot"] * len(said)
        turns = tuple(Turn(speaker, text, NOON) for speaker, text in zip(speakers, said, strict=False))  # type: ignore[arg-type]
        conversation = Conversation("t:1::me", turns)
        (vectors,) = encoder.encode([conversation])
        turn = TurnView(conversation, vectors, NOON, random.Random(0)).knowing(acts(said[-1]))
        return next((reply.text for reply in skill(turn).replies if reply.score == SURE), None)

    return answer


def told_how(text: str | None) -> bool:
    return text is not None and text.startswith(OF_DATA)


def test_whoever_asks_where_their_words_are_or_how_they_go_is_told(answer: Answer) -> None:
    asked = ASKED.strip().splitlines()
    assert len(asked) == 30
    assert {line.lower() for line in asked}.isdisjoint(lines(ASKS))
    assert sum(told_how(answer(line)) for line in asked) >= 24


def test_what_else_people_delete_and_lose_is_no_such_question(answer: Answer) -> None:
    ordinary = ORDINARY.strip().splitlines()
    assert len(ordinary) == 60
    assert sum(line.lower() in lines(TALK) for line in ordinary) == 3  # those that this was asked for with
    assert sum(told_how(answer(line)) for line in ordinary) <= 1


def test_a_question_behind_something_else_is_heard(answer: Answer) -> None:
    told = answer("I slept badly and cried all morning about my brother. How do I delete my data?")
    assert told_how(told)
    assert last_sentence("One. Two? Three!") == "Three!"
    assert last_sentence("only this...") == "only this..."


def test_the_same_is_said_in_other_words_the_second_time(answer: Answer) -> None:
    first = answer("how do I delete all of this?")
    assert first is not None
    second = answer("how do I delete all of this?", first, "how do I delete all of this?")
    assert told_how(second)
    assert second != first
    for line in OF_DATA:
        assert all(command in line for command in ("/forget", "/export", "/privacy"))


def test_without_vectors_nothing_is_guessed() -> None:
    turn = TurnView(Conversation("t:1::me", (Turn("user", "delete my data", NOON),)), None, NOON, random.Random(0))
    assert persona()(turn.knowing(acts("delete my data"))).replies == ()


@pytest.mark.parametrize(
    ("text", "passes", "asked"),
    [
        ("I lost my job on Monday. My wife doesn't know yet.", 0, False),
        ("How do I delete what I told you?", 0, True),
        ("I had a terrible day and my boss shouted again. Anyway. How do I delete everything I told you?", 1, True),
    ],
)
def test_the_last_sentence_costs_a_pass_only_where_it_may_matter(
    text: str, passes: int, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions, encode = load(shared_text_encoder()), shared_text_encoder().encode_texts
    seen: list[list[str]] = []

    def counted(texts: list[str]) -> Floats:
        seen.append(texts)
        return encode(texts)

    (vector,) = encode([text])
    monkeypatch.setattr(questions.encoder, "encode_texts", counted)
    assert questions.asked(text, vector) is asked
    assert len(seen) == passes
