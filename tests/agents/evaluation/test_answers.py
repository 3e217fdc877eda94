from agents.evaluation.answers import answer, drawn
from agents.training.rerankers.pair_examples import Given
from bot.dialog import Reply, SkillResult, TurnView
from bot.engine import Engine


def given(talk: str, emotion: str, *texts: str) -> Given:
    """A talk that the person begins."""
    *before, reply = texts
    return Given(talk, emotion, tuple((bool(place % 2), text) for place, text in enumerate(before)), reply)


def test_a_group_is_of_one_emotion_and_many_talks() -> None:
    replies = [
        given(f"{talk}", ("sad", "glad")[talk % 2], *"abcd"[: 2 * (turn + 1)])
        for talk in range(50)
        for turn in range(2)
    ]
    groups = drawn(replies, 10, 2, seed=1)
    assert [{item.emotion for item in group} for group in groups] == [{"glad"}, {"glad"}, {"sad"}, {"sad"}]
    assert all(len({item.talk for item in group}) == 10 for group in groups)
    assert {len(item.context) for group in groups for item in group} == {1, 3}
    assert groups == drawn(replies, 10, 2, seed=1) != drawn(replies, 10, 2, seed=2)


def test_ours_answers_the_same_words_after_the_same_history() -> None:
    seen: dict[str, list[str]] = {}

    def echo(turn: TurnView) -> SkillResult:
        seen[turn.text] = [said.text for said in turn.conversation.turns]
        return SkillResult((), (Reply(f"echo {turn.text}", "echo", 1.0),))

    replies = [given("a", "sad", "one", "gold", "two", "last"), given("b", "sad", "three", "end")]
    opened = Given("c", "sad", ((True, "hello"), (False, "four")), "end")
    found = answer(Engine((("echo", echo),)), [*replies, opened])
    assert [item.ours for item in found] == ["echo two", "echo three", "echo four"]
    assert [item.given.reply for item in found] == ["last", "end", "end"]
    assert seen["two"] == ["one", "gold", "two"]
    assert seen["four"] == ["four"]
