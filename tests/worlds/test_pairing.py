from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.config import read
from bot.errors import StudyError
from worlds.pairing import check_person, pair

Make = Callable[..., Path]


def test_a_study_is_its_two_files_and_its_seed(bot_file: Make) -> None:
    calm, warm = read(bot_file("calm", "How so?")), read(bot_file("warm", "I see."))
    opening = pair(calm, warm, 3)
    assert (opening.left, opening.right, opening.seed, len(opening.id)) == ("calm", "warm", 3, 12)
    assert opening == pair(calm, warm, 3)
    assert len({opening.id, pair(warm, calm, 3).id, pair(calm, warm, 4).id}) == 3
    assert pair(read(bot_file("calm", "And?")), warm, 3).id != opening.id


def test_bots_of_one_name_are_told_apart(bot_file: Make) -> None:
    opening = pair(read(bot_file("kind", "A", file="one")), read(bot_file("kind", "B", file="two")), 0)
    assert (opening.left, opening.right) == ("kind (left)", "kind (right)")


def test_one_bot_is_not_compared_with_itself(bot_file: Make, tmp_path: Path) -> None:
    calm = bot_file("calm", "How so?")
    with pytest.raises(StudyError, match=r"calm\.toml and .*calm\.toml are the same bot"):
        pair(read(calm), read(calm), 0)
    with pytest.raises(StudyError, match="are the same bot"):
        pair(read(calm), read(bot_file("other name", "How so?", file="copy")), 0)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(calm, elsewhere)
    away = pair(read(calm), read(elsewhere / "calm.toml"), 0)  # its ./kind.py is another file
    assert away.right == "calm (right)"


def test_a_bot_with_slow_responders_is_refused(bot_file: Make) -> None:
    slow = bot_file("slow", "Hm.")
    slow.write_text(slow.read_text(encoding="utf8") + '[[responders]]\nuse = "llm"\n', encoding="utf8")
    with pytest.raises(StudyError, match=r"slow\.toml: a study can't wait for slow responders"):
        pair(read(bot_file("calm", "How so?")), read(slow), 0)


@pytest.mark.parametrize("name", ["", "  ", "a:b", "a\nb", "a\x00b"])
def test_a_name_that_cannot_stand_in_an_id_is_refused(name: str) -> None:
    with pytest.raises(StudyError, match="a person's name"):
        check_person(name)


def test_any_other_name_will_do() -> None:
    check_person("Zoë 2")
