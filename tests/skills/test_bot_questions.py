"""Questions about the bot, by lines of a writer of whom the head learnt nothing, and by sentences written after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.training.heads import bot_questions as recipe
from bot.errors import ConfigError
from skills import bot_questions as module
from skills import reply_gate
from skills.bot_questions import KINDS, NONE, BotQuestions, answers, last_sentence, load_for, read
from skills.encoder import shared_text_encoder
from skills.models.head import Floats
from skills.persona import BACK
from skills.sizes import BASE, SMALL, Size

DATA = """
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
OTHER_DATA = """
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
WHAT = """
are you a bot?
you're a bot, what do you know
are you a real person
am I talking to a human
who are you
what's your name?
do you have feelings
do you love me
can you even feel
are you a therapist
I want to talk to a human
do you remember me
"""
OTHERS = """
she never remembers what I said
he is a real person
you're a good listener
I feel like a robot
my friend is a real person
"""
MIXED = [
    ("I slept badly and cried all morning about my brother. How do I delete my data?", "data"),
    ("My dog died this morning and I keep seeing his bowl. Sorry, but are you a real person?", "what"),
    ("He didn't come home again. I sat on the stairs till four. Can you call me?", "acts"),
    ("My sister got married on Saturday and I cried in the toilets. She asked me if I was even happy for her.", ""),
    ("I quit my job and deleted the work mail from my phone. My wife doesn't know yet.", ""),
]
ENCODERS = [(BASE, "default"), (SMALL, "default"), (SMALL, "published")]


@pytest.fixture(scope="module", params=ENCODERS, ids=lambda one: f"{one[0].name} {one[1]}")
def questions(request: pytest.FixtureRequest) -> BotQuestions:
    size, adapter = request.param
    return of(size, adapter)


def of(size: Size, adapter: str = "default") -> BotQuestions:
    return load_for(shared_text_encoder(adapter, size))


def kinds(questions: BotQuestions, texts: list[str]) -> list[str]:
    features = recipe.vectors(texts, questions.encoder)
    return [questions.kind(text, own) for text, own in zip(texts, features, strict=True)]


def share(found: list[str], *wanted: str) -> float:
    return sum(kind in wanted if wanted else bool(kind) for kind in found) / len(found)


def floor(questions: BotQuestions, base: float, small: float) -> float:
    """The base encoder hears more than the small one."""
    return base if questions.encoder.text_encoder.size is BASE else small


def test_what_another_writer_asks_is_heard_and_little_else(questions: BotQuestions) -> None:
    aside = [line for line in recipe.lines() if line.aside and line.writer != recipe.TALKS]
    found = kinds(questions, [line.text for line in aside])
    asked = [(line.kind, kind) for line, kind in zip(aside, found, strict=True) if line.kind != NONE]
    others = [kind for line, kind in zip(aside, found, strict=True) if line.kind == NONE]
    assert (len(asked), len(others)) == (165, 120)
    assert sum(kind != "" for _, kind in asked) / len(asked) >= floor(questions, 0.75, 0.55)
    assert sum(kind in (own, "") for own, kind in asked) / len(asked) >= 0.8
    assert share(others) <= 1 - floor(questions, 0.97, 0.95)


def test_what_an_earlier_head_took_for_a_question_is_seldom_one_now(questions: BotQuestions) -> None:
    aside = [line for line in recipe.lines() if line.writer == recipe.TALKS]
    found = kinds(questions, [line.text for line in aside])
    asked = [kind for line, kind in zip(aside, found, strict=True) if line.kind != NONE]
    others = [kind for line, kind in zip(aside, found, strict=True) if line.kind == NONE]
    assert (len(asked), len(others)) == (47, 37)
    assert share(asked) >= floor(questions, 0.9, 0.7)
    assert share(others) <= 0.4


def test_whoever_asks_where_their_words_are_or_how_they_go_is_heard(questions: BotQuestions) -> None:
    asked = DATA.strip().splitlines()
    assert len(asked) == 30
    assert share(kinds(questions, asked), "data") >= floor(questions, 0.9, 0.7)


def test_what_else_people_delete_and_lose_is_no_such_question(questions: BotQuestions) -> None:
    others = OTHER_DATA.strip().splitlines()
    assert len(others) == 60
    assert share(kinds(questions, others)) <= 0.05


def test_what_it_is_is_heard_in_few_words_and_not_in_what_is_said_of_others(questions: BotQuestions) -> None:
    assert share(kinds(questions, WHAT.strip().splitlines())) >= floor(questions, 0.9, 0.8)
    assert kinds(questions, OTHERS.strip().splitlines()) == [""] * 5


@pytest.mark.parametrize(("text", "kind"), MIXED)
def test_a_question_behind_something_else_is_heard(text: str, kind: str) -> None:
    assert kinds(of(BASE), [text]) == [kind]


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("Are you a real person?", 0),
        ("My wife left on Monday and I don't know what to do", 0),
        (MIXED[0][0], 1),
    ],
)
def test_the_last_sentence_costs_a_pass_at_most(text: str, passes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = of(BASE)
    features = read([text], questions.encoder)
    seen: list[list[str]] = []

    def counted(texts: list[str], encoder: object) -> Floats:
        seen.append(texts)
        return features

    monkeypatch.setattr(module, "read", counted)
    questions.kind(text, features[0])
    assert seen == [[last_sentence(text)]] * passes


def test_the_last_sentence() -> None:
    assert last_sentence("One. Two? Three!") == "Three!"
    assert last_sentence("only this...") == "only this..."


def test_every_kind_has_answers_that_pass_the_gate_and_ask_one_thing_at_most() -> None:
    assert set(answers()) == set(KINDS)
    for kind, lines in answers().items():
        for text in (*lines, *(f"{line} {BACK}" for line in lines if "?" not in line)):
            assert reply_gate.refuse(text) is None, text
            assert text.count("?") <= 1, text
        assert len(lines) >= (2 if kind == "data" else 4)
    assert all(command in text for text in answers()["data"] for command in ("/forget", "/export", "/privacy"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("answers = [", "bot_questions.toml"),
        ("[[answers]]\nkind = 'weather'\nreplies = ['x']", "'weather' is none of what, name"),
        ("[[answers]]\nkind = 'age'\nreplies = []", "'age' is none of .* or has no replies"),
        ("[[answers]]\nkind = 'age'\nreplies = ['x']\ntone = 'dry'", "tone"),
        ("[[answers]]\nkind = 'age'\nreplies = ['x']", "nothing answers what, name"),
    ],
)
def test_a_damaged_file_of_answers_is_named(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot_questions.toml"
    path.write_text(text)
    monkeypatch.setattr(module, "FILE", path)
    with pytest.raises(ConfigError, match=message):
        answers.__wrapped__()
