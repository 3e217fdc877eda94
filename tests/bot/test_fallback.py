from bot.dialog import Conversation, Turn
from bot.engine import Engine
from bot.fallback import LATELY, SAFE_REPLIES, SAFE_REPLY, fallback
from bot.testing.scripted import NOON

NEW = Conversation("t:1::me")


def after(*said: str) -> Conversation:
    """A talk in which the bot said these lines, and the person something after each."""
    pairs = ((Turn("bot", line, NOON), Turn("user", "hm", NOON)) for line in said)
    return Conversation("t:1::me", tuple(turn for pair in pairs for turn in pair))


def test_a_bot_that_has_nothing_to_say_says_each_line_before_one_comes_again() -> None:
    talk, said = NEW, list[str]()
    for _ in range(3 * len(SAFE_REPLIES)):
        step = Engine(()).step(talk, "hm", NOON)
        talk = step.conversation
        said.append(step.reply.text)
    assert said == 3 * [reply.text for reply in SAFE_REPLIES]


def test_what_was_said_lately_is_left_out_be_it_behind_a_notice() -> None:
    assert fallback(after()) == SAFE_REPLY
    assert fallback(after(SAFE_REPLY.text)) == SAFE_REPLIES[1]
    assert fallback(after(f"I'm a program. {SAFE_REPLY.text}", "I see.")) == SAFE_REPLIES[1]


def test_when_all_were_said_the_one_said_longest_ago_comes_again() -> None:
    order = [SAFE_REPLIES[place].text for place in (3, 0, 1, 2, *range(4, len(SAFE_REPLIES)))]
    assert fallback(after(*order, "I see.")).text == order[0]


def test_what_was_said_long_ago_may_come_first_again() -> None:
    assert fallback(after(SAFE_REPLY.text, *["I see."] * (LATELY // 2))) == SAFE_REPLY


def test_no_third_question_in_a_row() -> None:
    assert "?" in fallback(after("I see.", "And then?")).text
    assert "?" not in fallback(after("What happened?", "And then?")).text
    statements = [reply.text for reply in SAFE_REPLIES if "?" not in reply.text]
    assert fallback(after(*statements, "What happened?", "And then?")).text == statements[0]
