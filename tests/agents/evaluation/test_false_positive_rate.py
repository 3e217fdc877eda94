from agents.evaluation.care_play import Told
from agents.evaluation.false_positive_rate import Hit, false_positive_rate, side
from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.registry import Watch


class Nervous:
    """Stops at `jump`, asks at `dark`."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "jump" in turn.text:
            return Watch(Verdict(3, "suicide", stopped=True), reply=Reply("Please call.", "alarm", 1.0))
        return Watch(Verdict(1, "suicide", stopped=False) if "dark" in turn.text else None)

    def refuse(self, reply: Reply, /) -> str | None:
        return None


def test_a_talk_is_read_from_the_side_of_its_first_speaker() -> None:
    assert side(["a", "b", "c"]) == [Told("a", "b"), Told("c", "")]
    assert side(["a", "b", " ", "d"]) == [Told("a", "b")]
    assert side([]) == []


def test_levels_are_counted_by_corpus_and_in_all_and_stops_are_listed() -> None:
    corpora = {
        "One": [[Told("I saw a high jump", "Nice."), Told("and another jump", "Oh."), Told("a dark night")]],
        "Two": [[Told("hello", "hi")], [Told("bye")], []],
    }
    found, hits = false_positive_rate(Engine((), Nervous()), corpora)
    one, two, both = found
    assert [(level, count.hits, count.of) for level, count in one.levels.items()] == [
        ("1", 1, 3),
        ("2", 0, 3),
        ("3", 2, 3),
    ]
    assert (two.stopped.hits, two.stopped.of, two.talks_stopped.of) == (0, 2, 2)
    assert (both.corpus, both.stopped.hits, both.stopped.of) == ("all", 2, 5)
    assert (both.talks_stopped.hits, both.talks_stopped.of) == (1, 3)
    assert hits == [
        Hit("One", 1, 1, 3, "suicide", True, "I saw a high jump", ()),
        Hit("One", 1, 2, 3, "suicide", False, "and another jump", ("I saw a high jump", "Nice.")),
    ]
