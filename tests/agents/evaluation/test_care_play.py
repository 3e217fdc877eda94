from agents.evaluation.care_play import Told, alone, listening, play
from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.fallback import SAFE_REPLY
from bot.registry import Watch
from bot.testing import FixedEncoder, ScriptedSkill


class Alarm:
    """Stops at `danger`, and at `yes` after its own question; asks at `dark`. `seen` is what stood before each turn."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, ...]] = []

    def watch(self, turn: TurnView, /) -> Watch:
        before = turn.conversation.said("bot")
        self.seen.append(before)
        if "danger" in turn.text or (turn.text == "yes" and before[-1:] == ("Do you mean dying?",)):
            return Watch(Verdict(2, "suicide", stopped=True), reply=Reply("Please call.", "alarm", 1.0))
        if "dark" in turn.text:
            return Watch(Verdict(1, "suicide", stopped=False), reply=Reply("Do you mean dying?", "alarm", 1.0))
        return Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return None


def bot(guard: Alarm) -> Engine:
    return Engine((("words", ScriptedSkill("I see.")),), guard)


def test_each_text_begins_a_talk_of_its_own() -> None:
    found = alone(bot(Alarm()), ["dark", "yes", "danger", ""])
    assert [(heard.level, heard.kind, heard.stopped) for heard in found] == [
        (1, "suicide", False),
        (0, "", False),
        (2, "suicide", True),
        (0, "", False),
    ]


def test_in_a_live_talk_the_bots_own_replies_stand() -> None:
    guard = Alarm()
    (talk,) = play(bot(guard), [[Told("hello"), Told("dark"), Told("yes")]])
    assert [heard.level for heard in talk] == [0, 1, 2]
    assert guard.seen[-1] == ("I see.", "Do you mean dying?")


def test_other_peoples_answers_stand_but_for_the_guards() -> None:
    guard = Alarm()
    told = [Told("hello", "Hi there."), Told("dark", "Go on."), Told("yes", "Oh."), Told("ok")]
    (talk,) = play(listening(bot(guard)), [told])
    assert [heard.level for heard in talk] == [0, 1, 2, 0]
    assert guard.seen[-1] == ("Hi there.", "Do you mean dying?", "Please call.")


def test_without_skills_the_safe_reply_stands_where_nobody_answered() -> None:
    guard = Alarm()
    play(listening(bot(guard)), [[Told("one"), Told("two")]])
    assert guard.seen[-1] == (SAFE_REPLY.text,)


def test_talks_share_batches_and_both_looks_are_timed() -> None:
    encoder = FixedEncoder()
    engine = Engine((), Alarm(), encoder)
    found = play(engine, [[Told("a"), Told("b")], [Told("c")]])
    assert encoder.batches == [2, 1]
    assert [len(talk) for talk in found] == [2, 1]
    assert all(heard.ms > 0 for talk in found for heard in talk)
