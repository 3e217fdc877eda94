from collections import Counter

import pytest

from agents.evaluation.contrast_set import Answered, Pair, Valence, answer, contrast_set, pairs
from bot.dialog import Reply, SkillResult, TurnView, Verdict
from bot.engine import Engine
from bot.registry import Watch


def answered(valence: Valence, reply: str, *, guard: bool = False, name: str = "fl-001a") -> Answered:
    return Answered(name, "negation", valence, "said", reply, guard)


@pytest.mark.parametrize(
    ("reply", "wrong_if_sad", "wrong_if_glad"),
    [
        ("What happened?", False, False),
        ("Congratulations!", True, False),
        ("That sounds so hard.", False, True),
        ("So hard before, and now this. Well done!", True, False),
    ],
)
def test_congratulations_are_wrong_for_what_is_sad_and_comfort_alone_for_what_is_glad(
    reply: str, wrong_if_sad: bool, wrong_if_glad: bool
) -> None:
    assert answered("sad", reply).wrong is wrong_if_sad
    assert answered("glad", reply).wrong is wrong_if_glad
    assert not answered("neutral", reply).wrong


def test_to_stop_somebody_glad_is_wrong() -> None:
    assert answered("glad", "Are you safe?", guard=True).wrong
    assert not answered("sad", "Are you safe?", guard=True).wrong


def test_halves_go_by_the_pairs_number_and_neutral_lines_are_not_judged() -> None:
    rows = [
        answered("glad", "So sorry.", name="fl-001a"),
        answered("sad", "So sorry.", name="fl-001b"),
        answered("neutral", "So sorry.", name="fl-002a"),
        answered("sad", "Hooray!", name="fl-002b"),
        answered("glad", "Hooray!", name="fl-004a"),
    ]
    found = contrast_set(rows)
    assert (found.wrong.hits, found.wrong.of) == (2, 4)
    assert (found.held_out.hits, found.held_out.of) == (1, 2)
    assert (found.tuned.hits, found.tuned.of) == (1, 2)
    assert (found.pairs.hits, found.pairs.of) == (2, 3)
    assert {name: (count.hits, count.of) for name, count in found.by_valence.items()} == {"glad": (1, 2), "sad": (1, 2)}
    assert [mistake.id for mistake in found.mistakes] == ["fl-002b"]
    assert [mistake.id for mistake in contrast_set(rows, everything=True).mistakes] == ["fl-001a", "fl-002b"]


def test_each_line_is_answered_alone() -> None:
    def parrot(turn: TurnView) -> SkillResult:
        assert len(turn.conversation.turns) == 1
        return SkillResult(replies=(Reply(f"You said {turn.text}", "parrot", 1.0),))

    class Alarm:
        def watch(self, turn: TurnView, /) -> Watch:
            stops = turn.text == "no"
            return Watch(Verdict(2, "x", True), reply=Reply("Call.", "alarm", 1.0)) if stops else Watch()

        def refuse(self, reply: Reply, /) -> str | None:
            return None

    row = Pair("fl-003", "yes", "glad", "no", "sad", "negation")
    first, second = answer(Engine((("parrot", parrot),), Alarm()), [row])
    assert (first.id, first.valence, first.reply, first.guard) == ("fl-003a", "glad", "You said yes", False)
    assert (second.id, second.valence, second.reply, second.guard) == ("fl-003b", "sad", "Call.", True)
    assert first.held_out


def test_the_pairs_are_two_hundred_of_three_contrasts() -> None:
    rows = pairs()
    assert Counter(row.contrast for row in rows) == {"negation": 100, "person": 50, "tense": 50}
    assert len({row.id for row in rows}) == 200
    assert all(row.a != row.b and row.a_valence != row.b_valence for row in rows)
