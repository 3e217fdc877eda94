"""The prompt: by a template in a sandbox, never over its room, the oldest messages out first."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dialog import Turn
from bot.errors import ConfigError
from bot.testing.scripted import NOON
from skills.writer.brief import Brief
from skills.writer.card import Card, card
from skills.writer.template import EXAMPLE, SHIPPED, Message, Template, merged, prompt, tokens


def talk(*texts: str, first: int = 0) -> list[Turn]:
    return [Turn("bot" if (place + first) % 2 else "user", text, NOON) for place, text in enumerate(texts)]


def file(folder: Path, text: str) -> Template:
    (folder / "own.j2").write_text(text)
    return Template(folder / "own.j2")


def test_ours_tells_what_is_known_and_says_nothing_of_the_rest() -> None:
    full, bare = (Template().render(each, Card(manner=("plainly",)), 45) for each in (EXAMPLE, Brief()))
    for told in ("anxious, sad", "angry", '"lost my job"', "4.0, rising", "exploration", "Take a walk.", "Since when?"):
        assert told in full
        assert told not in bare
    for told in ("You are Attune, a computer program", "not a person", "at most 45 words", "How you speak: plainly"):
        assert told in full
        assert told in bare
    assert "Give no advice now." in bare
    assert "Give no advice now." not in full


def test_ours_is_short_enough_for_a_small_model() -> None:
    assert tokens(Template().render(EXAMPLE, Card(), 60)) < 1000


def test_what_people_say_is_never_a_template(tmp_path: Path) -> None:
    told = Brief(cause="{{ card.name }}{% raw %}", facts=("{{ 7 * 7 }}",))
    assert "{{ card.name }}{% raw %}" in Template().render(told, Card(), 60)
    assert "49" not in Template().render(told, Card(), 60)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{{ ''.__class__.__mro__ }}", "SecurityError"),
        ("{{ brief.__init__.__globals__ }}", "SecurityError"),
        ("{{ brief.facts.append(1) }}", "cannot be filled in"),
        ("{% include '/etc/passwd' %}", "cannot be filled in"),
        ("{{ brief.mood }}", "UndefinedError"),
        ("{{ 1 / 0 }}", "ZeroDivisionError"),
        ("one\n{% if %}", r"own\.j2:2: "),
    ],
)
def test_a_template_that_cannot_be_used_is_refused_with_its_place(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why) as caught:
        file(tmp_path, text)
    assert str(tmp_path / "own.j2") in str(caught.value)


def test_turns_become_messages_that_alternate() -> None:
    turns = [*talk("a"), *talk("b"), *talk("c", first=1)]
    assert merged(turns) == [Message("user", "a\nb"), Message("assistant", "c")]


@given(st.lists(st.text(max_size=200), min_size=1, max_size=30), st.integers(150, 600))
def test_it_is_never_over_its_room_and_what_was_said_last_is_in_it(texts: list[str], room: int) -> None:
    turns = talk(*texts[: len(texts) - 1 + len(texts) % 2])  # the person has the last word
    asked = prompt("Be kind.", turns, room)
    assert asked.tokens <= room
    assert asked.messages[0] == Message("system", "Be kind.")
    assert asked.messages[1].role == asked.messages[-1].role == "user"
    assert turns[-1].text.endswith(asked.messages[-1].content) or not asked.cut
    assert len(asked.messages) - 1 + asked.left_out == len(turns)


def test_a_long_last_message_loses_its_beginning_and_that_is_told() -> None:
    asked = prompt("Be kind.", talk("first", "Mhm.", "x" * 3000 + " the end"), 200)
    assert asked.messages[-1].content.endswith(" the end")
    assert (asked.left_out, asked.cut, asked.note) == (2, True, "2 oldest messages left out, the last message cut")


def test_guidance_without_room_for_a_message_is_refused() -> None:
    with pytest.raises(ConfigError, match="the guidance takes 204 of 250 tokens: set `context` higher"):
        prompt("x" * 600, talk("y" * 900), 250)


def test_our_card_is_read_and_tells_of_no_life() -> None:
    found = card(SHIPPED.with_name("persona.toml"))
    assert found.name == "Attune"
    assert len(found.manner) == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[persona]\nabout = "a woman who grew up in Ohio"', "'a woman who grew up in Ohio'.*claiming to be human"),
        ('[persona]\nmanner = ["as one real person to another", "a real person"]', "the last gate"),
        ("[persona]\nage = 30", "has no key 'age'"),
        ('[person]\nname = "Ann"', r"holds \[persona\] and nothing else, not person"),
        ("[persona", "cannot be read"),
        ('[persona]\nname = ""', "persona.name"),
    ],
)
def test_a_card_that_cannot_be_used_is_refused_with_its_place(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(ConfigError, match=why) as caught:
        card(tmp_path / "own.toml")
    assert str(tmp_path / "own.toml") in str(caught.value)
