from pathlib import Path

import pytest

from bot.errors import SkillError, SkillNotFound
from bot.registry import find, listings

FILE = """
from bot.dialog import EmotionState
from bot.registry import encoder, skill

@skill("kind.words", reads=(EmotionState,))
def words(): ...

@encoder("other")
def other(): ...

def bare(): ...
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kind.py").write_text(FILE)
    return tmp_path


def test_a_file_beside_the_bot_file_is_a_skill(folder: Path) -> None:
    spec = find("./kind.py:words", "skill", folder)
    assert (spec.kind, spec.name, [kind.__name__ for kind in spec.reads]) == ("skill", "kind.words", ["EmotionState"])


@pytest.mark.parametrize(
    ("use", "error", "reason"),
    [
        ("./nobody.py:words", SkillNotFound, "there is no file /"),
        ("./kind.py:bare", SkillNotFound, r"no decorated function 'bare' \(it has: words, other\)"),
        ("./kind.py:other", SkillError, "'./kind.py:other' is of kind encoder, and one of kind skill is wanted here"),
        ("nobody", SkillNotFound, r"no skill is called 'nobody' \(there are: .*emotion.*'./file.py:function'\)"),
        ("intent.nobody", SkillNotFound, "no skill is called 'intent.nobody'"),
        ("emotoin", SkillNotFound, r"no skill is called 'emotoin'; did you mean 'emotion'\? \(there are: boundaries, "),
        ("", SkillNotFound, "no skill is called ''"),
        ("../../etc/passwd", SkillNotFound, "no skill is called"),
    ],
)
def test_what_cannot_be_used_is_named_with_the_choices(
    folder: Path, use: str, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        find(use, "skill", folder)


def test_a_name_is_looked_up_in_skills() -> None:
    assert find("intent", "skill", Path()).factory.__module__ == "skills.intent"


def test_every_factory_of_the_skills_room_is_listed_as_it_really_is() -> None:
    found = listings()
    assert found == sorted(found, key=lambda item: (item.kind, item.name))
    assert {"emotion", "retrieve", "stage", "strategy"} <= {item.name for item in found if item.kind == "skill"}
    for item in found:
        assert item.summary
        spec = find(item.name, item.kind, Path())  # type: ignore[arg-type]
        assert item.place == f"{spec.factory.__module__.replace('.', '/')}.py"
        assert item.reads == tuple(kind.__name__ for kind in spec.reads)
        assert item.writes == tuple(kind.__name__ for kind in spec.writes)
