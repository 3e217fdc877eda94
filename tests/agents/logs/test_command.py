from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.corpora import esconv
from agents.logs.command import export_corpus
from bot.errors import CorpusError, StoreError
from tests.agents.logs.conftest import SEEN, Exchange, Keep

TALK = (
    Exchange("hi, I'm Xanthe, mail x@y.example", "Hello, Xanthe.", stars=5, strategy="Others"),
    Exchange("my sister anna left", "That hurts."),
    Exchange("bye", "Take care."),
)


def run(out: Path, url: str, form: str = "jsonl") -> Result:
    return CliRunner().invoke(export_corpus, ["--format", form, "--out", str(out), "--database", url])


@pytest.mark.parametrize("form", ["parlai", "esconv", "jsonl"])
def test_it_says_what_it_wrote_and_that_it_is_not_anonymous(tmp_path: Path, url: str, keep: Keep, form: str) -> None:
    keep("telegram:424242::424242", *TALK)
    found = run(tmp_path / "out", url, form)
    assert found.exit_code == 0, found.output
    told = (tmp_path / "out/README.md").read_text(encoding="utf8")
    for text in (found.output, told):
        assert "Pseudonymised, not anonymous" in text
        assert "people: 1; talks: 1; turns: 6; replies with stars: 1" in text
        assert "hidden: name 3, mail 1, phone 0" in text
    written = "".join(path.read_text(encoding="utf8") for path in (tmp_path / "out").rglob("*") if path.is_file())
    assert not {name for name in ("Xanthe", "x@y", "anna", "424242") if name in written}
    assert "That hurts." in written


def test_what_was_stored_is_read_back_by_our_parser_turn_by_turn(tmp_path: Path, url: str, keep: Keep) -> None:
    keep("t:1::7", *TALK)
    assert run(tmp_path / "out", url, "esconv").exit_code == 0
    (talk,) = esconv.load(tmp_path / "out", "train")
    assert [(said.speaker, said.text, said.strategy, said.feedback) for said in talk.utterances] == [
        ("seeker", "hi, I'm [name-1], mail [mail]", None, None),
        ("supporter", "Hello, [name-1].", "Others", None),
        ("seeker", "my sister [name-2] left", None, 5),
        ("supporter", "That hurts.", None, None),
        ("seeker", "bye", None, None),
        ("supporter", "Take care.", None, None),
    ]


def test_danger_and_minors_are_counted(tmp_path: Path, url: str, keep: Keep) -> None:
    keep("t:1::7", *TALK, *TALK, Exchange("[not kept]", "Are you safe?", verdict=SEEN))
    found = run(tmp_path / "out", url)
    assert "said after them: 7\n" in found.output
    assert "end early for that: 1\n" in found.output
    (row,) = map(json.loads, (tmp_path / "out/talks.jsonl").read_text().splitlines())
    assert (len(row["turns"]), row["cut"]) == (7, True)


def test_with_nobodys_consent_nothing_is_written(tmp_path: Path, url: str, keep: Keep) -> None:
    keep("t:1::7", *TALK, consent=())
    found = run(tmp_path / "out", url)
    assert isinstance(found.exception, CorpusError)
    assert "there is nothing to export" in str(found.exception)
    assert not (tmp_path / "out").exists()


def test_a_full_folder_is_refused_before_anything_is_read(tmp_path: Path, url: str, keep: Keep) -> None:
    keep("t:1::7", *TALK)
    (tmp_path / "out").mkdir()
    (tmp_path / "out/mine.txt").touch()
    assert isinstance(run(tmp_path / "out", url).exception, CorpusError)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine.txt"]


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    found = run(tmp_path / "out", str(tmp_path / "none.db"))
    assert isinstance(found.exception, StoreError)
    assert list(tmp_path.glob("*.db")) == []
