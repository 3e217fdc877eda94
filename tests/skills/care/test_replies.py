"""Written replies: each can be said, and none where it would be untrue, asked again or out of place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import ConfigError
from skills.care import replies as module
from skills.care.choosing import has_own_words
from skills.care.replies import WrittenReply, fits, replies
from skills.care.reply_selection import KINDS
from skills.care.state import CareState, Move
from skills.reply_gate import refuse

ASKS = {"", "safe", "near", "company", "call", "called", "ending", "wound"}
IN_DANGER = CareState(level=2, kind="suicide", step="near")


def held(state: CareState = IN_DANGER, moment: str = "stay") -> Move:
    return Move(state, moment)


def test_every_reply_is_short_and_of_known_kinds_and_the_gate_refuses_none() -> None:
    known = replies()
    assert len({reply.id for reply in known}) == len({reply.text for reply in known}) == len(known) > 1000
    for reply in known:
        text = reply.text.replace("{emergency}", "999").replace("{lines}", "You can reach a line: call 123.")
        assert refuse(text) is None, text
        assert text.count("?") <= 1, text
        assert "{" not in text
        assert set(reply.kinds) <= set(KINDS)
        assert set(reply.levels) <= {1, 2, 3}
        assert reply.asks in ASKS


def test_there_are_replies_for_every_kind_and_level_at_which_the_guard_stays() -> None:
    for kind in KINDS:
        for level in (2, 3):
            state = CareState(level=level, kind=kind)
            assert any(fits(reply, held(state), ()) for reply in replies()), (kind, level)


def replied(text: str = "Could you?", asks: str = "", *assumes: str) -> WrittenReply:
    return WrittenReply("x-0", "", text, ("suicide",), (2,), asks, assumes)


@pytest.mark.parametrize(
    ("state", "reply", "may"),
    [
        (IN_DANGER, replied(), True),
        (replace(IN_DANGER, kind="abuse"), replied(), False),
        (replace(IN_DANGER, level=3), replied(), True),
        (replace(IN_DANGER, level=1), replied(), False),
        (IN_DANGER, replied("Is anyone near?", "near"), False),
        (replace(IN_DANGER, safe=True), replied("Are you safe?", "safe"), False),
        (IN_DANGER, replied("A grown-up can help.", "", "minor"), False),
        (replace(IN_DANGER, minor=True), replied("A grown-up can help.", "", "minor"), True),
        (IN_DANGER, replied("They are coming.", "", "called"), False),
        (replace(IN_DANGER, helped=True), replied("They are coming.", "", "called"), True),
    ],
)
def test_a_reply_is_of_the_danger_true_and_asks_nothing_known(state: CareState, reply: WrittenReply, may: bool) -> None:
    assert fits(reply, held(state), ()) is may


def test_what_is_told_just_now_may_be_assumed() -> None:
    assert fits(replied("They are coming.", "", "called"), held(moment="help"), ())


def test_what_the_guard_asked_just_before_may_be_told_in_any_words() -> None:
    assert fits(replied("Somebody is close by, then.", "", "company"), held(), ())
    assert not fits(replied("Somebody is close by, then.", "", "company"), held(replace(IN_DANGER, step="")), ())
    assert not fits(replied("You have called.", "", "called"), held(), ())
    assert fits(replied("You have called.", "", "called"), held(replace(IN_DANGER, step="called")), ())


def test_nothing_is_said_twice_whatever_line_was_filled_in() -> None:
    reply = replied("You can tell them. {lines} Could you ask {emergency} what happens next?")
    sent = "You can tell them. You can reach Samaritans. Could you ask 999 what happens next?"
    assert fits(reply, held(), ())
    assert not fits(reply, held(), ("Hello.", sent))


@pytest.mark.parametrize("moment", ["", "lines", "erase", "hush", "hush_first", "asks_again", "back"])
def test_some_moments_have_words_of_their_own(moment: str) -> None:
    assert has_own_words(held(moment=moment), "and so")


@pytest.mark.parametrize("moment", ["first", "change"])
def test_the_first_answer_is_the_guards_own_and_a_later_rise_names_the_emergency_number(moment: str) -> None:
    assert has_own_words(held(moment=moment), "and so", stopped=False)
    assert not has_own_words(held(moment=moment), "and so")
    assert not fits(replied("Could you tell her?"), held(moment=moment), ())
    assert fits(replied("Call {emergency} now."), held(moment=moment), ())
    assert fits(replied("Could you tell her?"), held(replace(IN_DANGER, helped=True), moment), ())


def test_whoever_stays_is_answered_by_a_written_reply() -> None:
    assert not has_own_words(held(), "my sister maybe")
    assert has_own_words(held(replace(IN_DANGER, level=1)), "my sister maybe")
    assert not has_own_words(held(replace(IN_DANGER, level=1), "denied"), "no, it's about my sister")
    assert has_own_words(held(replace(IN_DANGER, unsafe_to_talk=True)), "my sister maybe")
    assert has_own_words(held(replace(IN_DANGER, level=3), "again"), "I took all the pills")


def test_a_line_that_cant_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text('{"id": "x-0", "text": 3}\n', encoding="utf8")
    monkeypatch.setattr(module, "FILE", path)
    replies.cache_clear()
    with pytest.raises(ConfigError, match=r"replies\.jsonl, line 1"):
        replies()
    replies.cache_clear()
