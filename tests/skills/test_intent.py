import random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dialog import Conversation, PastStrategies, Turn, TurnView
from bot.testing.scripted import NOON
from skills.intent import NAMES, Acts, acts, intent

SAID = {
    "greeting": ["hi", "Hello there!", "hey, how are you?", "good morning", "hey what's up"],
    "thanks": ["thanks", "thank you so much", "ok thanks for listening", "I appreciate it", "thx"],
    "goodbye": [
        "bye",
        "ok thank you, bye",
        "I have to go now",
        "gotta run",
        "have a good night",
        "talk to you later",
        "I'll see you tomorrow",
        "going to sleep, good night",
    ],
    "asks_advice": [
        "what should I do?",
        "how do I tell her?",
        "should I call him?",
        "any tips?",
        "I need advice",
        "I want some suggestions",
        "how can I stop thinking about it",
        "do you have any ideas",
        "can you help me figure this out",
    ],
    "refuses_advice": [
        "I tried that already",
        "that won't work",
        "that wont help",
        "I can't do that",
        "no thanks",
        "nah",
    ],
    "only_listen": [
        "I don't want advice",
        "i dont want any advice",
        "I do not need your advice",
        "I don't need solutions",
        "I just need to vent",
        "just want to talk",
        "please just listen",
    ],
    "complaint": [
        "you're not listening",
        "youre not helping",
        "you don't understand",
        "you do not get it",
        "that's not what I said",
        "stop asking me that",
        "what are you talking about",
        "you sound like a fortune cookie",
    ],
    "minimal": ["idk", "ok", "not really", "no no no", "fine, whatever", "I don't know", "maybe", "no I didn't"],
    "agrees": ["yes", "yeah exactly", "I guess", "yes it is", "you're right", "kind of"],
    "wordless": [":(", "...", "??", "12345", ""],
    "foreign": ["estoy muy triste", "je suis triste", "ich bin so allein und müde", "мне грустно", "eu nao sei o que"],
}

NOT_SAID = {
    "greeting": ["hi, my dog died", "hello, I lost my job today", "my boss said hello", "hiking was nice"],
    "thanks": ["thank god", "I can't thank my mom enough", "no thanks", "I appreciate my friends"],
    "goodbye": [
        "I should go back to school next year",
        "I have to go to work tomorrow",
        "I said goodbye to my dog today",
        "saying goodbye to him was hard",
        "we had a good night",
        "my mom said good night and left",
        "I'd like to see you try",
        "I never got to say goodbye",
    ],
    "asks_advice": [
        "I don't want advice",
        "I do not want any advice",
        "dont need tips",
        "I have some ideas",
        "I don't have any ideas",
        "I should leave him",
        "there's nothing I can do",
        "he told me he needs advice",
    ],
    "refuses_advice": ["I like that", "she did her best", "no idea what she meant"],
    "only_listen": ["she just wanted to talk", "I just wanted to talk to her about it", "he doesn't listen"],
    "complaint": ["she's not listening", "my friends don't understand", "you are kind", "I stopped asking him"],
    "minimal": ["no, she died", "nothing helps", "ok but why", "no he left"],
    "agrees": ["true love hurts", "right after christmas", "yes but it's hard"],
    "wordless": ["ok", "я"],
    "foreign": ["la la land", "I want to die", "don die", "my abuela made pozole for me", "idk"],
}


def table(lines: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(act, line) for act, given in lines.items() for line in given]


@pytest.mark.parametrize(("act", "line"), table(SAID))
def test_an_act_is_heard(act: str, line: str) -> None:
    assert act in acts(line)


@pytest.mark.parametrize(("act", "line"), table(NOT_SAID))
def test_an_act_is_not_heard_where_there_is_none(act: str, line: str) -> None:
    assert act not in acts(line)


@pytest.mark.parametrize(
    "line",
    ["I lost my job yesterday", "my sister moved out", "the interview is in the morning"],
)
def test_telling_is_no_act(line: str) -> None:
    assert acts(line).names <= {"disclosure", "worry"}
    assert "disclosure" in acts("I lost my job yesterday")
    assert acts("the interview is in the morning").explain() == "tells"


def test_a_thank_you_in_a_long_message_is_not_what_it_is_about() -> None:
    long = "thanks, but my brother still has not called back since we argued about the house"
    assert acts(long).names == {"disclosure", "worry"}


def test_only_the_ends_of_a_very_long_message_are_read() -> None:
    assert "asks_advice" in acts("word " * 100_000 + "what should I do")
    assert "asks_advice" not in acts("word " * 1000 + "what should I do " + "word " * 1000)


@given(st.text())
def test_anything_can_be_read(text: str) -> None:
    found = acts(text)
    assert not {"minimal", "agrees"} <= found.names
    assert not {"only_listen", "asks_advice"} <= found.names
    assert "wordless" not in found or not any(letter.isalpha() for letter in text)


WALLS = [
    "so ",
    "you're ",
    "i said ",
    "is it ",
    "and so, but - ",
    "\n",
    "!?",
    '"',
    " ",
    "(",
    "can i take my ",
    "fucking ",
]


@pytest.mark.parametrize("chunk", WALLS)
def test_a_wall_of_text_takes_no_longer_than_its_ends(chunk: str) -> None:
    began = perf_counter()
    acts((chunk * 100_000)[:100_000])
    assert perf_counter() - began < 0.5


@given(st.text(), st.text(), st.sampled_from([None, "Question", "Providing Suggestions"]))
def test_only_known_acts_are_heard_whatever_was_said_before(text: str, line: str, strategy: str | None) -> None:
    found = acts(text, line, strategy, (text, text))
    assert found.names <= NAMES
    assert found == acts(text, line, strategy, (text, text))
    assert not {"accepts_advice", "refuses_advice"} <= found.names
    assert (found.asks in found) == (found.asks != "")


def test_the_skill_reads_the_bots_last_words_and_what_was_said_before() -> None:
    turns = (Turn("user", "I can't sleep", NOON), Turn("bot", "Maybe write it down tonight.", NOON))
    talk = Conversation("t:1::me", (*turns, Turn("user", "ok", NOON))).knowing(
        PastStrategies(("Providing Suggestions",))
    )
    (found,) = intent()(TurnView(talk, None, NOON, random.Random(0))).learnt
    assert isinstance(found, Acts)
    assert "accepts_advice" in found
    (alone,) = intent()(TurnView(Conversation("t:1::me", turns[:1]), None, NOON, random.Random(0))).learnt
    assert alone == acts("I can't sleep")
