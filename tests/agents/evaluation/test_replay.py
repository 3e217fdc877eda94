from dataclasses import replace

from agents.corpora.esconv import Dialog, Survey, Utterance
from agents.evaluation.replay import Exchange, exchanges, replay
from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.registry import Watch
from bot.testing import ScriptedSkill

ASK, SOOTHE = "Question", "Affirmation and Reassurance"


def seeker(text: str) -> Utterance:
    return Utterance("seeker", text)


def supporter(text: str, strategy: str = ASK) -> Utterance:
    return Utterance("supporter", text, strategy)


def dialog(*messages: Utterance) -> Dialog:
    return Dialog("sadness", "job crisis", "Current Experience", "A situation.", Survey(), messages)


class Alarm:
    """Stops at `danger`, asks at `dark`, refuses whatever says `bad`."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "danger" in turn.text:
            return Watch(Verdict(2, "suicide", stopped=True), reply=Reply("Please call.", "alarm", 1.0))
        if "dark" in turn.text:
            return Watch(Verdict(1, "suicide", stopped=False), reply=Reply("Do you mean dying?", "alarm", 1.0))
        return Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return "badness" if "bad" in reply.text else None


def test_messages_in_a_row_are_one_turn_and_what_came_before_the_seeker_answers_nothing() -> None:
    found = exchanges(
        dialog(
            supporter("Hello, how are you?"),
            seeker("Not well."),
            seeker("I failed."),
            supporter("Oh no."),
            supporter("What happened?", SOOTHE),
            seeker("An exam."),
        )
    )
    assert found == (
        Exchange("Not well. I failed.", (supporter("Oh no."), supporter("What happened?", SOOTHE))),
        Exchange("An exam.", ()),
    )
    assert found[0].answer == "Oh no. What happened?"


def test_a_talk_without_words_of_the_seeker_has_no_turns() -> None:
    assert exchanges(dialog(supporter("Hello?"), seeker(""), supporter("Hello?"))) == ()


def test_our_own_replies_are_the_history_and_talks_of_different_length_share_batches() -> None:
    skill = ScriptedSkill(Reply("What happened?", "words", 1.0, ASK), Reply("I see.", "words", 1.0, SOOTHE))
    scripts = [[Exchange("one", ()), Exchange("two", ()), Exchange("three", ())], [Exchange("short", ())]]
    long, short = replay(Engine((("words", skill),)), scripts)
    assert [(turn.said, turn.reply, turn.strategy) for turn in long] == [
        ("one", "What happened?", ASK),
        ("two", "I see.", SOOTHE),
        ("three", "What happened?", ASK),
    ]
    assert [turn.reply for turn in short] == ["What happened?"]
    history = [turn.text for turn in skill.seen[-1].conversation.turns]
    assert history == ["one", "What happened?", "two", "I see.", "three"]


def test_what_the_guard_does_is_noted() -> None:
    skill = ScriptedSkill(Reply("bad words", "words", 1.0))
    script = [Exchange(text, ()) for text in ("danger", "dark", "fine")]
    (talk,) = replay(Engine((("words", skill),), Alarm()), [script])
    assert [(turn.level, turn.stopped, turn.by_guard, turn.fallback) for turn in talk] == [
        (2, True, True, False),
        (1, False, True, False),
        (0, False, False, True),
    ]
    assert [turn.refused for turn in talk] == [(), (), ("badness",)]


def test_a_notice_before_a_reply_makes_it_nobody_elses() -> None:
    class Announcing(Alarm):
        def watch(self, turn: TurnView, /) -> Watch:
            return replace(super().watch(turn), notice=Reply("I am a program.", "alarm", 1.0))

    skill = ScriptedSkill(Reply("I see.", "words", 1.0), Reply("bad words", "words", 1.0))
    script = [Exchange(text, ()) for text in ("fine", "fine", "danger")]
    (talk,) = replay(Engine((("words", skill),), Announcing()), [script])
    assert talk[0].reply == "I am a program. I see."
    assert [(turn.by_guard, turn.fallback) for turn in talk] == [(False, False), (False, True), (True, False)]


def test_a_skill_that_breaks_is_named() -> None:
    (talk,) = replay(Engine((("broken", ScriptedSkill(error=ValueError("x"))),)), [[Exchange("hi", ())]])
    assert (talk[0].dropped, talk[0].fallback) == (("broken",), True)
