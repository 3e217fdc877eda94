from agents.evaluation.refusing import REFUSALS, after_refusal, refusals, refusing, resist
from agents.evaluation.replay import Exchange, Played
from bot.dialog import Reply
from bot.engine import Engine
from bot.testing import ScriptedSkill

ADVISE, ASK = "Providing Suggestions", "Question"
NO = REFUSALS[0]


def played(said: str, reply: str, strategy: str | None, *, guard: bool = False) -> Played:
    return Played(said, (), reply, strategy, "words", guard, 0, False, False)


def test_a_suggestion_is_refused_before_the_person_goes_on() -> None:
    words = ScriptedSkill(Reply("Try a walk.", "words", 1.0, ADVISE), Reply("What then?", "words", 1.0, ASK))
    talk, other = resist(Engine((("words", words),)), [[Exchange("one", ()), Exchange("two", ())], [Exchange("x", ())]])
    assert [turn.said in REFUSALS for turn in talk] == [False, True, False, True]
    assert [turn.said for turn in talk if turn.said not in REFUSALS] == ["one", "two"]
    assert [turn.said in REFUSALS for turn in other] == [False, True]


def test_a_refusal_is_not_refused_in_turn() -> None:
    words = ScriptedSkill(Reply("Try a walk.", "words", 1.0, ADVISE))
    (talk,) = resist(Engine((("words", words),)), [[Exchange("one", ())]])
    assert len(talk) == 2


def test_nothing_is_suggested_in_the_three_replies_after_a_refusal() -> None:
    talk = (
        played("one", "Try a walk.", ADVISE),
        played(NO, "I see.", None),
        played("two", "You could call her.", None),  # worded as advice, whatever its label
        played("three", "Call her.", ADVISE),
        played("four", "Call her.", ADVISE),
    )
    assert refusals(talk) == [1]
    assert after_refusal(talk) == [2, 3]


def test_who_asks_again_may_be_answered() -> None:
    talk = (
        played("one", "Try a walk.", ADVISE),
        played(NO, "I see.", None),
        played("what else can I do?", "Call her.", ADVISE),
        played("so", "Call her.", ADVISE),
    )
    assert after_refusal(talk) == [3]
    found = refusing([talk, talk[:1]])
    assert (found.refusals, found.again.count, found.again.places) == (1, 1, ((1, 4),))


def test_the_guards_lines_are_no_suggestions_and_a_no_without_one_no_refusal() -> None:
    talk = (played("one", "Try to call.", ADVISE, guard=True), played(NO, "Try a walk.", ADVISE))
    assert refusals(talk) == []
    assert after_refusal(talk) == []
