from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.testing.telegram_rules import FloodControl, Refusal, buttons_of, is_visible, scope_of, text_of


class Seconds:
    """A clock in seconds that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@given(st.lists(st.tuples(st.floats(0, 0.7), st.integers(1, 4)), max_size=60))
def test_no_second_holds_more_than_its_room(messages: list[tuple[float, int]]) -> None:
    clock = Seconds()
    limits = FloodControl(overall=3, per_chat=1, clock=clock)
    taken: list[tuple[float, int]] = []
    for pause, chat in messages:
        clock.now += pause
        try:
            limits.take(chat)
        except Refusal as refusal:
            # Told for how long, and truly: the same message is taken after that.
            clock.now += refusal.parameters["retry_after"]
            limits.take(chat)
        taken.append((clock.now, chat))
    for (earlier, _), (later, _) in zip(taken, taken[3:], strict=False):
        assert later - earlier >= 1 - 1e-9
    for chat in {chat for _, chat in taken}:
        assert all(later - earlier >= 1 - 1e-9 for earlier, later in pairwise(at for at, who in taken if who == chat))


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        ([[{"text": "", "callback_data": "a"}]], "inline keyboard button text must be non-empty"),
        ([[{"text": "\u200b", "callback_data": "a"}]], "inline keyboard button text must be non-empty"),
        ([[{"text": "yes", "callback_data": "x" * 65}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "yes", "callback_data": "é" * 33}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "yes"}]], "Text buttons are unallowed"),
        ([[{"text": "yes", "url": "yes"}]], "BUTTON_URL_INVALID"),
        ([[{"text": "yes", "callback_data": "a"}] * 8] * 13, "reply markup is too long"),
        ({"text": "yes"}, "must be of type Array of Arrays"),
    ],
)
def test_buttons_that_are_refused(markup: Any, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        buttons_of({"reply_markup": {"inline_keyboard": markup}})


def test_buttons_that_are_taken() -> None:
    rows = [[{"text": "yes", "callback_data": "x" * 64}, {"text": "no", "url": "https://example.org"}], []]
    assert buttons_of({"reply_markup": {"inline_keyboard": rows}}) == (
        (("yes", "x" * 64), ("no", "https://example.org")),
    )


@pytest.mark.parametrize(("text", "seen"), [("a", True), ("🌱", True), (" \n\t", False), ("\u200b\u2060\x00", False)])
def test_what_can_be_seen(text: str, seen: bool) -> None:
    assert is_visible(text) is seen


def test_half_a_character_is_no_text() -> None:
    with pytest.raises(Refusal, match="strings must be encoded in UTF-8"):
        text_of({"text": "a\ud83c"})


@pytest.mark.parametrize("scope", [{"type": "everybody"}, {"type": "chat"}, "default"])
def test_scopes_that_are_refused(scope: object) -> None:
    with pytest.raises(Refusal, match="BotCommandScope"):
        scope_of({"scope": scope})
