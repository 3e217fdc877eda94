"""Complaints about the bot and words of somebody lost in the talk, beside complaints about others."""

from time import perf_counter

import pytest

from skills.acts.courtesy import courtesies
from skills.acts.plain import said
from skills.intent import acts

COMPLAINS = [
    "you're repeating yourself",
    "this isn't helping",
    "leave me alone",
    "you told me that already",
    "you can't understand",
    "you're not listening",
    "hello? you are not helping",
    "that's not what I said",
    "no, that's not it",
    "stop asking me questions",
    "please stop repeating yourself",
    "you already said that",
    "you keep asking the same thing",
    "you don't get it",
    "you don't understand me at all",
    "are you even listening?",
    "I just told you that he left",
    "I already told you",
    "that's not what I asked",
    "you sound like a greeting card",
    "that's such a canned answer",
    "you didn't answer my question",
    "what are you talking about?",
    "this is pointless",
]
NO_COMPLAINT = [
    "I sent forty letters and got one generic reply",
    "the pills don't help, it isn't working out with him",
    "he leaves me alone with the kids",
    "he's, like I said, a nice man",
    "We broke up in May. That isn't helping.",
    "I ordered turkey and that's not what I got",
    "the baby would not. stop. screaming.",
    "you can't understand people like her",
    "she's not listening",
    "my mom won't stop asking about kids",
    "he should stop saying that to me",
    "I told you know who about it",
    "he said you don't understand anything",
    "they say that's not true",
    "but I know that's not true",
    "that's not right how they treated her",
    "my husband doesn't get it",
    "you sound like a nice person",
    "it's worse when you don't understand what is going on",
    "I stopped asking him",
    "nobody listens to me",
    "my boss asked the same thing twice",
    "my teacher is useless",
    "my dad told me what are you talking about, that never happened",
    "I said stop asking me and he just laughed",
]
LOST = [
    "what?",
    "huh",
    "what do you mean?",
    "I don't understand",
    "I don't get it",
    "that makes no sense",
    "you're not making sense",
    "that doesn't make any sense",
    "sorry, what?",
    "I'm confused",
    "like what?",
    "what kind of help?",
    "how so?",
    "I don't understand your question",
    "what's that supposed to mean",
    "do you mean like a club?",
]
NOT_LOST = [
    "that makes sense",
    "it doesn't make sense that she left without a word",
    "nothing makes sense since he died",
    "I don't understand why he left",
    "I don't get why she's so angry",
    "I'm confused about my feelings for him",
    "I feel lost",
    "what a week",
    "I'm lost without her",
    "my life makes no sense anymore",
    "I don't get along with my dad",
    "he didn't understand me",
    "I don't understand people",
    "what happened is that she left",
    "how could she",
]


@pytest.mark.parametrize("line", COMPLAINS)
def test_a_complaint_about_the_bot_is_heard(line: str) -> None:
    assert "complaint" in acts(line)


@pytest.mark.parametrize("line", NO_COMPLAINT)
def test_a_complaint_about_others_is_none_about_the_bot(line: str) -> None:
    assert "complaint" not in acts(line)


@pytest.mark.parametrize("line", LOST)
def test_who_cannot_follow_is_heard(line: str) -> None:
    assert "lost" in acts(line)


@pytest.mark.parametrize("line", NOT_LOST)
def test_what_makes_no_sense_in_life_is_no_question_about_the_talk(line: str) -> None:
    assert "lost" not in acts(line)


@pytest.mark.parametrize(
    ("line", "act"),
    [
        (
            "We just stood there, all three of us, and it was good. Ok, I'm going to lie down while she sleeps. Bye.",
            "goodbye",
        ),
        ("yeah it is a lot, all of it. right im off to try and sleep before she wakes up. cheers", "goodbye"),
        ("True. Well, I think I'll try the bed tonight and put the phone away. Thanks for letting me talk.", "thanks"),
        ("That's all for tonight, dear, and it was a good talk. I'm off to bed. Goodnight, and thank you.", "goodbye"),
    ],
)
def test_the_end_of_a_longer_message_may_close_the_talk(line: str, act: str) -> None:
    assert act in courtesies(said(line))


def test_a_goodbye_in_the_middle_of_a_story_closes_nothing() -> None:
    told = "I said bye to him at the station on Monday. Then he wrote all night that he was sorry for what he had said."
    assert courtesies(said(told)) == set()


@pytest.mark.parametrize(
    "line",
    ["it's late, i should go", "ok better go", "Well, I'd better get going.", "sorry, need to go",
     "I have to leave now", "my kid woke up . I should go now.", "I'll go to sleep now", "so I've got to run!",
     "I'll try to sleep now", "ok I will try and get some sleep"],
)  # fmt: skip
def test_who_goes_says_goodbye(line: str) -> None:
    assert "goodbye" in courtesies(said(line))


LONG = "He yells at me every day and I don't know how much more of this I can take."


@pytest.mark.parametrize(
    "line",
    ["Maybe I should leave.", "Maybe it's better to leave.", "I think I should go", "I know I need to leave.",
     "If he does it again I'll leave", "it would be better to run", "perhaps I should go", "he says I have to go",
     "I want to have a good day for once"],
)  # fmt: skip
def test_who_weighs_leaving_somebody_says_no_goodbye(line: str) -> None:
    assert "goodbye" not in courtesies(said(f"{LONG} {line}"))
    assert line.endswith("once") or "goodbye" not in courtesies(said(line))


@pytest.mark.parametrize(
    "line",
    ["I never even got a thank you.", "No thanks to my brother either.", "Thanks to work stress I don't sleep.",
     "He never said thank you.", "She doesn't appreciate it", "I baked them a cake as thanks",
     "She never said gracias"],
)  # fmt: skip
def test_thanks_that_are_told_of_are_none(line: str) -> None:
    assert "thanks" not in courtesies(said(line))
    assert "thanks" not in courtesies(said(f"{LONG} {line}"))


@pytest.mark.parametrize(
    "line",
    ["Thanks to you I slept", "I really appreciate it", "it helped, thank you", "thanks!", "obrigada", "ok, merci!"],
)
def test_thanks_to_the_bot_are_heard(line: str) -> None:
    assert "thanks" in courtesies(said(line))
    assert "thanks" in courtesies(said(f"{LONG} {line}"))


@pytest.mark.parametrize("flood", ["and ok ", "thank you, ", "so i have to ", "well my i "])
def test_words_over_and_over_are_read_in_time(flood: str) -> None:
    began = perf_counter()
    courtesies(said(flood * 600))
    assert perf_counter() - began < 0.2
