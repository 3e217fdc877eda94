from pathlib import Path

import pytest

from bot import config
from bot.build import build
from bot.checks import warnings
from bot.config import read, settings
from bot.dialog import StageState
from bot.errors import BotError, ConfigError, SkillError, SkillNotFound
from bot.registry import Skill, find, skill

KIND = '''
from bot.dialog import EmotionState, Reply, SkillResult
from bot.registry import responder, skill

@skill("words", reads=(EmotionState,))
def words(*, line: str = "Go on.", times: int = 1):
    """Says one line."""
    return lambda turn: SkillResult(replies=(Reply(line * times, "words", 1.0),))

@skill("strict")
def strict(*, must: str):
    """Needs a setting."""
    return words(line=must)

@responder("slow", sends=None)
def slow():
    """Slow."""

def plain():
    """Not decorated."""
'''


def bot_file(folder: Path, text: str) -> Path:
    (folder / "kind.py").write_text(KIND)
    (folder / "bot.toml").write_text(text)
    return folder / "bot.toml"


GUARD_OFF = '[guard]\noff = "a test"\n'


def test_a_bot_file_becomes_a_config(tmp_path: Path) -> None:
    path = bot_file(
        tmp_path, f'name = "kind"\nwait = 2\n{GUARD_OFF}[[skills]]\nuse = "./kind.py:words"\nline = "Tell me."\n'
    )
    found = read(path)
    assert (found.name, found.wait, found.guard, found.guard_off) == ("kind", 2.0, None, "a test")
    assert found.skills[0].use == "./kind.py:words"
    assert found.skills[0].settings == {"line": "Tell me."}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nmae = 'x'\n" + GUARD_OFF, r"unknown key 'nmae' \(there are: name, encoder, guard, skills"),
        ("wait = -1\n" + GUARD_OFF, r"wait = -1: Expected `float` >= 0.001 \(it must be 0.001 to 600\)"),
        ("name = 3\n" + GUARD_OFF, "name = 3: Expected `str`"),
        ("turn_limit = 0\n" + GUARD_OFF, "turn_limit = 0: Expected `float` >= 0.1"),
        ("turn_limit = inf\n" + GUARD_OFF, "turn_limit = inf: Expected `float` <= 600"),
        ("turn_limit = nan\n" + GUARD_OFF, "turn_limit = nan"),
        ("turn_limit = '10'\n" + GUARD_OFF, "turn_limit: Expected `float`, got `str`"),
        ("name = 'x'", r'\[guard\] is missing: use = "safety", or off = "the reason"'),
        ("[guard]\noff = ' '", "guard.off must be the one key there, and give the reason"),
        ("[guard]\noff = true", "guard.off must be the one key there, and give the reason"),
        (GUARD_OFF + "[skills]\nuse = 'x'", r"skills must be a list of tables: write \[\[skills\]\]"),
        (GUARD_OFF + "[[skills]]\nuze = 'x'", r'skills\[0\] needs use = "name"'),
        ("name = ", "cannot be read"),
    ],
)
def test_a_bad_bot_file_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        read(bot_file(tmp_path, text))
    assert "bot.toml" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 20_000 + "]" * 20_000,
        "a = " + "{b = " * 20_000 + "1" + "}" * 20_000,
        "[[skills]]\nuse = 'x'\n" + "a." * 3_000 + "b = 1",
        f"[{'a.' * 3_000}b]",
        "a = " + "9" * 5000,
        "[[skills]]\nuse = './kind.py:words'\nline = " + "[" * 400 + "]" * 400,
    ],
)
def test_a_file_that_nobody_wrote_by_hand_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        build(read(bot_file(tmp_path, f"{text}\n")))
    assert "bot.toml: " in str(caught.value)
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)


def test_a_missing_bot_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.toml: there is no such bot file"):
        read(tmp_path / "gone.toml")
    with pytest.raises(ConfigError, match=r"no bot file is called 'defualt' \(there are: .*default"):
        read("defualt")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            'use = "./kind.py:words"\nlien = "x"',
            r"skills\[0\]: './kind.py:words' has no setting 'lien' \(it takes: line, times",
        ),
        ('use = "./kind.py:words"\ntimes = "x"', r"skills\[0\]\.times: Expected `int`, got `str`"),
        ('use = "./kind.py:strict"', r"'./kind.py:strict' needs the setting 'must'"),
        ('use = "./kind.py:wrods"', r"has no decorated function 'wrods' \(it has: words, strict, slow\)"),
        ('use = "./kind.py:plain"', r"has no decorated function 'plain'"),
        ('use = "./gone.py:words"', r"there is no file .*gone\.py"),
        ('use = "./kind.py:slow"', "is of kind responder, and one of kind skill is wanted here"),
        ('use = "emotoin"', r"no skill is called 'emotoin'; did you mean 'emotion'\? \(there are: .*intent.*\)"),
    ],
)
def test_a_use_that_does_not_fit_is_refused(tmp_path: Path, lines: str, message: str) -> None:
    found = read(bot_file(tmp_path, f"{GUARD_OFF}[[skills]]\n{lines}\n"))
    with pytest.raises(BotError, match=message):
        build(found)


def test_a_file_is_loaded_once_for_all_its_skills(tmp_path: Path) -> None:
    bot_file(tmp_path, GUARD_OFF)
    first, second = (find(f"./kind.py:{name}", "skill", tmp_path).factory for name in ("words", "strict"))
    assert first.__globals__ is second.__globals__


def test_a_file_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def (:")
    with pytest.raises(SkillError, match=r"broken\.py cannot be loaded: SyntaxError"):
        find("./broken.py:words", "skill", tmp_path)


def test_settings_reach_the_skill(tmp_path: Path) -> None:
    found = read(bot_file(tmp_path, GUARD_OFF + '[[skills]]\nuse = "./kind.py:words"\nline = "Mm. "\ntimes = 2\n'))
    spec = find("./kind.py:words", "skill", tmp_path)
    assert settings(spec, found.skills[0], found.path) == {"line": "Mm. ", "times": 2}
    assert [name for name, _ in build(found).skills] == ["words"]


def test_warnings_name_what_is_read_but_never_written(tmp_path: Path) -> None:
    found = read(bot_file(tmp_path, GUARD_OFF + '[[skills]]\nuse = "./kind.py:words"\n'))
    assert warnings(found) == [
        "skills[0]: words reads EmotionState, but nothing before it writes it",
        "the safety guard is off: a test",
    ]


def test_an_address_outside_that_nothing_is_declared_to_be_sent_to_is_warned_of(tmp_path: Path) -> None:
    lines = '[[skills]]\nuse = "./kind.py:words"\nline = "https://ai.example.org/v1"\n'
    there = '[[skills]]\nuse = "./kind.py:strict"\nmust = "http://127.0.0.1:9/v1"\n'
    found = warnings(read(bot_file(tmp_path, GUARD_OFF + lines + there)))
    assert [line for line in found if "declared" in line] == [
        "skills[0].line: ai.example.org is not this machine, and nothing is declared to be sent there"
    ]


def test_a_bot_without_a_voice_is_warned_of(tmp_path: Path) -> None:
    assert "no skill and no responder" in warnings(read(bot_file(tmp_path, GUARD_OFF)))[-1]


def test_the_marks_of_a_decorator_stay_on_the_factory() -> None:
    @skill("x", reads=(StageState,))
    def factory() -> Skill:
        raise SkillError("not called")

    spec = factory.__attune__  # type: ignore[attr-defined]
    assert (spec.kind, spec.name, spec.reads, spec.writes) == ("skill", "x", (StageState,), ())


def test_names_with_odd_characters_are_not_found() -> None:
    for use in ("", "..", "a b", "../x", "skills/x"):
        with pytest.raises(SkillNotFound):
            find(use, "skill", Path())


def test_every_shipped_bot_file_is_well_formed() -> None:
    folder = config.CONFIGS
    names = [path.stem for path in folder.glob("*.toml")]
    assert "default" in names
    for name in names:
        assert read(name).guard is not None


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000 + "]" * 5000, "a" + ".b" * 5000 + " = 1", "[" + "a." * 5000 + "a]"]
)
def test_a_file_nested_too_deeply_is_refused_in_a_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bot.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"bot\.toml: cannot be read: something in it is nested too deeply"):
        read(path)


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf"])
def test_slow_responders_have_some_time_but_not_for_ever(tmp_path: Path, value: str) -> None:
    path = tmp_path / "bot.toml"
    path.write_text(f"wait = {value}\n[guard]\noff = 'a test'\n")
    with pytest.raises(ConfigError, match=r"bot\.toml: wait = \S+: Expected `float`"):
        read(path)


@pytest.mark.parametrize("key", ["longest", "tabs", "neighbours", "remember_days"])
@pytest.mark.parametrize("value", ["0", "-3"])
def test_a_page_for_nothing_and_nobody_is_refused(tmp_path: Path, key: str, value: str) -> None:
    path = tmp_path / "bot.toml"
    path.write_text(f"[guard]\noff = 'a test'\n[doors.web]\n{key} = {value}\n")
    with pytest.raises(ConfigError, match=rf"bot\.toml: doors\.web\.{key} = {value}: Expected `int` >= 1"):
        read(path)
