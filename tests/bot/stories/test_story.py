"""What a story file may say, and how it is told what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import ConfigError
from bot.stories.story import files, read, spoken

GOOD = """
bot = "mine.toml"
[[talk]]
name = "listens first"
[[talk.turn]]
say = "I lost my job"
[[talk.turn]]
say = "They told me on Friday"
has = "Friday"
has_not = ["you should", "at least"]
level = 0
stage = ["exploration", "comforting"]
"""


def story(folder: Path, text: str) -> Path:
    (folder / "talks.toml").write_text(text)
    return folder / "talks.toml"


def test_a_story_is_read(tmp_path: Path) -> None:
    found = read(story(tmp_path, GOOD))
    assert found.bot == str(tmp_path / "mine.toml")
    (talk,) = found.talks
    first, second = talk.turns
    assert (talk.name, first.say, first.expects) == ("listens first", "I lost my job", False)
    assert (second.several("has"), second.several("has_not"), second.several("skill")) == (
        ("Friday",),
        ("you should", "at least"),
        (),
    )


@pytest.mark.parametrize(("line", "bot"), [('bot = "free"', "free"), ("", "default")])
def test_a_bot_may_be_one_of_ours(tmp_path: Path, line: str, bot: str) -> None:
    assert read(story(tmp_path, GOOD.replace('bot = "mine.toml"', line))).bot == bot


HEAD = "[[talk]]\nname = 'a'\n"
TURN = "[[talk.turn]]\nsay = 'b'\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("talks = 1\n" + HEAD + TURN, ": unknown key 'talks' (there are: bot, talk)"),
        ("", " has no talk: write [[talk]]"),
        (TURN, " has no talk: write [[talk]]"),
        ("[[talk]]\n" + TURN, ": talk 1 needs a name = "),
        (HEAD, ": talk 'a' has no turn: write [[talk.turn]]"),
        (HEAD + "nam = 'b'\n" + TURN, ": talk 1: unknown key 'nam' (there are: name, turn)"),
        (HEAD + TURN, ": talk 'a' expects nothing of any reply"),
        (HEAD + "[[talk.turn]]\nhas = 'b'\n", ": talk 'a', turn 1 needs say = "),
        (HEAD + TURN + "lvel = 1\n", ": [talk 'a', turn 1] has no key 'lvel' (there are: say, has, has_any, has_not, "),
        (HEAD + TURN + "level = 7\n", ": talk 'a', turn 1.level = 7: Expected `int` <= 3"),
        (HEAD + TURN + "level = 0\n" + TURN + "question = 'yes'\n", ": talk 'a', turn 2.question: Expected `bool"),
        (HEAD + TURN + "has = [1]\n", ": talk 'a', turn 1.has: Expected `str`"),
        (HEAD + TURN + "has = ['?']\n", ": talk 'a', turn 1: has = '?' has no word in it"),
        (HEAD + TURN + "longest = 0\n", ": talk 'a', turn 1.longest = 0: Expected `int` >= 1"),
        (HEAD + TURN + "stage = 'begin'\n", "stage = 'begin' is none of exploration, comforting, action"),
        (HEAD + TURN + "strategy = ['Advice']\n", "strategy = 'Advice' is none of Question, Restatement or"),
        ((HEAD + TURN + "level = 0\n") * 2, ": more than one talk is called 'a'"),
        ("bot = 3\n" + HEAD + TURN, ": bot = 3: Expected `str`"),
        ("[[talk", ": cannot be read: "),
    ],
)
def test_what_is_wrong_is_named_with_its_place_and_the_choices(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(ConfigError) as found:
        read(story(tmp_path, text))
    assert str(found.value).startswith(str(tmp_path / "talks.toml"))
    assert reason in str(found.value)


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no file in it ends in \.toml"):
        files([tmp_path])
    one = story(tmp_path, GOOD)
    assert files([tmp_path, Path("b.toml")]) == [one, Path("b.toml")]
    with pytest.raises(ConfigError, match=r"b.toml: cannot be read: .*No such file"):
        read(Path("b.toml"))


@pytest.mark.parametrize(
    ("words", "reply", "found"),
    [
        ("you should", "Perhaps YOU should, then.", True),
        ("you should", "You shouldn't.", False),
        ("don't", "I don’t know.", True),
        ("job I", "You lost your job. I see.", True),
        ("116 123", "Call 116-123 now", True),
        ("art", "A party.", False),
    ],
)
def test_words_are_found_as_words(words: str, reply: str, found: bool) -> None:
    assert (spoken(words) in spoken(reply)) == found
