import random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dialog import Conversation, DialogState, PastStrategies, Turn, TurnView
from bot.parts import decode, encode
from bot.testing.scripted import NOON
from skills import reply_gate
from skills.acts.plain import END
from skills.intent import Acts, acts
from skills.memory import KEPT, REST, SUGGESTED, Offer, Offered, Told, kept, memory, recall, remember
from skills.persona import SURE
from skills.telling.people import Person

REFUSES, ACCEPTS, NONE = Acts(frozenset({"refuses_advice"})), Acts(frozenset({"accepts_advice"})), Acts(frozenset())


def told(*lines: str, bot_line: str = "") -> Told:
    """What is known after the person's lines; the bot's line stands before each."""
    known = Told()
    for line in lines:
        known = remember(known, line, acts(line, bot_line), bot_line)
    return known


def test_a_story_is_remembered_by_who_and_when() -> None:
    known = told(
        "My boss yelled at me yesterday. I feel so small", "it's been going on for two months, and he never stops"
    )
    assert known.people == (Person("boss", "he"),)
    assert known.times == ("yesterday",)
    assert known.feelings == ("small",)
    assert known.who("he") == "your boss"
    assert known.who("she") is None
    assert known.keys() >= {"told.how_long", "told.when", "told.feeling", "is.has_job"}


@pytest.mark.parametrize(
    ("line", "topic"),
    [
        ("I haven't told anyone", "told_someone"),
        ("I already see a therapist", "professional_help"),
        ("I can't sleep", "sleep"),
        ("I live alone", "live_with"),
        ("we broke up two weeks ago", "when"),
        ("I've felt like this for years", "how_long"),
        ("I tried everything", "tried"),
    ],
)
def test_what_was_said_is_known_and_not_asked(line: str, topic: str) -> None:
    assert told(line).knows(topic)
    assert f"told.{topic}" in set(told(line).keys())
    assert not told("hello").knows(topic)


@pytest.mark.parametrize(
    ("question", "line", "fact", "so"),
    [
        ("Do you live alone?", "yes", "lives_alone", True),
        ("Are you married?", "no", "married", False),
        ("Do you have any kids?", "no kids", "has_kids", False),
        ("Do you have any kids?", "nope", "has_kids", False),
        ("Do you have any kids?", "two boys", "has_kids", True),
        ("Do you live alone?", "no, I live alone with the cat", "lives_alone", True),
        ("How are you?", "I'm not married", "married", False),
        ("Are you married?", "idk", "married", None),
        ("You have kids.", "yes", "has_kids", None),
    ],
)
def test_an_answer_is_a_fact(question: str, line: str, fact: str, so: bool | None) -> None:
    assert told(line, bot_line=question).fact(fact) is so


def test_an_answer_tells_its_topic_and_not_knowing_tells_none() -> None:
    question = "How long has this been going on?"
    assert told("about three weeks", bot_line=question).knows("how_long")
    assert not told("idk", bot_line=question).knows("how_long")
    assert told("no", bot_line="Have you told anyone?").knows("told_someone")
    assert not told("what do you mean?", bot_line=question).knows("how_long")


def test_the_newest_word_on_a_fact_counts() -> None:
    assert told("my husband is kind", "he died in May").fact("married") is True
    assert told("my husband is kind", "my husband died in May").fact("married") is False
    assert told("I lost my job", "I started a new job").fact("has_job") is True


def test_ones_own_name_is_kept_and_no_other() -> None:
    assert told("My name is Ana").name == "Ana"
    assert told("hi, you can call me Tom").name == "Tom"
    assert told("Call me crazy", "my sister Ana left", "my friend's name is Bob").name == ""
    assert "Ana" not in str(told("my sister Ana left Bob"))
    assert told("Ana", bot_line="What should I call you?").name == "Ana"
    assert told("Nope", bot_line="What should I call you?").name == ""
    assert told("Yesterday we moved", bot_line="What should I call you?").name == ""
    assert told("Ana", bot_line="Who was there?").name == ""


BOTH = "You mentioned your sister and your boss. I'd rather hear the rest again than guess."
STORY = Told(people=(Person("uncle", "he"), Person("sister", "she"), Person("boss")), name="Ana")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("do you remember my boss?", "You mentioned your boss. I'd rather hear the rest again than guess."),
        ("do you remember my name?", "You told me your name is Ana."),
        ("what was my dog called?", "I don't keep the names of others, so I can't tell you that one."),
        ("what have I told you?", BOTH),
        ("what do you know about me?", BOTH),
        ("what did I say about my aunt?", None),
        ("do you remember where I left my keys?", None),
    ],
)
def test_a_question_about_the_talk_is_answered_by_what_was_told(question: str, answer: str | None) -> None:
    assert recall(STORY, question) == answer
    assert reply_gate.refuse(answer or "") is None


def test_what_was_not_told_is_not_made_up() -> None:
    assert recall(Told(), "what's my name?") == "I don't have a name for you. What should I call you?"
    assert recall(Told(), "what did I say?") is None


def test_facts_and_topics_are_told_in_words_of_one_form() -> None:
    known = Told(facts=(("married", False),), topics=frozenset({"how_long"}))
    assert known.keys() == {"told.how_long", "not.married"}
    assert known.explain() == "not.married, told.how_long"


def test_a_long_talk_is_remembered_by_its_newest_end() -> None:
    known = Told()
    for turn in range(1, 30):
        known = remember(known, f"it was {turn} days ago", NONE)
    assert len(known.times) == KEPT
    assert known.times[-1] == "29 days ago"


def test_only_the_ends_of_a_wall_of_text_are_read() -> None:
    wall = "word " * END + "my sister left. " + "word " * END
    assert remember(Told(), wall, NONE).people == ()
    assert remember(Told(), wall + "my sister left", NONE).people == (Person("sister", "she"),)


@given(
    st.text(), st.text(), st.lists(st.sampled_from(["my mom died", "he left", "I feel sad", "my boss", "yesterday"]))
)
def test_anything_can_be_told_and_twice_is_once(text: str, line: str, lines: list[str]) -> None:
    before = told(*lines)
    once = remember(before, text, acts(text, line), line)
    assert remember(once, text, acts(text, line), line) == once
    assert once.topics >= before.topics
    assert decode(*encode(once)) == once


def test_after_a_refusal_nothing_is_offered_for_a_while() -> None:
    offered = Offered().adding(3, [("offer.sleep.01", "sleep")]).heard(REFUSES, 4)
    assert offered.made == (Offer("offer.sleep.01", "sleep", 3, "refused"),)
    assert [offered.rests(turn) for turn in (4, 4 + REST, 5 + REST)] == [True, True, False]


def test_what_was_accepted_is_no_reason_to_stay_silent() -> None:
    offered = Offered().adding(3, [("offer.sleep.01", "sleep")]).heard(ACCEPTS, 4)
    assert offered.made[0].fate == "accepted"
    assert not offered.rests(5)


def test_only_a_suggestion_made_lately_is_taken_or_refused() -> None:
    offered = Offered().adding(3, [("offer.sleep.01", "sleep")])
    assert offered.heard(REFUSES, 6) == offered
    assert offered.heard(NONE, 4) == offered
    assert Offered().heard(REFUSES, 4) == Offered()
    both = offered.adding(5, [("offer.job.01", "job")]).heard(REFUSES, 6)
    assert [offer.fate for offer in both.made] == ["open", "refused"]
    assert both.heard(REFUSES, 6) == both


def test_the_skill_settles_what_was_offered_by_the_answer() -> None:
    turns = (Turn("user", "I can't sleep", NOON), Turn("bot", "Would it help to write it down?", NOON))
    answer = "I already tried that"
    offered = Offered().adding(1, [("offer.sleep.01", "sleep")])
    talk = Conversation("t:1::me", (*turns, Turn("user", answer, NOON)))
    talk = talk.knowing(
        offered, PastStrategies(("Providing Suggestions",)), acts(answer, turns[1].text), told(turns[0].text)
    )
    known, settled = memory()(TurnView(talk, None, NOON, random.Random(0))).learnt
    assert isinstance(known, Told)
    assert isinstance(settled, Offered)
    assert settled.made[0].fate == "refused"
    assert known.knows("tried")
    assert known.knows("sleep")


def test_the_skill_answers_a_question_about_the_talk_and_no_other() -> None:
    def replies(line: str) -> list[tuple[str, float]]:
        talk = Conversation("t:1::me", (Turn("user", line, NOON),)).knowing(STORY, acts(line))
        return [(reply.text, reply.score) for reply in memory()(TurnView(talk, None, NOON, random.Random(0))).replies]

    assert replies("what's my name?") == [("You told me your name is Ana.", SURE)]
    assert replies("what did I say about my aunt?") == []
    assert replies("my name is Ana") == []


def test_across_talks_only_what_lasts_is_kept() -> None:
    known = told("My name is Ana", "my mom died yesterday and I'm so sad", "I live alone")
    offered = Offered().adding(1, [("offer.sleep.01", "sleep")])
    lasting, same = kept(DialogState(known, offered, PastStrategies()))
    assert isinstance(lasting, Told)
    assert (lasting.name, lasting.people, lasting.facts) == (known.name, known.people, known.facts)
    assert (lasting.times, lasting.feelings, lasting.topics) == ((), (), frozenset())
    assert same == offered
    assert kept(DialogState()) == ()


@pytest.mark.parametrize(
    "chunk", ["my ", "my sister ", "since my ", "i'm so so ", "she he ", "\n", "i feel sad and ", "-"]
)
def test_a_wall_of_text_takes_no_longer_than_its_ends(chunk: str) -> None:
    began = perf_counter()
    remember(Told(), (chunk * 100_000)[:100_000], NONE, "How long has it been?")
    assert perf_counter() - began < 0.5


def test_of_a_long_talk_the_newest_suggestions_are_remembered() -> None:
    offered = Offered()
    for turn in range(SUGGESTED + 5):
        offered = offered.adding(turn, [(f"offer.{turn}", "sleep")])
    assert [offer.turn for offer in offered.made] == list(range(5, SUGGESTED + 5))
