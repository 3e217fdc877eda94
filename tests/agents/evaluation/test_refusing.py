from msgspec.structs import replace

from agents.evaluation.refusing import REFUSALS, after_refusal, refusals, refusing, resist
from agents.evaluation.replay import Exchange, Played
from bot.dialog import Reply, SupportStage
from bot.engine import Engine
from bot.testing import ScriptedSkill
from skills.moves import Kind, Move

ADVISE, ASK = "Providing Suggestions", "Question"
NO = REFUSALS[0]


def move(name: str, kind: Kind = "offer") -> Move:
    return Move(name, "text", kind, ADVISE, (SupportStage.ACTION,), (), None, (1, 5))


BANK = {name: move(name) for name in ("offer.walk.01", "offer.walk.02", "offer.call.01")}
BANK["ask.walk.01"] = move("ask.walk.01", "ask")


def played(said: str, reply: str, strategy: str | None, *moves: str, guard: bool = False) -> Played:
    return Played(said, (), reply, strategy, "words", guard, 0, False, False, moves=moves)


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
        played("one", "Try a walk.", ADVISE, "offer.walk.01"),
        played(NO, "I see.", None),
        played("two", "You could call her.", None),  # worded as advice, whatever its label
        played("three", "Call her.", ADVISE, "offer.call.01"),
        played("four", "Call her.", ADVISE, "offer.call.01"),
    )
    assert refusals(talk) == [1]
    assert after_refusal(BANK)(talk) == [2, 3]


def test_who_asks_again_may_be_answered_but_not_with_what_was_refused() -> None:
    talk = (
        played("one", "Try a walk.", ADVISE, "offer.walk.01"),
        played(NO, "I see.", None),
        played("what else can I do?", "Call her.", ADVISE, "offer.call.01"),
        played("what else could I do?", "A walk.", ADVISE, "offer.walk.02"),
    )
    assert after_refusal(BANK)(talk) == [3]


def test_a_line_for_any_wish_for_advice_is_about_no_topic() -> None:
    anything = replace(move("offer.any.01"), act=("asks_advice",))
    talk = (
        played("what can I do?", "What have you tried?", ADVISE, anything.id),
        played(NO, "I see.", None),
        played("how do I go on?", "What would you tell a friend?", ADVISE, anything.id),
    )
    assert after_refusal({anything.id: anything})(talk) == []
    assert after_refusal({anything.id: replace(anything, cues=("what can i do",))})(talk) == [2]


def test_what_was_refused_is_not_offered_again_however_late() -> None:
    talk = (
        played("one", "Try a walk.", ADVISE, "offer.walk.01"),
        played(NO, "I see.", None),
        *(played("more", "I see.", None, "ask.walk.01") for _ in range(4)),
        played("so", "A walk.", None, "offer.walk.02"),
    )
    assert after_refusal(BANK)(talk) == [6]
    found = refusing([talk, talk[:1]], BANK)
    assert (found.refusals, found.again.count, found.again.places) == (1, 1, ((1, 7),))


def test_the_guards_lines_are_no_suggestions_and_a_no_without_one_no_refusal() -> None:
    talk = (played("one", "Try to call.", ADVISE, guard=True), played(NO, "Try a walk.", ADVISE, "offer.walk.01"))
    assert refusals(talk) == []
    assert after_refusal(BANK)(talk) == []
