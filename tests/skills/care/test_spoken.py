# ruff: noqa: E501 - what is said stands beside its language
"""Which language a message is in, and the files of words."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import ConfigError
from skills.care.languages import LATIN_HINDI, PHRASES
from skills.care.plain import fold
from skills.care.spoken import answer_in_english, language_of, languages, load

FOLDER = Path(__file__).parents[3] / "configs" / "crisis" / "words"
SAID = {
    "fr": "Parlez-moi en français s'il vous plaît, je suis fatigué", "es": "no entiendo, mi hermana vive aquí con los niños",
    "de": "ich kann heute nicht mehr, es ist alles zu viel", "pt": "eu não tenho ninguém aqui, minha mãe está longe",
    "it": "non ho nessuno, sono a casa con mia figlia", "nl": "ik ben bang en weet niet wat ik nog moet", "zh": "我不知道该怎么办",
    "ja": "どうしたらいいかわかりません", "ko": "어떻게 해야 할지 모르겠어요", "ar": "لا أعرف ماذا أفعل", "ru": "я не знаю, что делать",
    "hi": "मुझे समझ नहीं आता क्या करूँ",
}  # fmt: skip


@pytest.mark.parametrize(("code", "said"), SAID.items())
def test_a_message_tells_its_language(code: str, said: str) -> None:
    assert language_of(said, languages()) == code
    assert language_of("ok", languages(), before=code) == code
    assert language_of("I can write to you in English", languages(), before=code) == ""


@pytest.mark.parametrize(
    "said",
    [
        "no me neither, the man is mad", "I want to die", "help", "Sydney", "he de la Cruz", "no one. only i have friend Maria from church",
        "ok. i work in a house, for family. cooking, clean", "ми не знаємо, що робити", "نمی‌دانم چه کنم", "marna chahta hoon",
        "ya ibni, sadri beyewgani shwayya lama atla el sellem, akid men el bard",
    ],
)  # fmt: skip
def test_english_and_what_is_not_held(said: str) -> None:
    assert language_of(said, languages()) == ""


def test_every_phrase_of_danger_is_of_a_language_that_is_held() -> None:
    assert {code for code, *_ in PHRASES} == {*languages(), LATIN_HINDI}
    for code, _, _, phrases in PHRASES:
        if code != LATIN_HINDI:
            assert language_of(phrases[0], languages()) == code


@pytest.mark.parametrize("code", list(languages()))
def test_bare_answers(code: str) -> None:
    language = languages()[code]
    assert language.yes
    assert language.no
    assert not language.yes & language.no
    for words, english in ((language.yes, "yes"), (language.no, "no")):
        assert all(answer_in_english(f"{word}.", language) == english for word in words)
    assert answer_in_english(SAID[code], language) == SAID[code]
    for word in (*language.small, *language.here, *language.home, *language.beside):
        assert fold(word) == word


def test_what_is_written_is_told_from_the_shipped_files() -> None:
    assert set(languages()) == {path.stem for path in FOLDER.glob("*.toml")} == set(SAID)


def test_a_file_without_a_sentence_is_refused(tmp_path: Path) -> None:
    whole = (FOLDER / "fr.toml").read_text(encoding="utf8")
    (tmp_path / "fr.toml").write_text(whole.replace("glad =", "gald ="), encoding="utf8")
    with pytest.raises(ConfigError, match=r"fr\.toml: .*gald"):
        load(tmp_path)
