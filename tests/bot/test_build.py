"""A bot is made of a bot file, or the file is told what is wrong: where, and for which reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.build import build, build_guard, responders
from bot.checks import trial, warnings
from bot.config import Config, read
from bot.dialog import Reply
from bot.errors import ConfigError, SkillError
from tests.skills.talking import view

LAW = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("local")
def local(*, regions: tuple[str, ...] = ()):
    return lambda turn: SkillResult(replies=(Reply(" ".join(regions), "local", 1.0),))
"""

PARTS = """
from dataclasses import dataclass
from bot.course import Course
from bot.dialog import EmotionState, SkillResult
from bot.errors import ConfigError
from bot.parts import part
from bot.registry import encoder, guard, responder, skill, writer
from skills.care.state import CareState

@part("{place}_counted", version=1)
@dataclass(frozen=True)
class Counted:
    turns: int = 0

@dataclass(frozen=True)
class Unregistered:
    turns: int = 0

@skill("own", reads=(Counted,), writes=(Counted,))
def own():
    def count(turn):
        before = turn.get(Counted) or Counted()
        return SkillResult((Counted(before.turns + 1),))
    return count

@skill("reader", reads=(Counted,))
def reader():
    return lambda turn: SkillResult()

@skill("changes", reads=(EmotionState,), writes=(EmotionState,))
def changes():
    return lambda turn: SkillResult()

@skill("careful", reads=(CareState, Course))
def careful():
    return lambda turn: SkillResult()

@skill("forgot")
def forgot():
    def answer(turn):
        return SkillResult()

@skill("raises")
def raises(*, place: str = "here"):
    return {{}}[place]

@skill("refuses")
def refuses():
    raise ConfigError("refuses.depth: no such depth")

@skill("stumbles")
def stumbles():
    def answer(turn):
        return {{}}["a key"]
    return answer

@skill("unregistered")
def unregistered():
    return lambda turn: SkillResult((Unregistered(),))

@responder("slow", sends=None)
def slow():
    return object()

@writer("mute")
def mute():
    return lambda turn: ()

@guard("half")
def half():
    class Half:
        def watch(self, turn): ...
    return Half()

@encoder("none")
def none():
    return None

class Counting:
    def encode(self, conversations): ...

@encoder("counting")
def counting():
    return Counting()

@skill("given")
def given(encoder, *, loud: bool = False):
    def answer(turn): ...
    answer.encoder = encoder
    return answer
"""
GUARD = "[guard]\nuse = 'safety'\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts.py").write_text(PARTS.format(place=tmp_path.name))
    return tmp_path


def bot(folder: Path, *names: str, text: str = GUARD) -> Config:
    (folder / "bot.toml").write_text(text + "".join(f"[[skills]]\nuse = './parts.py:{name}'\n" for name in names))
    return read(folder / "bot.toml")


def test_a_skill_may_read_what_it_wrote_in_the_turn_before(folder: Path) -> None:
    assert warnings(bot(folder, "own")) == []


def test_a_factory_is_given_the_bots_encoder_which_is_no_setting(folder: Path) -> None:
    encoder = "[encoder]\nuse = './parts.py:counting'\n"
    engine = build(bot(folder, "given", text=GUARD + encoder))
    ((_, answer),) = engine.skills
    assert engine.encoder is not None
    assert answer.encoder is engine.encoder  # type: ignore[attr-defined]
    ((_, alone),) = build(bot(folder, "given")).skills
    assert alone.encoder is None  # type: ignore[attr-defined]
    (folder / "bot.toml").write_text(GUARD + "[[skills]]\nuse = './parts.py:given'\nencoder = 'mine'\n")
    with pytest.raises(ConfigError, match=r"has no setting 'encoder' \(it takes: loud\)"):
        build(read(folder / "bot.toml"))


def test_what_another_writes_later_is_still_missing(folder: Path) -> None:
    assert warnings(bot(folder, "reader", "own")) == [
        "skills[0]: reader reads Counted, but nothing before it writes it"
    ]
    assert warnings(bot(folder, "own", "reader")) == []


def test_to_change_a_part_of_others_is_not_to_own_it(folder: Path) -> None:
    complaint = "skills[0]: changes reads EmotionState, but nothing before it writes it"
    assert warnings(bot(folder, "changes")) == [complaint]
    assert warnings(bot(folder, text=GUARD + "[[skills]]\nuse = 'intensity'\n")) == [
        complaint.replace("changes", "intensity")
    ]


def test_what_the_guard_and_the_engine_write_is_there_for_all(folder: Path) -> None:
    assert warnings(bot(folder, "careful")) == []
    off = warnings(bot(folder, "careful", text="[guard]\noff = 'a study'\n"))
    assert off == [
        "skills[0]: careful reads CareState, but nothing before it writes it",
        "the safety guard is off: a study",
    ]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("raises", "skills[0]: './parts.py:raises' cannot be made: KeyError at parts.py:45"),
        (
            "forgot",
            "skills[0]: './parts.py:forgot' makes nothing (is its `return` missing?); of kind skill, it needs __call__",
        ),
    ],
)
def test_a_skill_that_cannot_be_made_is_named_with_the_reason(folder: Path, name: str, reason: str) -> None:
    with pytest.raises(SkillError) as found:
        build(bot(folder, name))
    assert str(found.value) == f"{folder}/bot.toml: {reason}"


def test_an_error_that_explains_itself_is_left_as_it_is(folder: Path) -> None:
    with pytest.raises(ConfigError, match=r"^refuses.depth: no such depth$"):
        build(bot(folder, "refuses"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "[guard]\nuse = './parts.py:half'\n",
            "guard: './parts.py:half' makes a value of type Half; of kind guard, it needs refuse",
        ),
        (
            GUARD + "[encoder]\nuse = './parts.py:none'\n",
            "encoder: './parts.py:none' makes nothing (is its `return` missing?); of kind encoder, it needs encode",
        ),
        (
            GUARD + "[writer]\nuse = './parts.py:mute'\n",
            "writer: './parts.py:mute' makes a value of type function; of kind writer, it needs write",
        ),
    ],
)
def test_so_are_other_parts(folder: Path, text: str, reason: str) -> None:
    with pytest.raises(SkillError) as found:
        build(bot(folder, text=text))
    assert str(found.value) == f"{folder}/bot.toml: {reason}"


def test_so_is_a_slow_responder(folder: Path) -> None:
    config = bot(folder, text=GUARD + "[[responders]]\nuse = './parts.py:slow'\n")
    with pytest.raises(SkillError, match=r"responders\[0\]: './parts.py:slow' makes a value of type object; "):
        responders(config)


def test_what_fails_over_a_first_message_is_named_with_the_reason(folder: Path) -> None:
    config = bot(folder, "own", "stumbles", "unregistered")
    found = trial(config, build(config))
    assert found[0] == "skills[1]: stumbles fails over a first message: KeyError at parts.py:54: 'a key'"
    assert found[1].startswith(
        "skills[2]: unregistered fails over a first message: Unregistered is no state part: decorate"
    )
    assert len(found) == 2


def test_a_bot_without_skills_judges_as_the_whole_bot_does(folder: Path) -> None:
    config = bot(folder, "own")
    for text in ("I promise.", "What was that like?", " "):
        reply = Reply(text, "draft", 0.0)
        assert build_guard(config).refuse(reply) == build(config).refuse(reply)


@pytest.mark.parametrize(
    ("law", "own", "followed"),
    [("", "", ""), ('["utah", "eu"]', "", "utah eu"), ('["utah"]', '["california"]', "california")],
)
def test_a_part_that_takes_regions_follows_the_law_of_the_bot_file(
    tmp_path: Path, law: str, own: str, followed: str
) -> None:
    (tmp_path / "local.py").write_text(LAW)
    named, set_there = (f"[law]\nregions = {law}\n" if law else ""), (f"regions = {own}\n" if own else "")
    (tmp_path / "bot.toml").write_text(
        f'[guard]\noff = "a trial"\n[[skills]]\nuse = "./local.py:local"\n{set_there}{named}'
    )
    ((_, made),) = build(read(tmp_path / "bot.toml")).skills
    assert made(view("hello")).replies[0].text == followed


def test_a_region_that_is_not_there_is_named_with_the_place_and_the_choices(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('[guard]\noff = "a trial"\n[law]\nregions = ["mars"]\n')
    with pytest.raises(ConfigError, match=r"bot\.toml: law\.regions: there is no region 'mars' \(there are: cal"):
        read(tmp_path / "bot.toml")


def test_a_law_that_nothing_follows_is_told_of(tmp_path: Path) -> None:
    def told(guard: str, skill: str) -> list[str]:
        (tmp_path / "bot.toml").write_text(
            f"[guard]\n{guard}\n[[skills]]\nuse = '{skill}'\n[law]\nregions = ['utah']\n"
        )
        return [line for line in warnings(read(tmp_path / "bot.toml")) if line.startswith("[law]")]

    again, danger = told("off = 'a trial'", "intent")
    assert "`persona`" in again
    assert "nothing listens for danger" in danger
    assert told('use = "safety"', "persona") == []
